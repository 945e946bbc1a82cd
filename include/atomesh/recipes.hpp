// amd-master.yaml: which deployments are benchmarked (SPEC section 3). Plain values; positions are looked up in the
// tree through the `node` of each struct. The shape of the file is in recipe_shape.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/role.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// The only framework whose recipes are launched; rules about additional-settings are for it alone.
inline constexpr std::string_view atom_disagg = "atom-disagg";

enum class ScenarioKind { fixed_seq_len, agentic_coding };
enum class SpecDecoding { none, mtp, draft_model };
enum class KvOffloading { none, dram };

/// The router as a recipe names it: for records, not where its binary is.
struct Router {
  std::string name;
  std::string version;
};

struct KvOffloadBackend {
  std::string name;
  std::optional<std::string> version;
};

/// `prefill` or `decode` of a point, as written.
struct WorkerGroup {
  long long num_worker = 0;
  long long tp = 0;
  long long ep = 0;
  bool dp_attn = false;
  std::optional<long long> pp, dcp_size, pcp_size;
  std::optional<std::string> hardware;
  std::vector<std::string> additional_settings;  ///< whatever stands there; see RolePoint for what it means
  const yaml::Node* node = nullptr;
};

/// One NAME=VALUE of an atom-disagg recipe.
struct AdditionalSetting {
  std::string name;
  std::string value;
  Place place;
};

/// What a point asks of one role.
struct RolePoint {
  int nodes = 0;
  int workers = 0;
  int tp = 0;  ///< of one worker: nodes × tp of the recipe / workers
  bool expert_parallel = false;
  bool dp_attention = false;
  /// All but PREFILL_NODES, DECODE_NODES and DECODE_MTP_SIZE; no name twice.
  std::vector<AdditionalSetting> settings;
};

/// What follows from a point of a multinode atom-disagg recipe.
struct DeploymentPoint {
  std::string model_name;  ///< last path component of the recipe's model
  RolePoint prefill, decode;
  int mtp_size = 0;          ///< number of speculative tokens of both roles
  std::string kv_connector;  ///< `mooncake` where the recipe declares none

  const RolePoint& of(Role role) const { return role == Role::decode ? decode : prefill; }
};

/// One element of a search-space. Either `tp` or both `prefill` and `decode` are there.
struct Point {
  int index = 0;  ///< over the whole recipe, from 0, in file order
  ScenarioKind scenario = ScenarioKind::fixed_seq_len;
  std::optional<long long> isl, osl;       ///< tokens; fixed-seq-len only
  std::optional<double> dram_utilization;  ///< of the scenario; agentic-coding only
  std::vector<long long> concurrency;      ///< a range is expanded; never empty
  SpecDecoding spec_decoding = SpecDecoding::none;
  bool spec_decoding_written = false;  ///< false: `none` is the default, nobody asked for it
  std::optional<long long> tp, ep, pp, dcp_size, pcp_size;
  std::optional<bool> dp_attn;
  std::optional<WorkerGroup> prefill, decode;
  std::optional<KvOffloading> kv_offloading;
  std::optional<KvOffloadBackend> kv_offload_backend;
  std::optional<Router> router;                ///< the point's own; router_of looks in the recipe too
  std::optional<std::string> kv_p2p_transfer;  ///< the point's own
  std::optional<DeploymentPoint> deployment;   ///< multinode atom-disagg recipes with prefill and decode
  const yaml::Node* node = nullptr;
};

/// One top-level entry.
struct Recipe {
  std::string name;
  std::string image, model, model_prefix, framework, precision, runner;
  bool multinode = false;
  bool disagg = false;
  std::optional<Router> router;
  std::optional<std::string> kv_p2p_transfer;
  std::vector<Point> points;
  const yaml::Node* name_node = nullptr;
  const yaml::Node* node = nullptr;
};

/// The router of a point: its own, else the recipe's; null if neither names one.
const Router* router_of(const Recipe& recipe, const Point& point);

/// Checks that the top level is a mapping of names. Errors: wrong-type.
bool check_recipes_file(const yaml::Document& document, Diagnostics& diagnostics);

/// The top-level entries in file order, without notes (`x-…`). Nothing is read below them.
std::vector<const yaml::Entry*> recipe_entries(const yaml::Document& document);

/// The entry of a name. Errors, which give null: wrong-type (the file as a whole), unknown-recipe.
const yaml::Entry* find_recipe(const yaml::Document& document, std::string_view name, Diagnostics& diagnostics);

/// Loads one entry whole or not at all and reports all its errors, the yaml room's faults included. Warnings:
/// kv-transfer-undeclared, kv-offload-backend-name.
std::optional<Recipe> load_recipe(const yaml::Document& document, const yaml::Entry& entry, Diagnostics& diagnostics);

/// Loads every entry; those with errors are left out. Errors: those of check_recipes_file and load_recipe.
std::vector<Recipe> load_recipes(const yaml::Document& document, Diagnostics& diagnostics);

/// What `--isl`, `--osl`, `--conc` and `--point` ask for; all that is given must fit.
struct PointRequest {
  std::optional<long long> isl = std::nullopt;
  std::optional<long long> osl = std::nullopt;
  std::optional<long long> conc = std::nullopt;   ///< a point fits if it lists this number
  std::optional<long long> point = std::nullopt;  ///< Point::index
};

/// The one point that fits. Errors at the recipe's name, which give null: no-such-point, ambiguous-point; both list
/// what can be chosen.
const Point* select_point(const yaml::Document& document, const Recipe& recipe, const PointRequest& request,
                          Diagnostics& diagnostics);

/// `2P1D tp8 dp-attn mtp3`, `1P2D, prefill tp4 ep, decode tp8`, `tp8 ep8`: how a point spreads the model.
std::string describe_shape(const Point& point);

/// Checks that atomesh launches this kind of recipe. Errors at the recipe's name: wrong-framework, not-launchable.
bool check_launchable(const yaml::Document& document, const Recipe& recipe, Diagnostics& diagnostics);

/// The point's deployment, or null after an error at what cannot be given (not-launchable): no prefill and decode,
/// `spec-decoding: draft_model`, pp, dcp-size or pcp-size above 1.
const DeploymentPoint* deployment_of(const yaml::Document& document, const Recipe& recipe, const Point& point,
                                     Diagnostics& diagnostics);

/// The place of a key of a mapping; of the mapping itself if the key is not there.
Place place_of(const yaml::Document& document, const yaml::Node& node, std::string_view key);

}  // namespace atomesh
