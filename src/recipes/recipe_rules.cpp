// Rules that compare fields of one recipe with each other and with its points, one function each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "readers.hpp"

namespace atomesh::recipes {
namespace {

using Rule = void (*)(const Context&, const Values&, const Recipe&);

const yaml::Entry* own_entry(const Point& point, std::string_view key) {
  const yaml::Entry* entry = point.node->find_entry(key);
  return entry != nullptr && entry->value->kind != yaml::Kind::null ? entry : nullptr;
}

bool any_point_has(const Recipe& recipe, std::string_view key) {
  return std::ranges::any_of(recipe.points, [key](const Point& point) { return own_entry(point, key) != nullptr; });
}

/// At the top level, or in the points: a reader of one place must not miss the other.
void not_twice(const Context& context, const Values& values, const Recipe& recipe, std::string_view key, Code code) {
  if (!values.given(key)) return;
  for (const Point& point : recipe.points) {
    const yaml::Entry* entry = own_entry(point, key);
    if (entry == nullptr) continue;
    context.add(code, *entry->key,
                fmt::format("'{}' stands in this point and in line {}, for the whole recipe", key,
                            values.key_node(key).mark.line),
                "keep it in one of the two places");
  }
}

/// A deployment over several nodes has it in every point or in none.
void not_in_some(const Context& context, const Values& values, const Recipe& recipe, std::string_view key, Code code) {
  if (context.multinode == false || values.given(key) || !any_point_has(recipe, key)) return;
  for (const Point& point : recipe.points) {
    if (own_entry(point, key) != nullptr) continue;
    context.add(code, *point.node, fmt::format("this point has no '{}', but others of its recipe have", key),
                fmt::format("write '{}' in every point, or once for the whole recipe", key));
  }
}

void router_once(const Context& context, const Values& values, const Recipe& recipe) {
  not_twice(context, values, recipe, "router", "router-twice");
}

void router_everywhere(const Context& context, const Values& values, const Recipe& recipe) {
  not_in_some(context, values, recipe, "router", "router-missing");
}

void kv_transfer_once(const Context& context, const Values& values, const Recipe& recipe) {
  not_twice(context, values, recipe, "kv-p2p-transfer", "kv-transfer-twice");
}

void kv_transfer_everywhere(const Context& context, const Values& values, const Recipe& recipe) {
  not_in_some(context, values, recipe, "kv-p2p-transfer", "kv-transfer-missing");
}

void kv_transfer_is_multinode(const Context& context, const Values& values, const Recipe&) {
  if (context.multinode != false || !values.given("kv-p2p-transfer")) return;
  context.add("kv-transfer-single-node", values.key_node("kv-p2p-transfer"),
              "'kv-p2p-transfer' in a recipe with 'multinode: false'", "one node has nobody to transfer to: remove it");
}

void disagg_is_multinode(const Context& context, const Values& values, const Recipe&) {
  if (context.multinode != false || values.boolean("disagg") != true) return;
  context.add("disagg-single-node", values.key_node("disagg"), "'disagg: true' in a recipe with 'multinode: false'",
              "write 'multinode: true', or remove 'disagg'");
}

void disagg_declares_kv_transfer(const Context& context, const Values& values, const Recipe& recipe) {
  if (values.boolean("disagg") != true || context.multinode == false) return;
  if (values.given("kv-p2p-transfer") || any_point_has(recipe, "kv-p2p-transfer")) return;
  context.add("kv-transfer-undeclared", values.key_node("disagg"),
              "'disagg: true' without 'kv-p2p-transfer': mooncake is assumed", "write 'kv-p2p-transfer: mooncake'");
}

/// Replayed sessions need a cluster of their own.
void agentic_runs_on_a_cluster(const Context& context, const Values& values, const Recipe& recipe) {
  constexpr std::string_view prefix = "cluster:";
  const auto runner = values.text("runner");
  const yaml::Node* scenarios = values.container("scenarios");
  const yaml::Node* agentic = scenarios == nullptr ? nullptr : scenarios->find("agentic-coding");
  if (!runner || agentic == nullptr || agentic->items.empty()) return;
  if (runner->starts_with(prefix) && runner->size() > prefix.size()) return;
  context.add("agentic-runner", values.value_node("runner"),
              fmt::format("'agentic-coding' runs on a cluster, but the runner is '{}'", recipe.runner),
              "write 'runner: cluster:<name>'");
}

constexpr auto rules = std::to_array<Rule>({
    router_once,
    router_everywhere,
    kv_transfer_once,
    kv_transfer_everywhere,
    kv_transfer_is_multinode,
    disagg_is_multinode,
    disagg_declares_kv_transfer,
    agentic_runs_on_a_cluster,
});

}  // namespace

void check_recipe(const Context& context, const Values& values, const Recipe& recipe) {
  for (const Rule rule : rules) rule(context, values, recipe);
}

}  // namespace atomesh::recipes
