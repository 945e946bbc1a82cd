// One reader per struct of recipes.hpp. Each reports what is wrong and returns what could be read; a recipe with any
// error is dropped as a whole by load_recipe.
#pragma once

#include <optional>

#include "atomesh/recipes.hpp"
#include "context.hpp"
#include "values.hpp"

namespace atomesh::recipes {

/// The router under `router` of a recipe or point.
std::optional<Router> read_router(const Context& context, const Values& owner);

/// The backend under `kv-offload-backend` of a point.
std::optional<KvOffloadBackend> read_kv_offload_backend(const Context& context, const Values& point);

WorkerGroup read_worker(const Values& worker, const yaml::Node& node);

/// A point as written, with what its rules look at.
struct PointReading {
  const Values& values;
  const Values& scenario;
  std::optional<Values> prefill, decode;
  Point point;
};

/// Reads one element of a search-space and applies the rules of points. `deployment` is filled but for the model and
/// the connector, which are the recipe's.
Point read_point(const Context& context, const yaml::Node& node, const Values& scenario, const Field& search_space);

/// The points of all scenarios, in file order.
std::vector<Point> read_points(const Context& context, const Values& recipe);

/// Rules that compare fields of one point; all are applied.
void check_point(const Context& context, const PointReading& reading);

/// Rules that compare fields of a recipe with each other and with its points; all are applied.
void check_recipe(const Context& context, const Values& values, const Recipe& recipe);

/// Reads the additional-settings and derives what the launcher needs; of atom-disagg recipes.
void derive_deployment(const Context& context, PointReading& reading);

}  // namespace atomesh::recipes
