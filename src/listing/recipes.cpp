#include "atomesh/recipes.hpp"

#include <fmt/format.h>

#include "atomesh/listing.hpp"
#include "filter.hpp"

namespace atomesh {
namespace {

Value optional_number(std::optional<long long> number) { return number ? Value::number(*number) : Value(); }

std::string_view scenario_name(const Point& point) {
  return point.scenario == ScenarioKind::fixed_seq_len ? "fixed-seq-len" : "agentic-coding";
}

bool can_launch(const yaml::Document& document, const Recipe& recipe, const Point& point) {
  Diagnostics unused;
  return deployment_of(document, recipe, point, unused) != nullptr;
}

Value count(std::size_t size) { return Value::number(static_cast<long long>(size)); }

}  // namespace

Listing list_recipes(const yaml::Document& document, const RecipeFilter& filter, Diagnostics& diagnostics) {
  Listing listing{"atomesh.recipes/1",
                  "recipes",
                  {{"recipe"},
                   {"model"},
                   {"precision"},
                   {"runner"},
                   {"framework"},
                   {"points"},
                   {"model_path", false},
                   {"image", false},
                   {"multinode", false},
                   {"disagg", false}},
                  {}};
  for (const Recipe& recipe : filtered_recipes(document, filter, diagnostics)) {
    listing.rows.push_back({Value::string(recipe.name), Value::string(base_name(recipe.model)),
                            Value::string(recipe.precision), Value::string(recipe.runner),
                            Value::string(recipe.framework), count(recipe.points.size()), Value::string(recipe.model),
                            Value::string(recipe.image), Value::boolean(recipe.multinode),
                            Value::boolean(recipe.disagg)});
  }
  return listing;
}

Listing list_points(const yaml::Document& document, const RecipeFilter& filter, Diagnostics& diagnostics) {
  Listing listing{
      "atomesh.points/1",
      "points",
      {{"recipe"}, {"point"}, {"isl"}, {"osl"}, {"shape"}, {"concurrency"}, {"scenario", false}, {"can_launch", false}},
      {}};
  for (const Recipe& recipe : filtered_recipes(document, filter, diagnostics)) {
    for (const Point& point : recipe.points) {
      listing.rows.push_back({Value::string(recipe.name), Value::number(point.index), optional_number(point.isl),
                              optional_number(point.osl), Value::string(describe_shape(point)),
                              Value::numbers(point.concurrency), Value::string(scenario_name(point)),
                              Value::boolean(can_launch(document, recipe, point))});
    }
  }
  return listing;
}

}  // namespace atomesh
