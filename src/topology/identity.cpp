#include <fmt/format.h>

#include <algorithm>

#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

/// The nodes that a role is on, one after the other.
struct Ranks {
  int first = 0;
  int count = 0;
  bool contains(int rank) const { return rank >= first && rank < first + count; }
};

Ranks ranks_of(Role role, const Placement& placement) {
  if (role == Role::router) return {0, 1};
  Ranks ranks;
  for (const Worker& worker : placement.workers) {
    if (worker.role != role) continue;
    if (ranks.count == 0) ranks.first = worker.node;
    ranks.count = worker.node - ranks.first + 1;
  }
  return ranks;
}

std::string in_words(Ranks ranks) {
  if (ranks.count == 0) return "no rank";
  return ranks.count == 1 ? fmt::format("rank {}", ranks.first)
                          : fmt::format("ranks {} to {}", ranks.first, ranks.first + ranks.count - 1);
}

std::string shape(const Placement& placement) {
  const auto count = [&](Role role) { return std::ranges::count(placement.workers, role, &Worker::role); };
  const bool shared = placement.layout != Layout::multi_node;
  return fmt::format("{}P{}D{}{}: prefill is {}, decode {}", count(Role::prefill), count(Role::decode),
                     shared ? ", " : "", shared ? to_string(placement.layout) : "",
                     in_words(ranks_of(Role::prefill, placement)), in_words(ranks_of(Role::decode, placement)));
}

std::string nodes_in_words(const Placement& placement) {
  return fmt::format("{} node{}", placement.nodes, placement.nodes == 1 ? "" : "s");
}

class Identifier {
 public:
  Identifier(const AskedIdentity& asked, const Placement& placement, Diagnostics& diagnostics)
      : asked_(asked), placement_(placement), diagnostics_(diagnostics) {}

  /// The node; nothing after an error.
  std::optional<int> node() {
    if (asked_.rank) return node_of_rank(*asked_.rank);
    if (asked_.role) {
      const Ranks ranks = ranks_of(*asked_.role, placement_);
      if (ranks.count == 1) return ranks.first;
      if (ranks.count == 0) {
        return fail("role-rank", label("--role"), fmt::format("this job has no {} worker", to_string(*asked_.role)),
                    shape(placement_));
      }
    } else if (placement_.nodes == 1) {
      return 0;
    }
    return fail("rank-unset", label("env NODE_RANK"),
                fmt::format("the rank of this node is not known, in a job of {}", nodes_in_words(placement_)),
                "set NODE_RANK or --rank, or start it with srun, which sets SLURM_PROCID; " + shape(placement_));
  }

  std::optional<Identity> process() {
    if (asked_.role != Role::router && asked_.worker) return named_worker(*asked_.worker);
    const auto rank = node();
    if (!rank) return std::nullopt;
    if (asked_.role == Role::router) return Identity{Role::router, *rank, {}};
    std::vector<Worker> here;
    for (const Worker& worker : placement_.on(*rank)) {
      if (!asked_.role || worker.role == *asked_.role) here.push_back(worker);
    }
    if (here.size() == 1) return Identity{here.front().role, *rank, here.front()};
    return choose_among(here);
  }

 private:
  std::nullopt_t fail(Code code, const Place& where, std::string message, std::string hint) {
    diagnostics_.add(code, where, std::move(message), std::move(hint));
    return std::nullopt;
  }

  std::optional<int> node_of_rank(const Setting<int>& rank) {
    if (rank.value < 0 || rank.value >= placement_.nodes) {
      return fail("rank-range", rank.origin.where,
                  fmt::format("rank {} is outside of the job of {}", rank.value, nodes_in_words(placement_)),
                  shape(placement_));
    }
    if (asked_.role && !ranks_of(*asked_.role, placement_).contains(rank.value)) {
      return fail("role-rank", rank.origin.where,
                  fmt::format("rank {} is not a {} in this job", rank.value, to_string(*asked_.role)),
                  shape(placement_) + "; the router is rank 0");
    }
    return rank.value;
  }

  std::optional<Identity> named_worker(const Setting<int>& number) {
    if (number.value < 0 || number.value >= static_cast<int>(placement_.workers.size())) {
      return fail("worker-range", number.origin.where,
                  fmt::format("worker {} is outside of the job of {} workers", number.value, placement_.workers.size()),
                  "workers are counted from 0: prefill, then decode");
    }
    const Worker& worker = placement_.workers[static_cast<std::size_t>(number.value)];
    if (asked_.rank && asked_.rank->value != worker.node) {
      return fail(
          "worker-rank", number.origin.where,
          fmt::format("{} is on rank {}, and this is rank {}", name_of(worker), worker.node, asked_.rank->value),
          shape(placement_));
    }
    if (asked_.role && *asked_.role != worker.role) {
      return fail("role-rank", number.origin.where,
                  fmt::format("worker {} is not a {} in this job", number.value, to_string(*asked_.role)),
                  "workers are counted over both roles: prefill, then decode");
    }
    return Identity{worker.role, worker.node, worker};
  }

  std::optional<Identity> choose_among(const std::vector<Worker>& workers) {
    std::vector<std::string> names;
    names.reserve(workers.size());
    for (const Worker& worker : workers) names.push_back(name_of(worker));
    return fail("worker-unset", label("env ATOMESH_WORKER"),
                fmt::format("rank {} hosts {}: which of them is meant?", workers.front().node, fmt::join(names, ", ")),
                fmt::format("set --worker or ATOMESH_WORKER to the number in its name, such as {}; run-node runs all "
                            "of them",
                            workers.front().number));
  }

  const AskedIdentity& asked_;
  const Placement& placement_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Identity> identify(const AskedIdentity& asked, const Placement& placement, Diagnostics& diagnostics) {
  return Identifier(asked, placement, diagnostics).process();
}

std::optional<int> identify_node(const AskedIdentity& asked, const Placement& placement, Diagnostics& diagnostics) {
  return Identifier(asked, placement, diagnostics).node();
}

}  // namespace atomesh
