// Everything that one node of a deployment is to run.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/resolve.hpp"

namespace atomesh {

/// The requests for the servers of one node, in the order of their workers.
std::vector<Request> server_requests(const Request& request, const Placement& placement, int node);

/// The request for the router beside them, on rank 0.
Request router_request(const Request& request);

struct NodePlans {
  Deployment deployment;
  int rank = 0;
  std::vector<Plan> servers;
  std::optional<Plan> router;  ///< on rank 0
};

/// Which node this is follows from the request's rank or role, and everything on it is resolved; the request's
/// server_args are for the servers alone. Errors and warnings: those of `identify_node`, `resolve` and
/// `check_shared_node`.
std::optional<NodePlans> plan_node(const Request& request, const Config& config, const Environment& environment,
                                   const HostFacts& host, Diagnostics& diagnostics);

/// What several servers of one node must not share; nothing where a node has one. Errors: port-clash, port-range,
/// gpu-clash.
void check_shared_node(std::span<const Plan> of_one_node, const Environment& environment, Diagnostics& diagnostics);

/// The same for a plan that was resolved alone: the others of its node are resolved for the comparison, and what is
/// wrong with them by themselves is not told.
void check_mates(const Plan& plan, const Request& request, const Config& config, const Environment& environment,
                 const HostFacts& host, Diagnostics& diagnostics);

}  // namespace atomesh
