// Reads one top-level entry.
#include <fmt/format.h>

#include <utility>

#include "readers.hpp"

namespace atomesh::recipes {
namespace {

const Field& search_space_of(const Shape& scenario) { return scenario.fields.back(); }

void append_points(const Context& context, const yaml::Node& item, const Shape& shape, std::vector<Point>& points) {
  const Values scenario(context, {item, item}, shape);
  const yaml::Node* space = scenario.container("search-space");
  if (space == nullptr) return;
  for (const yaml::Node* node : space->items) {
    if (node->kind != yaml::Kind::mapping) continue;
    points.push_back(read_point(context, *node, scenario, search_space_of(shape)));
    points.back().index = static_cast<int>(points.size()) - 1;
  }
}

Recipe read_fields(const Context& context, const Values& values, const yaml::Entry& entry) {
  Recipe recipe;
  recipe.name = entry.key->text;
  recipe.image = values.string("image");
  recipe.model = values.string("model");
  recipe.model_prefix = values.string("model-prefix");
  recipe.framework = values.string("framework");
  recipe.precision = values.string("precision");
  recipe.runner = values.string("runner");
  recipe.multinode = values.boolean("multinode").value_or(false);
  recipe.disagg = values.boolean("disagg").value_or(false);
  recipe.router = read_router(context, values);
  recipe.kv_p2p_transfer = values.optional_string("kv-p2p-transfer");
  recipe.name_node = entry.key;
  recipe.node = entry.value;
  return recipe;
}

std::string read_model_name(const Context& context, const Values& values) {
  const std::string model = values.string("model");
  std::string name = model.substr(model.rfind('/') + 1);
  if (name.empty() && values.text("model")) {
    context.add("bad-value", values.value_node("model"),
                fmt::format("'model' must end with the name of the model, but is '{}'", model));
  }
  return name;
}

/// The point's connector, or the recipe's; mooncake where older files declare none.
std::string read_connector(const Context& context, const Recipe& recipe, const Point& point) {
  constexpr std::string_view key = "kv-p2p-transfer";
  const auto& declared = point.kv_p2p_transfer ? point.kv_p2p_transfer : recipe.kv_p2p_transfer;
  if (declared && declared->empty()) {
    const yaml::Node& owner = point.kv_p2p_transfer ? *point.node : *recipe.node;
    context.add("bad-value", *owner.find(key), fmt::format("'{}' is empty", key),
                "name the connector, such as mooncake");
  }
  return declared.value_or("mooncake");
}

/// What a point's deployment takes from its recipe.
void complete_deployments(const Context& context, const Values& values, Recipe& recipe) {
  const std::string model_name = read_model_name(context, values);
  for (Point& point : recipe.points) {
    if (!point.deployment) continue;
    point.deployment->model_name = model_name;
    point.deployment->kv_connector = read_connector(context, recipe, point);
  }
}

Recipe read_recipe(Context context, const yaml::Entry& entry) {
  const Values values(context, {*entry.value, *entry.key}, tables::recipe);
  context.multinode = values.boolean("multinode");
  context.atom_disagg = values.text("framework") == atom_disagg;
  Recipe recipe = read_fields(context, values, entry);
  recipe.points = read_points(context, values);
  if (context.atom_disagg) complete_deployments(context, values, recipe);
  check_recipe(context, values, recipe);
  return recipe;
}

}  // namespace

std::vector<Point> read_points(const Context& context, const Values& recipe) {
  std::vector<Point> points;
  const yaml::Node* node = recipe.container("scenarios");
  if (node == nullptr) return points;
  const Values scenarios(context, {*node, recipe.key_node("scenarios")}, tables::scenarios);
  bool any = false;
  for (const yaml::Entry& entry : node->entries) {
    const bool fixed = entry.key->text == "fixed-seq-len";
    if (!fixed && entry.key->text != "agentic-coding") continue;
    any |= scenarios.bad(entry.key->text);
    const yaml::Node* list = scenarios.container(entry.key->text);
    if (list == nullptr) continue;
    any |= !list->items.empty();
    for (const yaml::Node* item : list->items) {
      if (item->kind != yaml::Kind::mapping) continue;
      append_points(context, *item, fixed ? tables::fixed_scenario : tables::agentic_scenario, points);
    }
  }
  if (!any) {
    context.add("no-scenario", recipe.key_node("scenarios"), "'scenarios' measures nothing",
                "write at least one item under 'fixed-seq-len' or 'agentic-coding'");
  }
  return points;
}

}  // namespace atomesh::recipes

namespace atomesh {

std::optional<Recipe> load_recipe(const yaml::Document& document, const yaml::Entry& entry, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  yaml::report_faults(document, *entry.value, diagnostics);
  const recipes::Context context{document, diagnostics};
  if (entry.value->kind != yaml::Kind::mapping) {
    context.add("wrong-type", *entry.key, fmt::format("recipe '{}' is not a mapping of keys", entry.key->text),
                "indent its keys ('image', 'model', …) below its name");
    return std::nullopt;
  }
  Recipe recipe = recipes::read_recipe(context, entry);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return recipe;
}

std::vector<Recipe> load_recipes(const yaml::Document& document, Diagnostics& diagnostics) {
  std::vector<Recipe> loaded;
  if (!check_recipes_file(document, diagnostics)) return loaded;
  for (const yaml::Entry* entry : recipe_entries(document)) {
    if (auto recipe = load_recipe(document, *entry, diagnostics)) loaded.push_back(std::move(*recipe));
  }
  return loaded;
}

const Router* router_of(const Recipe& recipe, const Point& point) {
  if (point.router) return &*point.router;
  return recipe.router ? &*recipe.router : nullptr;
}

}  // namespace atomesh
