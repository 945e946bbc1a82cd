// What amd-master.yaml may hold, as data. The readers, the JSON Schema and the documentation are driven by these
// tables; rules that compare two fields are functions in src/recipes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace atomesh::recipes {

/// What a key takes. Plain scalars are read as YAML 1.1 reads them.
enum class Type : std::uint8_t {
  text,            ///< a string; bare numbers, booleans, dates and nulls are refused
  choice,          ///< one of `choices`
  integer,         ///< an integer, its text, or an integral float
  strict_integer,  ///< an integer, not quoted
  boolean,         ///< a YAML 1.1 word, such a word quoted, 0 or 1
  number,          ///< an integer or float, or its text
  text_list,
  integer_list,
  object,          ///< a mapping of `shape`
  object_or_name,  ///< a mapping of `shape`; in older files its name alone
  object_list,     ///< a list of mappings of `shape`
};

enum class Need : std::uint8_t { required, optional };

/// What a value of the right type must hold besides.
enum class Limit : std::uint8_t {
  none,
  filled,    ///< text that is not empty
  positive,  ///< above 0; of a list: every item, and at least one
  fraction,  ///< above 0, at most 1
};

struct Shape;

/// One key of a mapping.
struct Field {
  std::string_view key;
  Type type = Type::text;
  Need need = Need::optional;
  std::string_view about;  ///< one line of documentation
  Limit limit = Limit::none;
  std::span<const std::string_view> choices = {};
  const Shape* shape = nullptr;
  const Shape* multinode_shape = nullptr;  ///< where `multinode: true` changes the shape; else null
};

/// A key that people put here although it belongs elsewhere, and the hint that says so.
struct Misplaced {
  std::string_view key;
  std::string_view hint;
};

/// One kind of mapping. `name` reads well after "in" and before "has no …".
struct Shape {
  std::string_view name;
  std::span<const Field> fields;
  std::span<const Misplaced> misplaced = {};
};

inline constexpr std::size_t max_fields = 16;

namespace tables {

inline constexpr auto spec_decoding_words = std::to_array<std::string_view>({"mtp", "draft_model", "none"});
inline constexpr auto kv_offloading_words = std::to_array<std::string_view>({"none", "dram"});

inline constexpr auto router_fields = std::to_array<Field>({
    {"name", Type::text, Need::required, "Router program.", Limit::filled},
    {"version", Type::text, Need::required, "Commit or release of the router; not an image.", Limit::filled},
});
inline constexpr Shape router{"the router", router_fields};

inline constexpr auto kv_offload_backend_fields = std::to_array<Field>({
    {"name", Type::text, Need::required, "Program that keeps offloaded KV blocks."},
    {"version", Type::text, Need::optional, "Its release."},
});
inline constexpr Shape kv_offload_backend{"the KV offload backend", kv_offload_backend_fields};

inline constexpr Field tp{"tp", Type::integer, Need::required, "Tensor parallel size."};
inline constexpr Field pp{"pp", Type::strict_integer, Need::optional, "Pipeline parallel size.", Limit::positive};
inline constexpr Field dcp_size{"dcp-size", Type::strict_integer, Need::optional,
                                "Decode context parallel size; divides tp.", Limit::positive};
inline constexpr Field pcp_size{"pcp-size", Type::strict_integer, Need::optional, "Prefill context parallel size.",
                                Limit::positive};

inline constexpr auto worker_fields = std::to_array<Field>({
    {"num-worker", Type::integer, Need::required, "Number of server processes of this role."},
    tp,
    {"ep", Type::integer, Need::required, "Expert parallel size; above 1 switches expert parallelism on."},
    {"dp-attn", Type::boolean, Need::required, "Data parallel attention."},
    pp,
    dcp_size,
    pcp_size,
    {"hardware", Type::text, Need::optional, "Kind of machine of this role; on both roles or on neither."},
    {"additional-settings", Type::text_list, Need::optional, "Environment of this role, as NAME=VALUE."},
});
inline constexpr auto worker_misplaced = std::to_array<Misplaced>({
    {"spec-decoding", "'spec-decoding' stands in the point, beside 'prefill' and 'decode'"},
    {"conc-list", "'conc-list' stands in the point, beside 'prefill' and 'decode'"},
    {"conc-start", "'conc-start' stands in the point, beside 'prefill' and 'decode'"},
    {"conc-end", "'conc-end' stands in the point, beside 'prefill' and 'decode'"},
});
inline constexpr Shape worker{"the worker group", worker_fields, worker_misplaced};

inline constexpr Field ep{"ep", Type::integer, Need::optional, "Expert parallel size."};
inline constexpr Field dp_attn{"dp-attn", Type::boolean, Need::optional, "Data parallel attention."};
inline constexpr Field spec_decoding{"spec-decoding", Type::choice,
                                     Need::optional,  "Speculative decoding; none unless given.",
                                     Limit::none,     spec_decoding_words};
inline constexpr Field conc_list{"conc-list", Type::integer_list, Need::optional,
                                 "Numbers of concurrent requests; instead of conc-start and conc-end.",
                                 Limit::positive};
inline constexpr Field conc_start{"conc-start", Type::integer, Need::optional,
                                  "First number of concurrent requests; doubled up to conc-end.", Limit::positive};
inline constexpr Field conc_end{"conc-end", Type::integer, Need::optional, "Last number of concurrent requests.",
                                Limit::positive};
inline constexpr Field point_router{
    "router",    Type::object, Need::optional, "Router of this point; not where the recipe names one.",
    Limit::none, {},           &router};
inline constexpr Field point_kv_transfer{"kv-p2p-transfer", Type::text, Need::optional,
                                         "KV connector of this point; not where the recipe names one."};
inline constexpr Field prefill{"prefill", Type::object, Need::required, "Prefill workers.", Limit::none, {}, &worker};
inline constexpr Field decode{"decode", Type::object, Need::required, "Decode workers.", Limit::none, {}, &worker};

constexpr Field optional(Field field) {
  field.need = Need::optional;
  return field;
}

inline constexpr auto single_node_point_fields =
    std::to_array<Field>({tp, ep, dp_attn, pp, dcp_size, pcp_size, spec_decoding, conc_list, conc_start, conc_end,
                          point_router, point_kv_transfer});
inline constexpr auto single_node_point_misplaced = std::to_array<Misplaced>({
    {"prefill", "'prefill' and 'decode' need 'multinode: true' in the recipe"},
    {"decode", "'prefill' and 'decode' need 'multinode: true' in the recipe"},
    {"kv-offloading", "'kv-offloading' is for points of 'agentic-coding'"},
    {"kv-offload-backend", "'kv-offload-backend' is for points of 'agentic-coding'"},
});
inline constexpr Shape single_node_point{"the single-node point", single_node_point_fields,
                                         single_node_point_misplaced};

inline constexpr auto multinode_point_fields = std::to_array<Field>(
    {prefill, decode, spec_decoding, conc_list, conc_start, conc_end, point_router, point_kv_transfer});
inline constexpr auto multinode_point_misplaced = std::to_array<Misplaced>({
    {"tp", "a multinode point gives 'tp' under 'prefill' and under 'decode'"},
    {"ep", "a multinode point gives 'ep' under 'prefill' and under 'decode'"},
    {"dp-attn", "a multinode point gives 'dp-attn' under 'prefill' and under 'decode'"},
    {"pp", "a multinode point gives 'pp' under 'prefill' and under 'decode'"},
    {"dcp-size", "a multinode point gives 'dcp-size' under 'prefill' and under 'decode'"},
    {"pcp-size", "a multinode point gives 'pcp-size' under 'prefill' and under 'decode'"},
    {"num-worker", "'num-worker' stands under 'prefill' and under 'decode'"},
    {"hardware", "'hardware' stands under 'prefill' and under 'decode'"},
    {"additional-settings", "'additional-settings' stands under 'prefill' or under 'decode'"},
    {"kv-offloading", "'kv-offloading' is for points of 'agentic-coding'"},
    {"kv-offload-backend", "'kv-offload-backend' is for points of 'agentic-coding'"},
});
inline constexpr Shape multinode_point{"the multinode point", multinode_point_fields, multinode_point_misplaced};

inline constexpr auto agentic_point_fields = std::to_array<Field>({
    optional(tp),
    ep,
    dp_attn,
    pp,
    dcp_size,
    pcp_size,
    optional(prefill),
    optional(decode),
    {"kv-offloading", Type::choice, Need::optional, "Where KV blocks go when GPU memory is full; required beside tp.",
     Limit::none, kv_offloading_words},
    {"kv-offload-backend",
     Type::object_or_name,
     Need::optional,
     "What keeps the blocks; with kv-offloading dram only.",
     Limit::none,
     {},
     &kv_offload_backend},
    spec_decoding,
    conc_list,
    conc_start,
    conc_end,
    point_router,
    point_kv_transfer,
});
inline constexpr Shape agentic_point{"the agentic-coding point", agentic_point_fields};

inline constexpr auto fixed_scenario_fields = std::to_array<Field>({
    {"isl", Type::integer, Need::required, "Input sequence length, in tokens."},
    {"osl", Type::integer, Need::required, "Output sequence length, in tokens."},
    {"search-space",
     Type::object_list,
     Need::required,
     "Points to measure.",
     Limit::none,
     {},
     &single_node_point,
     &multinode_point},
});
inline constexpr auto fixed_scenario_misplaced = std::to_array<Misplaced>({
    {"dram-utilization", "'dram-utilization' is for 'agentic-coding'"},
});
inline constexpr Shape fixed_scenario{"the fixed-seq-len scenario", fixed_scenario_fields, fixed_scenario_misplaced};

inline constexpr auto agentic_scenario_fields = std::to_array<Field>({
    {"dram-utilization", Type::number, Need::optional, "Share of the host memory for KV blocks.", Limit::fraction},
    {"search-space", Type::object_list, Need::required, "Points to measure.", Limit::none, {}, &agentic_point},
});
inline constexpr auto agentic_scenario_misplaced = std::to_array<Misplaced>({
    {"isl", "'isl' is for 'fixed-seq-len'"},
    {"osl", "'osl' is for 'fixed-seq-len'"},
});
inline constexpr Shape agentic_scenario{"the agentic-coding scenario", agentic_scenario_fields,
                                        agentic_scenario_misplaced};

inline constexpr auto scenarios_fields = std::to_array<Field>({
    {"fixed-seq-len",
     Type::object_list,
     Need::optional,
     "Requests of one input and one output length.",
     Limit::none,
     {},
     &fixed_scenario},
    {"agentic-coding",
     Type::object_list,
     Need::optional,
     "Replayed coding sessions; on a runner cluster:<name> only.",
     Limit::none,
     {},
     &agentic_scenario},
});
inline constexpr Shape scenarios{"'scenarios'", scenarios_fields};

inline constexpr auto recipe_fields = std::to_array<Field>({
    {"image", Type::text, Need::required, "Container image of the server."},
    {"model", Type::text, Need::required, "Model, as the hub names it; its last component is its directory."},
    {"model-prefix", Type::text, Need::required, "Short name of the model family."},
    {"precision", Type::text, Need::required, "Precision of the weights, such as fp4."},
    {"framework", Type::text, Need::required, "What serves; atomesh launches atom-disagg."},
    {"runner", Type::text, Need::required, "Machines to run on: a kind, or cluster:<name>."},
    {"multinode", Type::boolean, Need::required, "Whether one deployment takes several nodes."},
    {"disagg", Type::boolean, Need::optional, "Prefill and decode in different processes; with multinode only."},
    {"router", Type::object, Need::optional, "Router in front of the workers.", Limit::none, {}, &router},
    {"kv-p2p-transfer", Type::text, Need::optional, "KV connector between prefill and decode; with multinode only."},
    {"scenarios", Type::object, Need::required, "What is measured; at least one.", Limit::none, {}, &scenarios},
});
inline constexpr Shape recipe{"the recipe", recipe_fields};

/// Every shape, outermost first.
inline constexpr auto all =
    std::to_array<const Shape*>({&recipe, &scenarios, &fixed_scenario, &agentic_scenario, &single_node_point,
                                 &multinode_point, &agentic_point, &worker, &router, &kv_offload_backend});

}  // namespace tables
}  // namespace atomesh::recipes
