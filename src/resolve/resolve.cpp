#include "atomesh/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/models.hpp"
#include "atomesh/text.hpp"
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

/// Everything one run works on, so that the steps below stay short.
struct Run {
  const Request& request;
  const Config& config;
  const Environment& environment;
  const HostFacts& host;
  Diagnostics& diagnostics;
  AskedTuning asked = read_asked_tuning(request, environment, diagnostics);
  Setting<FlagList> extra_server_args = read_extra_server_args(VariableSource(environment), diagnostics);
};

/// The recipe's point, or nothing; both without --recipe and after an error.
std::optional<ChosenPoint> choose_point(const Run& run) {
  if (run.request.recipe.empty() || !run.config.recipes) return std::nullopt;
  const yaml::Document& document = *run.config.recipes;
  if (!check_recipes_file(document, run.diagnostics)) return std::nullopt;
  const yaml::Entry* entry = find_recipe(document, run.request.recipe, run.diagnostics);
  if (entry == nullptr) return std::nullopt;
  std::optional<Recipe> recipe = load_recipe(document, *entry, run.diagnostics);
  if (!recipe || !check_launchable(document, *recipe, run.diagnostics)) return std::nullopt;
  const Request& r = run.request;
  const Point* point = select_point(document, *recipe, {r.isl, r.osl, r.conc, r.point}, run.diagnostics);
  if (point == nullptr || deployment_of(document, *recipe, *point, run.diagnostics) == nullptr) return std::nullopt;
  const std::size_t index = static_cast<std::size_t>(point - recipe->points.data());
  return ChosenPoint{&document, std::move(*recipe), index};
}

std::optional<Model> load_defaults(const Run& run) {
  const yaml::Entry* entry = find_model(*run.config.models, "defaults");
  return entry == nullptr ? std::nullopt : load_model(*run.config.models, *entry, run.diagnostics);
}

void add_unknown_model(const Run& run, const Setting<std::string>& name) {
  const std::vector<std::string_view> names = model_names(*run.config.models);
  std::string hint = did_you_mean(name.value, names);
  if (hint.empty()) hint = fmt::format("the file has: {}", fmt::join(names, ", "));
  run.diagnostics.add("unknown-model", name.origin.where,
                      fmt::format("'{}' is not in {}", name.value, run.config.models->source->name), hint);
}

std::optional<Model> load_named_model(const Run& run, const Slot<std::string>& name) {
  if (!name) {
    run.diagnostics.add("no-model", label("env MODEL_NAME"), "no model is named",
                        "set MODEL_NAME or --model, or choose a --recipe");
    return std::nullopt;
  }
  const yaml::Entry* entry = name->value == "defaults" ? nullptr : find_model(*run.config.models, name->value);
  if (entry == nullptr) {
    add_unknown_model(run, *name);
    return std::nullopt;
  }
  return load_model(*run.config.models, *entry, run.diagnostics);
}

ServerInputs server_inputs(const Run& run, const Deployment& deployment, const Identity& identity,
                           const Setting<std::string>& host_ip, const VariableSource* recipe, const Model* model,
                           const Model* defaults) {
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

RecipePart recipe_part(const std::optional<ChosenPoint>& point, Role role) {
  if (!point || role == Role::router) return {};
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

std::optional<Plan> build_plan(const Run& run, const std::optional<ChosenPoint>& point, const Deployment& deployment,
                               const Model* model, const Model* defaults) {
  const auto identity = identify(run.request.role, deployment.rank, deployment.prefill.workers.value,
                                 deployment.decode.workers.value, run.diagnostics);
  if (!identity || !check_router_guard(run, identity->role)) return std::nullopt;
  // After an error the plan is not given out, but the rest of it is still checked.
  const auto known_ip = resolve_host_ip(deployment, identity->rank, run.host, run.diagnostics);
  const Setting<std::string> host_ip = known_ip.value_or(Setting<std::string>{"unknown", {}, ""});

  Plan plan;
  plan.role = identity->role;
  plan.rank = identity->rank;
  if (deployment.model_name) plan.model = deployment.model_name->value;
  const RecipePart recipe = recipe_part(point, identity->role);
  const VariableSource* source = recipe.source ? &*recipe.source : nullptr;
  std::optional<ServerInputs> inputs;
  if (identity->role == Role::router) {
    plan.argv = router_argv(deployment, run.request, run.host, run.diagnostics);
  } else {
    inputs = server_inputs(run, deployment, *identity, host_ip, source, model, defaults);
    plan.argv = server_argv(*inputs, run.request, run.environment, run.diagnostics);
    warn_unused_settings(inputs->tuning, plan, inputs->mode, run.diagnostics);
  }
  build_environment(inputs ? &*inputs : nullptr, source, recipe.passed_on, run.request, host_ip, run.environment,
                    run.host, plan, run.diagnostics);
  check_repeated_flags(plan, run.diagnostics);
  return plan;
}

}  // namespace

std::optional<Plan> resolve(const Request& request, const Config& config, const Environment& environment,
                            const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const Run run{request, config, environment, host, diagnostics};
  warn_misspelt(environment, diagnostics);
  check_env_options(request, diagnostics);
  const std::optional<ChosenPoint> point = choose_point(run);
  const bool recipe_failed = !request.recipe.empty() && !point;
  std::optional<Deployment> deployment;
  if (!recipe_failed) {
    deployment = resolve_deployment(request, point ? &*point : nullptr, environment, diagnostics);
  }
  std::optional<Model> defaults, model;
  if (request.role != Role::router && config.models && check_models_file(*config.models, diagnostics)) {
    defaults = load_defaults(run);
    if (deployment) model = load_named_model(run, deployment->model_name);
  }
  std::optional<Plan> plan;
  if (deployment) {
    plan = build_plan(run, point, *deployment, model ? &*model : nullptr, defaults ? &*defaults : nullptr);
  }
  if (diagnostics.error_count() != errors) return std::nullopt;
  return plan;
}

}  // namespace atomesh
