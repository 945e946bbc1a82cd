#include "atomesh/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace atomesh {
namespace {

bool share_a_node(Layout layout, Role role) {
  switch (layout) {
    case Layout::multi_node:
      return false;
    case Layout::single_node:
      return true;
    case Layout::prefill_single_node:
      return role == Role::prefill;
    case Layout::decode_single_node:
      return role == Role::decode;
  }
  return false;
}

/// The node of the first decode worker: behind those of prefill, or theirs.
int first_decode_node(Layout layout, int prefill) {
  if (layout == Layout::single_node || prefill == 0) return 0;
  return share_a_node(layout, Role::prefill) ? 1 : prefill;
}

}  // namespace

std::string_view to_string(Layout layout) {
  switch (layout) {
    case Layout::multi_node:
      return "multi-node";
    case Layout::single_node:
      return "single-node";
    case Layout::prefill_single_node:
      return "prefill-single-node";
    case Layout::decode_single_node:
      return "decode-single-node";
  }
  return "";
}

std::optional<Layout> parse_layout(std::string_view name) {
  const auto* found = std::ranges::find(all_layouts, name, [](Layout layout) { return to_string(layout); });
  return found == std::end(all_layouts) ? std::nullopt : std::optional(*found);
}

std::vector<std::string_view> layout_names() {
  std::vector<std::string_view> names;
  for (const Layout layout : all_layouts) names.push_back(to_string(layout));
  return names;
}

std::span<const Worker> Placement::on(int node) const {
  return {std::ranges::lower_bound(workers, node, {}, &Worker::node),
          std::ranges::upper_bound(workers, node, {}, &Worker::node)};
}

Placement place_workers(Layout layout, const WorkerCounts& counts) {
  Placement placement{layout, 0, {}};
  for (const Role role : {Role::prefill, Role::decode}) {
    const int first = role == Role::prefill ? 0 : first_decode_node(layout, counts.prefill);
    for (int i = 0; i < counts.of(role); ++i) {
      Worker worker;
      worker.number = static_cast<int>(placement.workers.size());
      worker.role = role;
      worker.node = share_a_node(layout, role) ? first : first + i;
      worker.gpus = counts.tp_of(role);
      for (const Worker& mate : placement.on(worker.node)) {
        ++worker.on_node;
        worker.of_role += mate.role == role ? 1 : 0;
        worker.first_gpu += mate.gpus;
      }
      placement.nodes = worker.node + 1;
      placement.workers.push_back(worker);
    }
  }
  for (Worker& worker : placement.workers) worker.has_mates = placement.on(worker.node).size() > 1;
  return placement;
}

std::string name_of(const Worker& worker) { return fmt::format("{}-{}", to_string(worker.role), worker.number); }

}  // namespace atomesh
