// Reads one element of a search-space.
#include <algorithm>
#include <limits>

#include "readers.hpp"

namespace atomesh::recipes {
namespace {

/// While `multinode` itself is in error, a point tells by its keys what it wants to be.
const Shape& shape_of(const Context& context, const yaml::Node& node, const Field& search_space) {
  if (search_space.multinode_shape == nullptr) return *search_space.shape;
  const bool looks_multinode = node.find("prefill") != nullptr || node.find("decode") != nullptr;
  return context.multinode.value_or(looks_multinode) ? *search_space.multinode_shape : *search_space.shape;
}

bool has_field(const Shape& shape, std::string_view key) {
  return std::ranges::find(shape.fields, key, &Field::key) != shape.fields.end();
}

/// SPEC section 3: a range doubles from its start and ends with its end.
std::vector<long long> expand_range(long long start, long long end) {
  std::vector<long long> numbers;
  for (long long n = start; n<end; n = n> std::numeric_limits<long long>::max() / 2 ? end : n * 2) {
    numbers.push_back(n);
  }
  numbers.push_back(end);
  return numbers;
}

std::vector<long long> read_concurrency(const Values& values) {
  if (values.given("conc-list")) return values.integers("conc-list");
  const auto start = values.integer("conc-start");
  const auto end = values.integer("conc-end");
  if (!start || !end || *start > *end) return {};
  return expand_range(*start, *end);
}

SpecDecoding spec_decoding_of(std::optional<std::string_view> word) {
  if (word == "mtp") return SpecDecoding::mtp;
  return word == "draft_model" ? SpecDecoding::draft_model : SpecDecoding::none;
}

void read_workers(const Context& context, const Values& values, std::string_view key, std::optional<Values>& read,
                  std::optional<WorkerGroup>& group) {
  const yaml::Node* node = values.container(key);
  if (node == nullptr) return;
  read.emplace(context, Subject{*node, values.key_node(key)}, tables::worker);
  group = read_worker(*read, *node);
}

void read_parallelism(const Values& values, Point& point) {
  point.tp = values.integer("tp");
  point.ep = values.integer("ep");
  point.pp = values.integer("pp");
  point.dcp_size = values.integer("dcp-size");
  point.pcp_size = values.integer("pcp-size");
  point.dp_attn = values.boolean("dp-attn");
}

void read_kv_offloading(const Context& context, const Values& values, Point& point) {
  if (const auto word = values.text("kv-offloading")) {
    point.kv_offloading = word == "dram" ? KvOffloading::dram : KvOffloading::none;
  }
  point.kv_offload_backend = read_kv_offload_backend(context, values);
}

void read_scenario(const Values& scenario, Point& point) {
  if (&scenario.shape() == &tables::agentic_scenario) {
    point.scenario = ScenarioKind::agentic_coding;
    point.dram_utilization = scenario.number("dram-utilization");
    return;
  }
  point.isl = scenario.integer("isl");
  point.osl = scenario.integer("osl");
}

void read_fields(const Context& context, PointReading& reading) {
  const Values& values = reading.values;
  Point& point = reading.point;
  read_scenario(reading.scenario, point);
  point.concurrency = read_concurrency(values);
  point.spec_decoding = spec_decoding_of(values.text("spec-decoding"));
  point.spec_decoding_written = values.given("spec-decoding");
  point.router = read_router(context, values);
  point.kv_p2p_transfer = values.optional_string("kv-p2p-transfer");
  if (has_field(values.shape(), "tp")) read_parallelism(values, point);
  if (has_field(values.shape(), "kv-offloading")) read_kv_offloading(context, values, point);
  if (!has_field(values.shape(), "prefill")) return;
  read_workers(context, values, "prefill", reading.prefill, point.prefill);
  read_workers(context, values, "decode", reading.decode, point.decode);
}

}  // namespace

Point read_point(const Context& context, const yaml::Node& node, const Values& scenario, const Field& search_space) {
  const Values values(context, {node, node}, shape_of(context, node, search_space));
  PointReading reading{values, scenario, std::nullopt, std::nullopt, {}};
  reading.point.node = &node;
  read_fields(context, reading);
  check_point(context, reading);
  if (context.atom_disagg) derive_deployment(context, reading);
  return std::move(reading.point);
}

}  // namespace atomesh::recipes
