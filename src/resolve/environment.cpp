// SPEC section 5, Environment added.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "atomesh/text.hpp"
#include "parts.hpp"
#include "sources.hpp"

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
  Builder(const Environment& inherited, const Request& request, Diagnostics& diagnostics)
      : inherited_(inherited),
        diagnostics_(diagnostics),
        overruled_(request.unset_env.begin(), request.unset_env.end()) {
    for (const std::string& option : request.env) overruled_.insert(option.substr(0, option.find('=')));
  }

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

  /// Says so where a variable of the model is not what it was before the model. A default of ours may change silently.
  void warn_changed(const Builder& before, const std::string& name, const Place& place) const {
    const std::string old = before.current(name);
    const std::string value = current(name);
    const auto planned = before.changes_.find(name);
    const bool ours = planned != before.changes_.end() && planned->second.origin.layer == Layer::built_in;
    if (old.empty() || old == value || ours || overruled_.contains(name)) return;
    const std::string kept = mask_value(name, old);
    diagnostics_.add("env-changed", place,
                     fmt::format("{}={} replaces {}={} of {}", name, mask_value(name, value), name, kept,
                                 planned == before.changes_.end() ? "the environment" : "the recipe"),
                     fmt::format("to keep that one, use --env {}={}", name, kept));
  }

  /// A variable that the recipe gives; it wins over what was inherited, and says so where the value changes.
  void set_for_recipe(const AdditionalSetting& setting, Origin origin) {
    const auto found = inherited_.find(setting.name);
    if (found != inherited_.end() && !overruled_.contains(setting.name)) {
      warn_recipe_over_env(setting.name, {setting.value, origin}, {found->second, {}}, diagnostics_);
    }
    set(setting.name, setting.value, std::move(origin));
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
  std::set<std::string> overruled_;  ///< by options: whatever stands below them changes nothing
  std::map<std::string, EnvChange> changes_;
};

void add_quiet_defaults(Builder& builder) {
  for (const auto& [name, value] : quiet_defaults) {
    if (builder.current(name).empty()) builder.set(name, value, built_in(name));
  }
}

/// The mode's list over `env`; a warning is due only about the value that reaches the server.
void add_model_environment(Builder& builder, const ServerInputs& inputs, Diagnostics& diagnostics) {
  const Tuning& tuning = inputs.tuning;
  std::vector<const Slot<EnvList>*> lists = {&tuning.env};
  if (inputs.mode == Mode::tp_dpa) lists.push_back(&tuning.tp_dp_env);
  if (inputs.mode == Mode::ep_dpa) lists.push_back(&tuning.ep_dp_env);
  const Builder before = builder;
  std::map<std::string, Place> places;
  for (const Slot<EnvList>* list : lists) {
    if (!*list) continue;
    for (const EnvPair& pair : (*list)->value) {
      Origin origin = (*list)->origin;
      origin.where = pair.place;
      builder.set(pair.name, expand_placeholders(pair.value, inputs.placeholders, pair.place, diagnostics),
                  std::move(origin));
      places[pair.name] = pair.place;
    }
  }
  for (const auto& [name, place] : places) builder.warn_changed(before, name, place);
}

/// Before the model's, so that what a file says stands; the check of the whole node tells if it cannot.
void add_worker_environment(Builder& builder, const ServerInputs& inputs, Plan& plan, Diagnostics& diagnostics) {
  const auto current = [&builder](const std::string& name) { return builder.current(name); };
  const Worker& worker = inputs.identity.worker;
  for (EnvChange& change : worker_environment(*inputs.deployment, worker, current, diagnostics)) {
    builder.set(change.name, std::move(change.value), std::move(change.origin));
  }
  plan.directories = cache_directories(*inputs.deployment, worker);
}

/// The existing library directories before what was inherited. An empty element would be the current directory.
/// True if nothing is left of what was inherited: then the variable must go.
bool add_library_path(Builder& builder, const HostFacts& host) {
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
  return path.empty() && !inherited.empty();
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
  Builder builder(environment, request, diagnostics);
  for (const AdditionalSetting& setting : passed_on) {
    auto given = recipe->find(setting.name);
    builder.set_for_recipe(setting, given ? std::move(given->origin) : built_in(setting.name));
  }
  add_quiet_defaults(builder);
  if (inputs != nullptr) add_worker_environment(builder, *inputs, plan, diagnostics);
  if (inputs != nullptr) add_model_environment(builder, *inputs, diagnostics);
  const bool drop_library_path = add_library_path(builder, host);
  builder.set("ATOM_HOST_IP", host_ip.value, host_ip.origin);
  if (plan.role == Role::router) builder.set("ATOMESH_ROUTER_GUARD", "1", built_in("ATOMESH_ROUTER_GUARD"));
  add_options(builder, request);
  plan.env = std::move(builder).changes();
  const auto sets = [&](const EnvChange& change) { return change.name == "LD_LIBRARY_PATH"; };
  if (drop_library_path && std::ranges::none_of(plan.env, sets)) {
    plan.unset_env.push_back({"LD_LIBRARY_PATH", built_in("LD_LIBRARY_PATH")});
  }
  for (const std::string& name : request.unset_env) {
    plan.unset_env.push_back({name, {Layer::command_line, label("--unset-env " + name), name, {}}});
  }
}

}  // namespace atomesh
