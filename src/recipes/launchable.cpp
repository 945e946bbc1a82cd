// What of a recipe atomesh can launch. A recipe that it cannot is no error of the file.
#include <fmt/format.h>

#include <utility>

#include "atomesh/recipes.hpp"

namespace atomesh {
namespace {

void add_not_launchable(const yaml::Document& document, const yaml::Node& node, std::string_view key,
                        std::string message, std::string hint, Diagnostics& diagnostics) {
  diagnostics.add("not-launchable", place_of(document, node, key), std::move(message), std::move(hint));
}

/// The launcher has no flags for these; dropping them would launch something else than was asked for.
bool check_parallelism(const yaml::Document& document, const WorkerGroup& group, Diagnostics& diagnostics) {
  bool good = true;
  for (const auto& [key, size] :
       {std::pair("pp", group.pp), std::pair("dcp-size", group.dcp_size), std::pair("pcp-size", group.pcp_size)}) {
    if (size.value_or(1) == 1) continue;
    good = false;
    add_not_launchable(document, *group.node, key, fmt::format("'{}: {}' cannot be launched", key, *size),
                       fmt::format("remove '{}'; atomesh spreads a model by tp, ep and dp-attn", key), diagnostics);
  }
  return good;
}

}  // namespace

bool check_launchable(const yaml::Document& document, const Recipe& recipe, Diagnostics& diagnostics) {
  const Place where = yaml::place(document, *recipe.name_node);
  if (recipe.framework != atom_disagg) {
    diagnostics.add("wrong-framework", where,
                    fmt::format("recipe '{}' is for framework '{}'", recipe.name, recipe.framework),
                    fmt::format("atomesh launches recipes of framework '{}'", atom_disagg));
    return false;
  }
  if (recipe.multinode) return true;
  diagnostics.add("not-launchable", where, fmt::format("recipe '{}' has 'multinode: false'", recipe.name),
                  "atomesh launches prefill and decode on nodes of their own");
  return false;
}

const DeploymentPoint* deployment_of(const yaml::Document& document, const Recipe& recipe, const Point& point,
                                     Diagnostics& diagnostics) {
  if (!check_launchable(document, recipe, diagnostics)) return nullptr;
  if (!point.deployment) {
    diagnostics.add("not-launchable", yaml::place(document, *point.node),
                    fmt::format("point {} of recipe '{}' has no 'prefill' and 'decode'", point.index, recipe.name),
                    "atomesh launches prefill and decode on nodes of their own");
    return nullptr;
  }
  bool good = check_parallelism(document, *point.prefill, diagnostics);
  good &= check_parallelism(document, *point.decode, diagnostics);
  if (point.spec_decoding == SpecDecoding::draft_model) {
    good = false;
    add_not_launchable(document, *point.node, "spec-decoding", "'spec-decoding: draft_model' cannot be launched",
                       "atomesh speculates with the model's own MTP layers: 'spec-decoding: mtp'", diagnostics);
  }
  return good ? &*point.deployment : nullptr;
}

}  // namespace atomesh
