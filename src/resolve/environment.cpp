// SPEC section 5, Environment added.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "atomesh/text.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 8> quiet_defaults = {{{"PYTHONUNBUFFERED", "1"},
                                                                                {"PYTHONDONTWRITEBYTECODE", "1"},
                                                                                {"SAFETENSORS_FAST_GPU", "1"},
                                                                                {"VLLM_LOG_LEVEL", "WARNING"},
                                                                                {"ATOM_LOG_LEVEL", "WARNING"},
                                                                                {"AITER_LOG_LEVEL", "WARNING"},
                                                                                {"LOG_LEVEL", "WARNING"},
                                                                                {"LOGLEVEL", "WARNING"}}};

class Builder {
 public:
  Builder(const Environment& inherited, Diagnostics& diagnostics) : inherited_(inherited), diagnostics_(diagnostics) {}

  /// The value that a name has now: from the plan so far, else inherited. Empty counts as not set.
  std::string current(const std::string& name) const {
    if (const auto planned = changes_.find(name); planned != changes_.end()) return planned->second.value;
    const auto found = inherited_.find(name);
    return found == inherited_.end() ? "" : found->second;
  }

  void set(const std::string& name, std::string value, Origin origin) {
    if (const auto old = changes_.find(name); old != changes_.end()) {
      origin.shadowed = old->second.origin.shadowed;
      origin.shadowed.push_back({old->second.origin.where, old->second.value});
    } else if (const auto found = inherited_.find(name); found != inherited_.end() && found->second != value) {
      origin.shadowed.push_back({label("env " + name), found->second});
    }
    changes_[name] = {name, std::move(value), std::move(origin)};
  }

  /// A variable of the model: it wins over what was inherited, and says so where the value changes.
  void set_for_model(const EnvPair& pair, const std::string& value, const Origin& origin) {
    const auto found = inherited_.find(pair.name);
    const auto recipe = changes_.find(pair.name);
    const bool from_recipe = recipe != changes_.end() && recipe->second.origin.layer == Layer::recipe;
    const std::string* old = from_recipe ? &recipe->second.value : found != inherited_.end() ? &found->second : nullptr;
    if (old != nullptr && !old->empty() && *old != value) {
      const std::string kept = mask_value(pair.name, *old);
      diagnostics_.add("env-changed", pair.place,
                       fmt::format("{}={} replaces {}={} of {}", pair.name, mask_value(pair.name, value), pair.name,
                                   kept, from_recipe ? "the recipe" : "the environment"),
                       fmt::format("to keep that one, use --env {}={}", pair.name, kept));
    }
    Origin placed = origin;
    placed.where = pair.place;
    set(pair.name, value, std::move(placed));
  }

  void remove(const std::string& name) { changes_.erase(name); }

  /// What differs from the inherited environment, by name.
  std::vector<EnvChange> changes() && {
    std::vector<EnvChange> list;
    for (auto& [name, change] : changes_) {
      const auto found = inherited_.find(name);
      if (found == inherited_.end() || found->second != change.value) list.push_back(std::move(change));
    }
    return list;
  }

 private:
  const Environment& inherited_;
  Diagnostics& diagnostics_;
  std::map<std::string, EnvChange> changes_;
};

void add_quiet_defaults(Builder& builder) {
  for (const auto& [name, value] : quiet_defaults) {
    if (builder.current(name).empty()) builder.set(name, value, built_in(name));
  }
}

void add_env_list(Builder& builder, const Slot<EnvList>& slot, const PlaceholderValues& placeholders,
                  Diagnostics& diagnostics) {
  if (!slot) return;
  for (const EnvPair& pair : slot->value) {
    builder.set_for_model(pair, expand_placeholders(pair.value, placeholders, pair.place, diagnostics), slot->origin);
  }
}

void add_model_environment(Builder& builder, const ServerInputs& inputs, Diagnostics& diagnostics) {
  add_env_list(builder, inputs.tuning.env, inputs.placeholders, diagnostics);
  if (inputs.mode == Mode::tp_dpa) add_env_list(builder, inputs.tuning.tp_dp_env, inputs.placeholders, diagnostics);
  if (inputs.mode == Mode::ep_dpa) add_env_list(builder, inputs.tuning.ep_dp_env, inputs.placeholders, diagnostics);
}

/// The existing library directories before what was inherited. An empty element would be the current directory.
void add_library_path(Builder& builder, const HostFacts& host) {
  const std::string inherited = builder.current("LD_LIBRARY_PATH");
  std::string path;
  const auto append = [&path](std::string_view element) {
    if (element.empty()) return;
    path += path.empty() ? "" : ":";
    path += element;
  };
  for (const std::string& dir : host.library_dirs) append(dir);
  for (std::size_t from = 0; from <= inherited.size();) {
    const std::size_t colon = std::min(inherited.find(':', from), inherited.size());
    append(std::string_view(inherited).substr(from, colon - from));
    from = colon + 1;
  }
  if (!path.empty()) builder.set("LD_LIBRARY_PATH", path, built_in("LD_LIBRARY_PATH"));
}

void add_options(Builder& builder, const Request& request) {
  for (const std::string& option : request.env) {
    const std::size_t equals = std::min(option.find('='), option.size() - 1);
    const std::string name = option.substr(0, equals);
    builder.set(name, option.substr(equals + 1), {Layer::command_line, label("--env " + name), name, {}});
  }
  for (const std::string& name : request.unset_env) builder.remove(name);
}

}  // namespace

void check_env_options(const Request& request, Diagnostics& diagnostics) {
  std::map<std::string, std::string> seen;
  for (const std::string& option : request.env) {
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    if (equals == std::string::npos || !is_env_name(name)) {
      diagnostics.add("bad-env-option", label("--env"), fmt::format("'{}' is not NAME=VALUE", option),
                      "write --env NAME=VALUE; use --unset-env NAME to take a variable out");
      continue;
    }
    const auto [old, fresh] = seen.emplace(name, option.substr(equals + 1));
    if (!fresh && old->second != option.substr(equals + 1)) {
      diagnostics.add("bad-env-option", label("--env " + name), "is given two values", "keep one of the two");
    }
  }
  for (const std::string& name : request.unset_env) {
    if (!is_env_name(name)) {
      diagnostics.add("bad-env-option", label("--unset-env"), fmt::format("'{}' is not a variable name", name));
    } else if (seen.contains(name)) {
      diagnostics.add("bad-env-option", label("--unset-env " + name), "is also set with --env", "keep one of the two");
    }
  }
}

void build_environment(const ServerInputs* inputs, const VariableSource* recipe,
                       std::span<const AdditionalSetting> passed_on, const Request& request,
                       const Setting<std::string>& host_ip, const Environment& environment, const HostFacts& host,
                       Plan& plan, Diagnostics& diagnostics) {
  Builder builder(environment, diagnostics);
  for (const AdditionalSetting& setting : passed_on) {
    auto given = recipe->find(setting.name);
    builder.set(setting.name, setting.value, given ? std::move(given->origin) : built_in(setting.name));
  }
  add_quiet_defaults(builder);
  if (inputs != nullptr) add_model_environment(builder, *inputs, diagnostics);
  add_library_path(builder, host);
  builder.set("ATOM_HOST_IP", host_ip.value, host_ip.origin);
  if (plan.role == Role::router) builder.set("ATOMESH_ROUTER_GUARD", "1", built_in("ATOMESH_ROUTER_GUARD"));
  add_options(builder, request);
  plan.env = std::move(builder).changes();
  for (const std::string& name : request.unset_env) {
    plan.unset_env.push_back({name, {Layer::command_line, label("--unset-env " + name), name, {}}});
  }
}

}  // namespace atomesh
