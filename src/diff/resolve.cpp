// Files to processes: everything that a side can launch.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "atomesh/every_plan.hpp"
#include "atomesh/text.hpp"
#include "inputs.hpp"

namespace atomesh::diff {
namespace {

/// The addresses of one role do not move when the other role gets another worker.
std::string addresses_by_role(const DeploymentPoint& deployment) {
  constexpr int decode_begins = 128;
  const Placement placement = placement_of(deployment, {});
  std::map<Role, int> nodes;
  std::vector<std::string> addresses;
  for (int node = 0; node < placement.nodes; ++node) {
    const Role role = placement.on(node).front().role;
    const int first = role == Role::prefill ? 1 : decode_begins;
    addresses.push_back(fmt::format("192.0.2.{}", first + nodes[role]++ % (decode_begins - 1)));
  }
  return fmt::format("{}", fmt::join(addresses, ","));
}

using Models = std::map<std::string, Model, std::less<>>;

struct Run {
  const Input& input;
  const yaml::Document* models_document;
  Diagnostics diagnostics = {};
  DiffSide side = {};
  std::optional<Model> defaults = {};
  Models models = {};
};

void load_models(Run& run) {
  const yaml::Document* document = run.models_document;
  if (document == nullptr || !check_models_file(*document, run.diagnostics)) return;
  if (const yaml::Entry* entry = find_model(*document, "defaults")) {
    run.defaults = load_model(*document, *entry, run.diagnostics);
  }
  for (const yaml::Entry* entry : model_entries(*document)) {
    if (auto model = load_model(*document, *entry, run.diagnostics)) {
      run.models.emplace(entry->key->text, std::move(*model));
    }
  }
}

void add_process(Run& run, DiffProcess process, const Request& request, const Loaded& loaded) {
  auto plan = example_plan(request, loaded, run.diagnostics);
  if (!plan) return;
  process.id.role = plan->role;
  process.plan = std::move(*plan);
  run.side.processes.push_back(std::move(process));
}

const Model* defaults_of(const Run& run) { return run.defaults ? &*run.defaults : nullptr; }

void resolve_models(Run& run) {
  if (!run.input.models) return;
  for (const yaml::Entry* entry : model_entries(*run.input.models)) {
    const auto found = run.models.find(entry->key->text);
    if (found == run.models.end()) continue;
    const Model& model = found->second;
    run.side.models.push_back(model.name);
    for (const Request& request : every_request(model)) {
      DiffProcess process;
      process.id.model = model.name;
      process.id.mode = mode_of(*request.both.dp_attention, *request.both.expert_parallel);
      add_process(run, std::move(process), request, {nullptr, &model, defaults_of(run)});
    }
  }
}

/// Adds the point's processes.
void resolve_point(Run& run, const ChosenPoint& chosen, int number, const Model& model) {
  const Point& point = chosen.point();
  const DeploymentPoint& deployment = chosen.deployment();
  const std::string addresses = addresses_by_role(deployment);
  for (Request& request : every_request(deployment, {})) {
    const bool router = request.role == Role::router;
    DiffProcess process;
    process.id = {chosen.recipe.name, "", point.isl, point.osl, number, std::nullopt, Role::prefill, 0};
    const int worker = request.worker.value_or(0);
    if (!router) process.id.worker = worker < deployment.prefill.workers ? worker : worker - deployment.prefill.workers;
    process.point = point.index;
    process.facts = {{"image", chosen.recipe.image}};
    request.addresses = addresses;
    add_process(run, std::move(process), request,
                {&chosen, router ? nullptr : &model, router ? nullptr : defaults_of(run)});
  }
}

/// Null where the models have no such entry, which is told once a recipe.
const Model* model_of(Run& run, const Recipe& recipe, const std::string& name) {
  if (const auto found = run.models.find(name); found != run.models.end()) return &found->second;
  if (run.models_document != nullptr && find_model(*run.models_document, name) != nullptr) return nullptr;
  run.diagnostics.add(
      "recipe-model", place_of(*run.input.recipes, *recipe.node, "model"),
      fmt::format("'{}' is not in {}: the processes of this recipe are not compared", name,
                  run.models_document == nullptr ? "any models file" : run.models_document->source->name),
      "name a models file that has it with --models");
  return nullptr;
}

void resolve_recipe(Run& run, Recipe recipe) {
  const yaml::Document& document = *run.input.recipes;
  if (!check_launchable(document, recipe, run.diagnostics)) return;
  const std::size_t before = run.side.processes.size();
  DiffRecipe summary{recipe.name, recipe.points.size(), 0};
  std::map<std::pair<std::optional<long long>, std::optional<long long>>, int> numbers;
  ChosenPoint chosen{&document, std::move(recipe), 0};
  for (std::size_t i = 0; i < chosen.recipe.points.size(); ++i) {
    chosen.index = i;
    const Point& point = chosen.recipe.points[i];
    const int number = numbers[{point.isl, point.osl}]++;
    if (deployment_of(document, chosen.recipe, point, run.diagnostics) == nullptr) continue;
    const Model* model = model_of(run, chosen.recipe, point.deployment->model_name);
    if (model == nullptr) break;
    resolve_point(run, chosen, number, *model);
  }
  summary.processes = run.side.processes.size() - before;
  run.side.recipes.push_back(std::move(summary));
}

void resolve_recipes(Run& run) {
  if (!run.input.recipes) return;
  for (Recipe& recipe : load_recipes(*run.input.recipes, run.diagnostics)) {
    if (recipe.framework == atom_disagg) resolve_recipe(run, std::move(recipe));
  }
}

/// Errors with all that was said beside them; else only what is about the comparison.
void hand_over(const Diagnostics& from, Diagnostics& to) {
  for (Diagnostic& diagnostic : from.sorted()) {
    if (from.has_errors() || diagnostic.code == Code("recipe-model")) to.add(std::move(diagnostic));
  }
}

}  // namespace

std::optional<DiffSide> resolve_input(const Input& input, const yaml::Document* models, bool judge_models,
                                      bool judge_recipes, Diagnostics& diagnostics) {
  Run run{input, models};
  run.side.name = input.name;
  if (input.plans) {
    run.side.processes = *input.plans;
    return std::move(run.side);
  }
  load_models(run);
  if (judge_models) resolve_models(run);
  if (judge_recipes) resolve_recipes(run);
  hand_over(run.diagnostics, diagnostics);
  if (run.diagnostics.has_errors()) return std::nullopt;
  return std::move(run.side);
}

}  // namespace atomesh::diff
