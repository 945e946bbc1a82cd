#include "recipe_rules.hpp"

#include "atomesh/recipes.hpp"

namespace atomesh::schema {
namespace {

using recipes::Shape;
namespace tables = recipes::tables;

constexpr std::string_view true_words = "^(?:1|[Oo][Nn]|[Tt](?:[Rr][Uu][Ee])?|[Yy](?:[Ee][Ss])?)$";
constexpr std::string_view false_words = "^(?:0|[Oo][Ff][Ff]|[Ff](?:[Aa][Ll][Ss][Ee])?|[Nn][Oo]?)$";

Value one_of_values(std::vector<Value> values) { return Value::mapping().set("enum", Value::list(std::move(values))); }

Value is(bool truth) {
  return any_of({one_of_values({Value::boolean(truth), Value::number(truth ? 1 : 0)}),
                 text_like(truth ? true_words : false_words)});
}

Value required_with(std::string_view key, Value schema) {
  return with(key, std::move(schema)).set("required", Value::strings({std::string(key)}));
}

Value has_word(std::string_view key, std::string_view word) {
  return required_with(key, Value::mapping().set("const", Value::string(word)));
}

Value filled_list() { return type("array").set("minItems", Value::number(1)); }

Value scenario_points(Value point) { return items_are(with("search-space", items_are(std::move(point)))); }

/// Of a recipe: every point of both kinds of scenario is so.
Value every_point(const Value& point) {
  return with("scenarios",
              all_of({with("fixed-seq-len", scenario_points(point)), with("agentic-coding", scenario_points(point))}));
}

Value fixed_points(Value point) { return with("scenarios", with("fixed-seq-len", scenario_points(std::move(point)))); }

/// In one place: for the whole recipe, or in all of its points.
std::vector<Value> once(std::string_view key) {
  const Value in_points_only = all_of({required_with("multinode", is(true)), not_given(key)});
  return {when(given(key), every_point(not_given(key))),
          when(in_points_only, any_of({every_point(given(key)), every_point(not_given(key))}))};
}

Value of_both_roles(const Value& worker) { return all_of({with("prefill", worker), with("decode", worker)}); }

/// What is asked of atom-disagg recipes alone: they are launched.
Value atom_disagg_rules() {
  Value worker = with("additional-settings",
                      items_are(Value::mapping().set("pattern", Value::string("^[A-Za-z_][A-Za-z0-9_]*="))));
  worker = all_of({std::move(worker), with("num-worker", positive_integer()), with("tp", positive_integer())});
  const Value spread_by_workers = when(given("prefill"), all_of({not_given("ep"), not_given("dp-attn")}));
  const Value agentic = with("scenarios", with("agentic-coding", scenario_points(spread_by_workers)));
  return when(has_word("framework", atom_disagg),
              all_of({every_point(of_both_roles(worker)), agentic,
                      with("model", Value::mapping().set("pattern", Value::string("[^/]$")))}));
}

std::vector<Value> recipe_rules() {
  const Value agentic = required_with("scenarios", required_with("agentic-coding", filled_list()));
  const Value cluster = with("runner", Value::mapping().set("pattern", Value::string("^cluster:.")));
  std::vector<Value> rules = {
      when(required_with("multinode", is(true)), fixed_points(reference("multinode-point"))),
      when(required_with("multinode", is(false)),
           all_of({fixed_points(reference("single-node-point")), not_given("kv-p2p-transfer"),
                   every_point(not_given("kv-p2p-transfer")), negated(required_with("disagg", is(true)))})),
      when(agentic, cluster), atom_disagg_rules()};
  for (const char* key : {"router", "kv-p2p-transfer"}) {
    for (Value& rule : once(key)) rules.push_back(std::move(rule));
  }
  return rules;
}

/// `conc-list`, or `conc-start` with `conc-end`.
Value concurrency_once() {
  return any_of({all_of({given("conc-list"), not_given("conc-start"), not_given("conc-end")}),
                 all_of({not_given("conc-list"), given("conc-start"), given("conc-end")})});
}

Value hardware_on_both() {
  return when(all_of({given("prefill"), given("decode")}),
              any_of({of_both_roles(given("hardware")), of_both_roles(not_given("hardware"))}));
}

std::vector<Value> agentic_point_rules() {
  const Value workers = any_of({given("prefill"), given("decode")});
  const Value beside_tp = all_of({not_given("pp"), not_given("dcp-size"), not_given("pcp-size")});
  const Value dram = has_word("kv-offloading", "dram");
  return {concurrency_once(),
          hardware_on_both(),
          any_of({all_of({given("tp"), not_given("prefill"), not_given("decode")}),
                  all_of({not_given("tp"), given("prefill"), given("decode")})}),
          when(workers, beside_tp),
          when(given("tp"), given("kv-offloading")),
          when(dram, given("kv-offload-backend")),
          when(given("kv-offload-backend"), dram)};
}

Value dram_has_its_share() {
  Value contains = Value::mapping().set("contains", has_word("kv-offloading", "dram"));
  contains.set("type", Value::string("array"));
  return when(required_with("search-space", std::move(contains)), given("dram-utilization"));
}

Value measures_something() {
  return any_of({required_with("fixed-seq-len", filled_list()), required_with("agentic-coding", filled_list())});
}

}  // namespace

Value boolean() {
  return any_of({type("boolean"), one_of_values({Value::number(0), Value::number(1)}), text_like(true_words),
                 text_like(false_words)});
}

Value positive_integer() {
  return any_of({type("integer").set("minimum", Value::number(1)),
                 text_like(R"(^\s*\+?(?=[0-9_]*[1-9])[0-9](?:_?[0-9])*(?:\.0+)?\s*$)")});
}

std::vector<Value> rules_of(const Shape& shape) {
  if (&shape == &tables::recipe) return recipe_rules();
  if (&shape == &tables::scenarios) return {measures_something()};
  if (&shape == &tables::agentic_scenario) return {dram_has_its_share()};
  if (&shape == &tables::single_node_point) return {concurrency_once()};
  if (&shape == &tables::multinode_point) return {concurrency_once(), hardware_on_both()};
  if (&shape == &tables::agentic_point) return agentic_point_rules();
  if (&shape == &tables::router) {
    return {with("version", Value::mapping().set("pattern", Value::string("^(?!image:)")))};
  }
  return {};
}

}  // namespace atomesh::schema
