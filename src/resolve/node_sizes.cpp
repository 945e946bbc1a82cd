// Whether a node has the GPUs that its workers need.
#include <fmt/format.h>

#include <algorithm>

#include "deployment_parts.hpp"

namespace atomesh {
namespace {

/// `2 prefill × TP 4 + 1 decode × TP 2`
std::string gpus_in_words(std::span<const Worker> workers) {
  std::string text;
  for (const Role role : {Role::prefill, Role::decode}) {
    const auto first = std::ranges::find(workers, role, &Worker::role);
    if (first == workers.end()) continue;
    text += fmt::format("{}{} {} × TP {}", text.empty() ? "" : " + ", std::ranges::count(workers, role, &Worker::role),
                        to_string(role), first->gpus);
  }
  return text;
}

/// Of a recipe, the point must be told; else it is the layout that does not fit.
const Place& place_of(const Deployment& out, const Worker& worker) {
  const Origin& tp = out.of(worker.role).tp.origin;
  return tp.layer == Layer::recipe ? tp.where : out.layout.origin.where;
}

void check_shared_nodes(const Deployment& out, Diagnostics& diagnostics) {
  const Placement placement = out.placement();
  for (int node = 0; node < placement.nodes; ++node) {
    const auto workers = placement.on(node);
    const int gpus = workers.back().first_gpu + workers.back().gpus;
    if (workers.size() == 1 || gpus <= out.gpus_per_node.value) continue;
    diagnostics.add("node-too-small", place_of(out, workers.front()),
                    fmt::format("rank {} hosts {} workers, which need {} GPUs ({}), and a node has {}", node,
                                workers.size(), gpus, gpus_in_words(workers), out.gpus_per_node.value),
                    "lower TP or the number of workers, choose a layout of more nodes, or set GPUS_PER_NODE if the "
                    "nodes are larger");
  }
}

}  // namespace

void check_node_sizes(const Deployment& out, Diagnostics& diagnostics) {
  for (const Role role : {Role::prefill, Role::decode}) {
    const Setting<int>& tp = out.of(role).tp;
    if (tp.value <= out.gpus_per_node.value) continue;
    diagnostics.add(
        "tp-too-wide", tp.origin.where,
        fmt::format("{} asks for TP {}, and a node has {} GPUs", to_string(role), tp.value, out.gpus_per_node.value),
        "a worker cannot span nodes: lower TP, or set GPUS_PER_NODE if the nodes are larger");
  }
  check_shared_nodes(out, diagnostics);
  if (out.nodes() == 0) {
    diagnostics.add("no-workers", out.prefill.workers.origin.where, "xP and yD are both 0", "set xP=1 and yD=1");
  }
}

}  // namespace atomesh
