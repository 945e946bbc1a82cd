// Rules that compare fields of one point, one function each.
#include <fmt/format.h>

#include <array>

#include "readers.hpp"

namespace atomesh::recipes {
namespace {

using Rule = void (*)(const Context&, const PointReading&);

bool is_agentic(const PointReading& reading) { return &reading.values.shape() == &tables::agentic_point; }
bool has_workers(const Values& values) {
  return &values.shape() != &tables::single_node_point && (values.given("prefill") || values.given("decode"));
}
bool has_tp(const Values& values) { return &values.shape() != &tables::multinode_point && values.given("tp"); }

/// `conc-list`, or both `conc-start` and `conc-end`.
void concurrency_once(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  const bool start = values.given("conc-start");
  const bool end = values.given("conc-end");
  if (values.given("conc-list")) {
    if (!start && !end) return;
    context.add(
        "conc-both", values.key_node(start ? "conc-start" : "conc-end"),
        fmt::format("'{}' and 'conc-list' both say how many requests run at once", start ? "conc-start" : "conc-end"),
        "keep 'conc-list', or 'conc-start' with 'conc-end'");
  } else if (!start && !end) {
    context.add("missing-key", values.anchor(), fmt::format("{} has no concurrency", values.shape().name),
                "write 'conc-list: [ 1, 2, 4 ]', or 'conc-start' and 'conc-end'");
  } else if (!start || !end) {
    context.add(
        "missing-key", values.key_node(start ? "conc-start" : "conc-end"),
        fmt::format("'{}' stands without '{}'", start ? "conc-start" : "conc-end", start ? "conc-end" : "conc-start"),
        "a range takes both ends");
  }
}

void range_ascends(const Context& context, const PointReading& reading) {
  const auto start = reading.values.integer("conc-start");
  const auto end = reading.values.integer("conc-end");
  if (!start || !end || *start <= *end) return;
  context.add("conc-range", reading.values.value_node("conc-end"),
              fmt::format("the range ends at {}, before its start {}", *end, *start),
              "'conc-start' is at most 'conc-end'");
}

void dcp_divides_tp(const Context& context, const Values& values) {
  const auto tp = values.integer("tp");
  const auto dcp = values.integer("dcp-size");
  if (!tp || !dcp || *tp % *dcp == 0) return;
  context.add("dcp-size", values.value_node("dcp-size"),
              fmt::format("'dcp-size' {} does not divide 'tp' {}", *dcp, *tp),
              "every tensor parallel group is cut into equal parts");
}

void dcp_divides_tp_everywhere(const Context& context, const PointReading& reading) {
  if (has_tp(reading.values)) dcp_divides_tp(context, reading.values);
  if (reading.prefill) dcp_divides_tp(context, *reading.prefill);
  if (reading.decode) dcp_divides_tp(context, *reading.decode);
}

/// A comparison of machines needs both sides.
void hardware_on_both(const Context& context, const PointReading& reading) {
  if (!reading.prefill || !reading.decode) return;
  const bool prefill = reading.prefill->given("hardware");
  if (prefill == reading.decode->given("hardware")) return;
  context.add("hardware-one-sided", (prefill ? *reading.prefill : *reading.decode).key_node("hardware"),
              fmt::format("'{}' names its hardware and '{}' does not", prefill ? "prefill" : "decode",
                          prefill ? "decode" : "prefill"),
              "write 'hardware' under both or under neither");
}

/// An agentic-coding point is one or the other whatever `multinode` says.
void tp_or_workers(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  if (!is_agentic(reading)) return;
  const bool prefill = values.given("prefill");
  const bool decode = values.given("decode");
  constexpr const char* hint = "a point has either 'tp', or 'prefill' and 'decode'";
  if (has_tp(values) && (prefill || decode)) {
    context.add("point-shape", values.key_node("tp"),
                fmt::format("'tp' stands beside '{}'", prefill ? "prefill" : "decode"), hint);
  } else if (!has_tp(values) && !prefill && !decode) {
    context.add("missing-key", values.anchor(),
                fmt::format("{} has neither 'tp' nor 'prefill' and 'decode'", values.shape().name), hint);
  } else if (prefill != decode) {
    context.add("missing-key", values.key_node(prefill ? "prefill" : "decode"),
                fmt::format("'{}' stands without '{}'", prefill ? "prefill" : "decode", prefill ? "decode" : "prefill"),
                hint);
  }
}

/// Beside prefill and decode these would be read by nobody. `ep` and `dp-attn` would neither, but other frameworks'
/// files may hold them.
void parallelism_beside_tp(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  if (!is_agentic(reading) || !has_workers(values)) return;
  for (const std::string_view key : {"pp", "dcp-size", "pcp-size", "ep", "dp-attn"}) {
    const bool tolerated = !context.atom_disagg && (key == "ep" || key == "dp-attn");
    if (tolerated || !values.given(key)) continue;
    context.add("point-shape", values.key_node(key), fmt::format("'{}' stands beside 'prefill' and 'decode'", key),
                fmt::format("write '{}' under 'prefill' and under 'decode'", key));
  }
}

void kv_offloading_is_said(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  if (!is_agentic(reading) || !has_tp(values) || has_workers(values) || values.given("kv-offloading")) return;
  context.add("missing-key", values.anchor(), fmt::format("{} has no 'kv-offloading'", values.shape().name),
              "write 'kv-offloading: none', or dram with a 'kv-offload-backend'");
}

void dram_has_its_parts(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  if (!is_agentic(reading) || values.text("kv-offloading") != "dram") return;
  if (!values.given("kv-offload-backend")) {
    context.add("kv-offloading", values.value_node("kv-offloading"),
                "'kv-offloading: dram' has no 'kv-offload-backend'", "write kv-offload-backend: { name: … } beside it");
  }
  if (!reading.scenario.given("dram-utilization")) {
    context.add("kv-offloading", values.value_node("kv-offloading"),
                "'kv-offloading: dram' has no 'dram-utilization' in its scenario",
                "write 'dram-utilization' beside 'search-space', a number above 0 and at most 1");
  }
}

void backend_needs_dram(const Context& context, const PointReading& reading) {
  const Values& values = reading.values;
  if (!is_agentic(reading) || !values.given("kv-offload-backend") || values.bad("kv-offloading")) return;
  if (values.text("kv-offloading") == "dram") return;
  context.add("kv-offloading", values.key_node("kv-offload-backend"),
              fmt::format("a 'kv-offload-backend' with {}",
                          values.given("kv-offloading") ? "'kv-offloading: none'" : "no 'kv-offloading'"),
              "write 'kv-offloading: dram', or remove the backend");
}

void kv_transfer_is_multinode(const Context& context, const PointReading& reading) {
  if (context.multinode != false || !reading.values.given("kv-p2p-transfer")) return;
  context.add("kv-transfer-single-node", reading.values.key_node("kv-p2p-transfer"),
              "'kv-p2p-transfer' in a recipe with 'multinode: false'", "one node has nobody to transfer to: remove it");
}

constexpr auto rules = std::to_array<Rule>({
    concurrency_once,
    range_ascends,
    dcp_divides_tp_everywhere,
    hardware_on_both,
    tp_or_workers,
    parallelism_beside_tp,
    kv_offloading_is_said,
    dram_has_its_parts,
    backend_needs_dram,
    kv_transfer_is_multinode,
});

}  // namespace

void check_point(const Context& context, const PointReading& reading) {
  for (const Rule rule : rules) rule(context, reading);
}

}  // namespace atomesh::recipes
