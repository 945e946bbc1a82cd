// Which worker of a deployment runs on which node, and what it shares there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/role.hpp"

namespace atomesh {

/// How workers spread over nodes: one a node; all on one; the workers of one role on one, each of the other on its own.
enum class Layout { multi_node, single_node, prefill_single_node, decode_single_node };

inline constexpr Layout all_layouts[] = {Layout::multi_node, Layout::single_node, Layout::prefill_single_node,
                                         Layout::decode_single_node};

std::string_view to_string(Layout layout);
std::optional<Layout> parse_layout(std::string_view name);
/// All of them, for messages.
std::vector<std::string_view> layout_names();

/// How many workers a deployment has, and how many GPUs one of each role takes.
struct WorkerCounts {
  int prefill = 0, decode = 0;
  int prefill_tp = 1, decode_tp = 1;

  int of(Role role) const { return role == Role::decode ? decode : prefill; }
  int tp_of(Role role) const { return role == Role::decode ? decode_tp : prefill_tp; }
};

/// One server process and its place. Whatever is counted on the node begins at 0 there: prefill workers stand before
/// decode workers.
struct Worker {
  int number = 0;  ///< over the deployment: prefill workers, then decode workers
  Role role = Role::prefill;
  int node = 0;            ///< its rank
  int on_node = 0;         ///< among all workers of the node
  int of_role = 0;         ///< among the node's workers of this role
  int first_gpu = 0;       ///< among those of the node that are visible
  int gpus = 1;            ///< its tensor parallel size
  bool has_mates = false;  ///< other workers are on the node
};

/// Every worker of a deployment, by number. The router is on node 0.
struct Placement {
  Layout layout = Layout::multi_node;
  int nodes = 0;
  std::vector<Worker> workers;

  /// Those of one node, which stand together.
  std::span<const Worker> on(int node) const;
};

/// Prefill workers are on the first nodes, decode workers on the next; a role without workers takes no node.
Placement place_workers(Layout layout, const WorkerCounts& counts);

/// `prefill-0`: a worker in logs and messages.
std::string name_of(const Worker& worker);

}  // namespace atomesh
