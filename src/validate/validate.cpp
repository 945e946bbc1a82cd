#include "atomesh/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "atomesh/every_plan.hpp"
#include "atomesh/text.hpp"
#include "rules.hpp"

namespace atomesh {
namespace {

/// A recipe and the file that it stands in.
struct FileRecipe {
  const yaml::Document* document = nullptr;
  Recipe recipe;
};

struct Run {
  const ValidateInput& input;
  Diagnostics& diagnostics;
  ValidateCounts counts;
  std::optional<Model> defaults;
  std::map<std::string, Model, std::less<>> models;  ///< those without errors
  std::vector<FileRecipe> recipes;
};

void load_models(Run& run) {
  const yaml::Document* document = run.input.models;
  if (document == nullptr) return;
  if (!check_models_file(*document, run.diagnostics)) {
    run.counts.unread.push_back(document->source);
    return;
  }
  if (const yaml::Entry* entry = find_model(*document, "defaults")) {
    run.defaults = load_model(*document, *entry, run.diagnostics);
  }
  for (const yaml::Entry* entry : model_entries(*document)) {
    ++run.counts.models;
    auto model = load_model(*document, *entry, run.diagnostics);
    if (model) run.models.emplace(entry->key->text, std::move(*model));
  }
}

/// Several files are one set of recipes; a name in two of them would hide one.
void load_all_recipes(Run& run) {
  std::map<std::string, Place> seen;
  for (const yaml::Document* document : run.input.recipes) {
    if (!check_recipes_file(*document, run.diagnostics)) {
      run.counts.unread.push_back(document->source);
      continue;
    }
    for (const yaml::Entry* entry : recipe_entries(*document)) {
      ++run.counts.recipes;
      const Place place = yaml::place(*document, *entry->key);
      const auto [first, fresh] = seen.emplace(entry->key->text, place);
      if (!fresh) {
        run.diagnostics.add("duplicate-recipe", place,
                            fmt::format("recipe '{}' is also at {}", entry->key->text, describe(first->second)),
                            "rename or remove one of the two");
      }
      if (auto recipe = load_recipe(*document, *entry, run.diagnostics)) {
        run.counts.points += static_cast<int>(recipe->points.size());
        run.recipes.push_back({document, std::move(*recipe)});
      }
    }
  }
}

const OptionTable* table_of(const Run& run, std::string_view image, std::string_view router_version) {
  switch (run.input.table.kind) {
    case OptionTableChoice::Kind::none:
      return nullptr;
    case OptionTableChoice::Kind::fixed:
      return run.input.table.table;
    case OptionTableChoice::Kind::by_image:
      return &table_for_image(image, router_version);
  }
  return nullptr;
}

std::optional<Plan> plan_for(Run& run, const Request& request, const ChosenPoint* point, const Model* model,
                             const OptionTable* table) {
  ++run.counts.processes;
  const Loaded loaded{point, model, run.defaults ? &*run.defaults : nullptr};
  auto plan = example_plan(request, loaded, run.diagnostics);
  if (!plan || plan->role == Role::router) return plan;
  if (table != nullptr) {
    check_server_options(*plan, *table, run.diagnostics);
    // A table from an image holds options only, unless the names were added.
    if (!table->env_names.empty()) check_env_names(*plan, *table, run.diagnostics);
  }
  check_atom_rules(*plan, run.diagnostics);
  check_overrides(*plan, run.diagnostics);
  return plan;
}

/// The table of the newest recipe that serves the model, else the newest: its entry follows the image that is in use.
const OptionTable* table_for_model(const Run& run, std::string_view model) {
  const OptionTable* newest = nullptr;
  for (const FileRecipe& file : run.recipes) {
    for (const Point& point : file.recipe.points) {
      if (!point.deployment || point.deployment->model_name != model) continue;
      const Router* router = router_of(file.recipe, point);
      const OptionTable* table = table_of(run, file.recipe.image, router != nullptr ? router->version : "");
      if (newest == nullptr || (table != nullptr && table->date > newest->date)) newest = table;
    }
  }
  return newest != nullptr ? newest : table_of(run, "", "");
}

void validate_models(Run& run) {
  for (const auto& [name, model] : run.models) {
    const OptionTable* table = table_for_model(run, name);
    for (const Request& request : every_request(model)) plan_for(run, request, nullptr, &model, table);
  }
}

// ---- each recipe × point × rank × (server, router)

std::vector<Plan> plans_of_point(Run& run, const ChosenPoint& point, const Model& model, const OptionTable* table) {
  std::vector<Plan> plans;
  for (const Request& request : every_request(point.deployment(), run.input.layout)) {
    const bool router = request.role == Role::router;
    auto plan = plan_for(run, request, &point, router ? nullptr : &model, router ? nullptr : table);
    if (plan) plans.push_back(std::move(*plan));
  }
  return plans;
}

void validate_point(Run& run, const ChosenPoint& point, const Model& model) {
  const Router* router = router_of(point.recipe, point.point());
  const OptionTable* table = table_of(run, point.recipe.image, router != nullptr ? router->version : "");
  const std::vector<Plan> plans = plans_of_point(run, point, model, table);
  check_nodes(plans, point.deployment(), run.diagnostics);
  const auto of = [&](Role role) { return std::ranges::find(plans, role, &Plan::role); };
  const auto prefill = of(Role::prefill);
  const auto decode = of(Role::decode);
  if (prefill == plans.end() || decode == plans.end()) return;
  check_pair(*prefill, *decode, run.diagnostics);
  check_capacity(*point.document, point.point(), *prefill, *decode, run.diagnostics);
}

/// The model's entry; a warning once a recipe where there is none. An entry with errors was reported already.
const Model* model_of(Run& run, const FileRecipe& file, const std::string& name) {
  if (const auto found = run.models.find(name); found != run.models.end()) return &found->second;
  if (run.input.models == nullptr || find_model(*run.input.models, name) != nullptr) return nullptr;
  const std::vector<std::string_view> names = model_names(*run.input.models);
  run.diagnostics.add(
      "recipe-model", place_of(*file.document, *file.recipe.node, "model"),
      fmt::format("'{}' is not in {}: this recipe cannot be launched", name, run.input.models->source->name),
      did_you_mean(name, names));
  return nullptr;
}

void validate_recipe(Run& run, const FileRecipe& file) {
  review_recipe(*file.document, file.recipe, run.diagnostics);
  if (file.recipe.framework != atom_disagg) return;
  ChosenPoint chosen{file.document, file.recipe, 0};
  for (std::size_t i = 0; i < file.recipe.points.size(); ++i) {
    const Point& point = file.recipe.points[i];
    if (!check_launchable(*file.document, file.recipe, run.diagnostics)) return;
    if (deployment_of(*file.document, file.recipe, point, run.diagnostics) == nullptr) continue;
    const Model* model = model_of(run, file, point.deployment->model_name);
    if (model == nullptr) continue;
    chosen.index = i;
    validate_point(run, chosen, *model);
  }
}

/// A model that no recipe uses is not benchmarked. Only told where both files are judged.
void warn_unused_models(Run& run) {
  if (run.input.models == nullptr || run.input.recipes.empty()) return;
  std::set<std::string, std::less<>> used;
  for (const FileRecipe& file : run.recipes) {
    used.insert(file.recipe.model.substr(file.recipe.model.rfind('/') + 1));
  }
  for (const auto& [name, model] : run.models) {
    if (used.contains(name)) continue;
    run.diagnostics.add("model-unused", yaml::place(*run.input.models, *find_model(*run.input.models, name)->key),
                        fmt::format("no recipe serves '{}'", name));
  }
}

}  // namespace

ValidateCounts validate(const ValidateInput& input, Diagnostics& diagnostics) {
  Run run{input, diagnostics, {}, {}, {}, {}};
  load_models(run);
  load_all_recipes(run);
  validate_models(run);
  for (const FileRecipe& file : run.recipes) validate_recipe(run, file);
  warn_unused_models(run);
  return run.counts;
}

}  // namespace atomesh
