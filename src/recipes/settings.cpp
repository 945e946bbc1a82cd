#include "settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "atomesh/text.hpp"
#include "scalars.hpp"

namespace atomesh::recipes {
namespace {

/// What every node of a job has its own value of, or what the recipe already says elsewhere.
constexpr auto names_of_a_node = std::to_array<std::string_view>(
    {"NODE_RANK", "NODE0_ADDR", "IPADDRS", "ATOM_HOST_IP", "MODEL_NAME", "MODEL_DIR", "DRY_RUN", "xP", "yD",
     "WAIT_SERVER_TIMEOUT", "WAIT_ROUTER_TIMEOUT", "ATOM_WS_PATH", "ATOMESH_MODELS", "ATOMESH_RECIPES",
     "ATOMESH_PYTHON", "ATOMESH_ROUTER_BIN", "ATOMESH_ALLOW_LOOPBACK", "ATOMESH_ROUTER_GUARD"});

constexpr auto names_of_a_worker = std::to_array<std::string_view>({"ATOMESH_WORKER", "ATOMESH_CACHE_DIR"});

/// What both roles and the router must agree on.
constexpr auto names_of_the_deployment =
    std::to_array<std::string_view>({"DECODE_MTP_SIZE", "ROUTER_PORT", "GPUS_PER_NODE", "ATOMESH_LAYOUT"});

bool belongs_to_node(std::string_view name) {
  return name.starts_with("SLURM_") || std::ranges::find(names_of_a_node, name) != names_of_a_node.end() ||
         std::ranges::find(names_of_a_worker, name) != names_of_a_worker.end();
}

/// DECODE_MTP_SIZE is the bash launcher's name for what both roles use, so that it may stand under either.
bool belongs_to(Role role, std::string_view name) {
  if (name == "DECODE_MTP_SIZE") return false;
  const std::string_view prefix = role == Role::prefill ? "PREFILL_" : "DECODE_";
  constexpr std::string_view own = "ATOMESH_";
  return name.starts_with(prefix) || (name.starts_with(own) && name.substr(own.size()).starts_with(prefix));
}

void report_twice(const Context& context, const NamedSetting& setting, const NamedSetting& first) {
  context.add("setting-twice", *setting.node,
              fmt::format("{} is '{}' here and '{}' in line {}", setting.name, mask_value(setting.name, setting.value),
                          mask_value(first.name, first.value), first.node->mark.line),
              "keep one of the two");
}

/// True if the recipe may hold this setting under this role.
bool check_name(const Context& context, const NamedSetting& setting, Role role) {
  const Role other = role == Role::prefill ? Role::decode : Role::prefill;
  if (belongs_to(other, setting.name)) {
    context.add("setting-other-role", *setting.node, fmt::format("{} stands under '{}'", setting.name, to_string(role)),
                fmt::format("move it to 'additional-settings' of '{}'", to_string(other)));
    return false;
  }
  if (!belongs_to_node(setting.name)) return true;
  context.add("setting-of-node", *setting.node,
              fmt::format("{} belongs to a node of a job, not to a recipe", setting.name),
              "remove it: the job sets it, or it follows from the rest of the recipe");
  return false;
}

void report_not_name_value(const Context& context, const yaml::Node& item, std::string_view text, std::size_t equals) {
  constexpr Code code = "setting-not-name-value";
  if (equals == std::string_view::npos) {
    context.add(code, item, fmt::format("'{}' is not NAME=VALUE", text), "NAME= gives an empty value");
  } else if (equals == 0) {
    context.add(code, item, fmt::format("'{}' has no name before its '='", text));
  } else {
    context.add(code, item, fmt::format("'{}' is not the name of a variable", text.substr(0, equals)),
                "a name is letters, digits and '_', and does not begin with a digit");
  }
}

std::optional<NamedSetting> split_setting(const Context& context, const yaml::Node& item) {
  const auto text = to_text(item);
  if (!text) return std::nullopt;
  const std::size_t equals = text->find('=');
  if (equals != std::string_view::npos && is_env_name(text->substr(0, equals))) {
    return NamedSetting{text->substr(0, equals), text->substr(equals + 1), &item};
  }
  report_not_name_value(context, item, *text, equals);
  return std::nullopt;
}

}  // namespace

std::vector<NamedSetting> read_settings(const Context& context, const yaml::Node* list, Role role) {
  std::vector<NamedSetting> settings;
  if (list == nullptr) return settings;
  for (const yaml::Node* item : list->items) {
    const auto setting = split_setting(context, *item);
    if (!setting || !check_name(context, *setting, role)) continue;
    const NamedSetting* first = find_setting(settings, setting->name);
    if (first == nullptr) {
      settings.push_back(*setting);
    } else if (first->value != setting->value) {
      report_twice(context, *setting, *first);
    }
  }
  return settings;
}

void check_settings_agree(const Context& context, const std::vector<NamedSetting>& prefill,
                          const std::vector<NamedSetting>& decode) {
  for (const std::string_view name : names_of_the_deployment) {
    const NamedSetting* first = find_setting(prefill, name);
    const NamedSetting* second = find_setting(decode, name);
    if (first != nullptr && second != nullptr && first->value != second->value) report_twice(context, *second, *first);
  }
}

const NamedSetting* find_setting(const std::vector<NamedSetting>& settings, std::string_view name) {
  const auto found = std::ranges::find(settings, name, &NamedSetting::name);
  return found == settings.end() ? nullptr : &*found;
}

std::optional<int> integer_setting(const Context& context, const NamedSetting* setting, int minimum, int fallback) {
  if (setting == nullptr) return fallback;
  const auto value = parse_integer(setting->value);
  if (value && *value >= minimum && *value <= std::numeric_limits<int>::max()) return static_cast<int>(*value);
  context.add("bad-value", *setting->node,
              fmt::format("{} must be a plain decimal integer {}, but is '{}'", setting->name,
                          minimum > 0 ? "above 0" : "of at least 0", setting->value),
              setting->value.empty() ? "write a number, or remove the setting" : "");
  return std::nullopt;
}

}  // namespace atomesh::recipes
