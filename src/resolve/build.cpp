// From loaded values to the plan of one process.
#include <fmt/format.h>

#include <algorithm>

#include "parts.hpp"
#include "sources.hpp"

namespace atomesh {

Piece make_piece(Origin origin, std::vector<std::string> words) {
  Piece piece;
  for (std::string& word : words) piece.words.push_back({std::move(word), origin.where});
  piece.origin = std::move(origin);
  return piece;
}

Setting<std::string> python_of(const Request& request, const Environment& environment) {
  if (!request.python.empty()) {
    return {request.python, {Layer::command_line, label("--python"), "--python", {}}, request.python};
  }
  if (auto given = VariableSource(environment).find("ATOMESH_PYTHON")) {
    return {given->text, std::move(given->origin), given->text};
  }
  const std::string fallback(variable("ATOMESH_PYTHON").fallback);
  return {fallback, built_in("python"), fallback};
}

namespace {

Setting<FlagList> read_extra_server_args(const VariableSource& source, Diagnostics& diagnostics) {
  auto given = source.find("EXTRA_SERVER_ARGS");
  if (!given) return {};
  auto words = read_flag_text(given->text, given->origin.where, diagnostics);
  return {words ? std::move(*words) : FlagList{}, std::move(given->origin), given->text};
}

/// Everything the plan of one process is built from, so that the steps below stay short.
struct Run {
  const Request& request;
  const Loaded& loaded;
  const Environment& environment;
  const HostFacts& host;
  Diagnostics& diagnostics;
  AskedTuning asked = read_asked_tuning(request, environment, diagnostics);
  Setting<FlagList> extra_server_args = read_extra_server_args(VariableSource(environment), diagnostics);
};

ServerInputs server_inputs(const Run& run, const Deployment& deployment, const Identity& identity,
                           const Setting<std::string>& host_ip, const VariableSource* recipe) {
  const Model* model = run.loaded.model;
  const Model* defaults = run.loaded.defaults;
  ServerInputs inputs;
  inputs.identity = identity;
  inputs.deployment = &deployment;
  inputs.role = &deployment.of(identity.role);
  inputs.host_ip = host_ip;
  inputs.mode = mode_of(inputs.role->dp_attention.value, inputs.role->expert_parallel.value);
  inputs.placeholders = {host_ip.value, deployment.model_dir ? deployment.model_dir->value : "",
                         deployment.model_name ? deployment.model_name->value : "",
                         std::string(to_string(identity.role)), std::to_string(identity.rank)};
  inputs.tuning =
      resolve_tuning(run.asked, deployment, identity.role, recipe, model != nullptr ? &model->tuning : nullptr,
                     defaults != nullptr ? &defaults->tuning : nullptr, run.diagnostics);
  inputs.extra_server_args = run.extra_server_args;
  const auto from_recipe = recipe != nullptr ? recipe->find("EXTRA_SERVER_ARGS") : std::nullopt;
  if (from_recipe) {
    const auto inherited = VariableSource(run.environment).find("EXTRA_SERVER_ARGS");
    if (inherited) warn_recipe_over_env("EXTRA_SERVER_ARGS", *from_recipe, *inherited, run.diagnostics);
    inputs.extra_server_args = read_extra_server_args(*recipe, run.diagnostics);
  }
  return inputs;
}

/// Settings of the recipe that atomesh does not understand itself: the role's environment.
std::vector<AdditionalSetting> passed_on(const RolePoint& point) {
  std::vector<AdditionalSetting> settings;
  for (const AdditionalSetting& setting : point.settings) {
    const bool understood =
        std::ranges::any_of(variables(), [&](const Variable& v) { return v.name == setting.name; }) ||
        is_tuning_variable(setting.name);
    if (!understood) settings.push_back(setting);
  }
  return settings;
}

struct RecipePart {
  std::optional<VariableSource> source;
  std::vector<AdditionalSetting> passed_on;
};

RecipePart recipe_part(const ChosenPoint* point, Role role) {
  if (point == nullptr || role == Role::router) return {};
  const RolePoint& own = point->deployment().of(role);
  return {VariableSource(own.settings, point->name()), passed_on(own)};
}

bool check_router_guard(const Run& run, Role role) {
  if (role != Role::router || !VariableSource(run.environment).find("ATOMESH_ROUTER_GUARD")) return true;
  run.diagnostics.add("router-loop", label("env ATOMESH_ROUTER_GUARD"),
                      "atomesh was started by atomesh in place of the router, whose binary has the same name",
                      "give the router's path with --router-bin or ATOMESH_ROUTER_BIN");
  return false;
}

std::optional<Plan> build(const Run& run, const Deployment& deployment) {
  const auto identity =
      identify({run.request.role, deployment.rank, deployment.worker}, deployment.placement(), run.diagnostics);
  if (!identity || !check_router_guard(run, identity->role)) return std::nullopt;
  // After an error the plan is not given out, but the rest of it is still checked.
  const auto known_ip = resolve_host_ip(deployment, identity->rank, run.host, run.diagnostics);
  const Setting<std::string> host_ip = known_ip.value_or(Setting<std::string>{"unknown", {}, ""});

  Plan plan;
  plan.role = identity->role;
  plan.rank = identity->rank;
  plan.worker = identity->worker.number;
  plan.has_mates = identity->worker.has_mates;
  if (deployment.model_name) plan.model = deployment.model_name->value;
  const RecipePart recipe = recipe_part(run.loaded.point, identity->role);
  const VariableSource* source = recipe.source ? &*recipe.source : nullptr;
  std::optional<ServerInputs> inputs;
  if (identity->role == Role::router) {
    plan.argv = router_argv(deployment, host_ip, run.request, run.host, run.diagnostics);
  } else {
    inputs = server_inputs(run, deployment, *identity, host_ip, source);
    plan.argv = server_argv(*inputs, run.request, run.environment, run.diagnostics);
    warn_unused_settings(inputs->tuning, plan, inputs->mode, run.diagnostics);
  }
  warn_misspelt(recipe.passed_on, run.diagnostics);
  build_environment(inputs ? &*inputs : nullptr, source, recipe.passed_on, run.request, host_ip, run.environment,
                    run.host, plan, run.diagnostics);
  check_repeated_flags(plan, run.diagnostics);
  return plan;
}

}  // namespace

std::optional<Plan> build_plan(const Request& request, const Loaded& loaded, const Deployment* deployment,
                               const Environment& environment, const HostFacts& host, Diagnostics& diagnostics) {
  const Run run{request, loaded, environment, host, diagnostics};
  warn_misspelt(environment, diagnostics);
  check_env_options(request, diagnostics);
  return deployment == nullptr ? std::nullopt : build(run, *deployment);
}

std::optional<Plan> resolve_loaded(const Request& request, const Loaded& loaded, const Environment& environment,
                                   const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const auto deployment = resolve_deployment(request, loaded.point, environment, diagnostics);
  auto plan = build_plan(request, loaded, deployment ? &*deployment : nullptr, environment, host, diagnostics);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return plan;
}

}  // namespace atomesh
