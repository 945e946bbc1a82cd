#include "atomesh/resolve.hpp"

#include <fmt/format.h>

#include "atomesh/text.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

struct Run {
  const Request& request;
  const Config& config;
  Diagnostics& diagnostics;
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

/// The model that a recipe with errors names, so that its entry is judged in the same run.
Slot<std::string> model_of_faulty_recipe(const Run& run) {
  if (!run.config.recipes) return {};
  const yaml::Entry* recipe = run.config.recipes->root->find_entry(run.request.recipe);
  const yaml::Node* model = recipe != nullptr ? recipe->value->find("model") : nullptr;
  if (model == nullptr || model->kind != yaml::Kind::scalar) return {};
  const std::string name = model->text.substr(model->text.rfind('/') + 1);
  return Setting<std::string>{name, {Layer::recipe, yaml::place(*run.config.recipes, *model), "model", {}}, name};
}

}  // namespace

std::optional<Deployment> find_deployment(const Request& request, const Config& config, const Environment& environment,
                                          Diagnostics& diagnostics) {
  const std::optional<ChosenPoint> point = choose_point({request, config, diagnostics});
  if (!request.recipe.empty() && !point) return std::nullopt;
  return resolve_deployment(request, point ? &*point : nullptr, environment, diagnostics);
}

std::optional<Plan> resolve(const Request& request, const Config& config, const Environment& environment,
                            const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const Run run{request, config, diagnostics};
  const std::optional<ChosenPoint> point = choose_point(run);
  const bool recipe_failed = !request.recipe.empty() && !point;
  std::optional<Deployment> deployment;
  if (!recipe_failed) {
    deployment = resolve_deployment(request, point ? &*point : nullptr, environment, diagnostics);
  }
  std::optional<Model> defaults, model;
  if (request.role != Role::router && config.models && check_models_file(*config.models, diagnostics)) {
    defaults = load_defaults(run);
    // The model is judged whatever is wrong with the rest, so that one run tells everything.
    const Slot<std::string> name = deployment      ? deployment->model_name
                                   : recipe_failed ? model_of_faulty_recipe(run)
                                                   : find_model_name(request, point ? &*point : nullptr, environment);
    if (deployment || name) model = load_named_model(run, name);
  }
  const Loaded loaded{point ? &*point : nullptr, model ? &*model : nullptr, defaults ? &*defaults : nullptr};
  auto plan = build_plan(request, loaded, deployment ? &*deployment : nullptr, environment, host, diagnostics);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return plan;
}

}  // namespace atomesh
