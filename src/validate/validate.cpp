#include "atomesh/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
  std::vector<const yaml::Document*> documents;  ///< all that values come from
};

/// Keeps an entry that was not loaded in mind. `next`: the number of the one behind it.
void refuse(Run& run, const yaml::Document& document, const std::vector<const yaml::Entry*>& entries,
            std::size_t next) {
  const int end = next < entries.size() ? entries[next]->key->mark.line : std::numeric_limits<int>::max();
  run.counts.refused.push_back({yaml::place(document, *entries[next - 1]->key), end});
}

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
  const std::vector<const yaml::Entry*> entries = model_entries(*document);
  for (const yaml::Entry* entry : entries) {
    ++run.counts.models;
    auto model = load_model(*document, *entry, run.diagnostics);
    if (!model) refuse(run, *document, entries, static_cast<std::size_t>(run.counts.models));
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
    const std::vector<const yaml::Entry*> entries = recipe_entries(*document);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const yaml::Entry* entry = entries[i];
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
      } else {
        refuse(run, *document, entries, i + 1);
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

std::optional<CheckedProcess> check_process(Run& run, const Request& request, const ChosenPoint* point,
                                            const Model* model, const OptionTable* table) {
  ++run.counts.processes;
  const Loaded loaded{point, model, run.defaults ? &*run.defaults : nullptr};
  auto plan = example_plan(request, loaded, run.diagnostics);
  if (!plan) return std::nullopt;
  ServerOptions options(*plan);
  CheckedProcess process{std::move(*plan), std::move(options)};
  if (process.plan.role == Role::router) return process;
  if (table != nullptr) {
    check_server_options(process.plan, *table, run.diagnostics);
    // A table from an image holds options only, unless the names were added.
    if (!table->env_names.empty()) check_env_names(process.plan, *table, run.diagnostics);
  }
  check_atom_rules(process, run.documents, run.diagnostics);
  check_overrides(process, run.documents, run.diagnostics);
  return process;
}

using TableOfModel = std::map<std::string_view, const OptionTable*>;

/// For each model that a recipe serves, the table of the newest such recipe: its entry follows the image that is in
/// use.
TableOfModel tables_of_models(const Run& run) {
  TableOfModel tables;
  for (const FileRecipe& file : run.recipes) {
    for (const Point& point : file.recipe.points) {
      if (!point.deployment) continue;
      const Router* router = router_of(file.recipe, point);
      const OptionTable* table = table_of(run, file.recipe.image, router != nullptr ? router->version : "");
      const OptionTable*& newest = tables[point.deployment->model_name];
      if (newest == nullptr || (table != nullptr && table->date > newest->date)) newest = table;
    }
  }
  return tables;
}

void validate_models(Run& run) {
  const TableOfModel tables = tables_of_models(run);
  for (const auto& [name, model] : run.models) {
    const auto found = tables.find(name);
    const bool served = found != tables.end() && found->second != nullptr;
    const OptionTable* table = served ? found->second : table_of(run, "", "");
    for (const Request& request : every_request(model)) check_process(run, request, nullptr, &model, table);
  }
}

// ---- each recipe × point × rank × (server, router)

std::vector<CheckedProcess> processes_of_point(Run& run, const ChosenPoint& point, const Model& model,
                                               const OptionTable* table) {
  std::vector<CheckedProcess> processes;
  for (const Request& request : every_request(point.deployment(), run.input.layout)) {
    const bool router = request.role == Role::router;
    auto process = check_process(run, request, &point, router ? nullptr : &model, router ? nullptr : table);
    if (process) processes.push_back(std::move(*process));
  }
  return processes;
}

void validate_point(Run& run, const ChosenPoint& point, const Model& model) {
  const Router* router = router_of(point.recipe, point.point());
  const OptionTable* table = table_of(run, point.recipe.image, router != nullptr ? router->version : "");
  const std::vector<CheckedProcess> processes = processes_of_point(run, point, model, table);
  check_nodes(processes, point.deployment(), run.diagnostics);
  const auto of = [&](Role role) {
    return std::ranges::find_if(processes, [role](const CheckedProcess& process) { return process.plan.role == role; });
  };
  const auto prefill = of(Role::prefill);
  const auto decode = of(Role::decode);
  if (prefill == processes.end() || decode == processes.end()) return;
  check_pair(*prefill, *decode, run.documents, run.diagnostics);
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
  for (const yaml::Entry* entry : model_entries(*run.input.models)) {
    const std::string& name = entry->key->text;
    if (used.contains(name) || !run.models.contains(name)) continue;
    run.diagnostics.add("model-unused", yaml::place(*run.input.models, *entry->key),
                        fmt::format("no recipe serves '{}'", name));
  }
}

}  // namespace

ValidateCounts validate(const ValidateInput& input, Diagnostics& diagnostics) {
  Run run{input, diagnostics, {}, {}, {}, {}, input.recipes};
  if (input.models != nullptr) run.documents.push_back(input.models);
  load_models(run);
  load_all_recipes(run);
  validate_models(run);
  for (const FileRecipe& file : run.recipes) validate_recipe(run, file);
  warn_unused_models(run);
  return run.counts;
}

}  // namespace atomesh
