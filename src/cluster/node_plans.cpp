#include "atomesh/node_plans.hpp"

#include <algorithm>
#include <iterator>

#include "atomesh/gpus.hpp"
#include "atomesh/ports.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

/// The servers of a node in order, then the router.
std::vector<Plan> plans_of(const Request& request, const Placement& placement, int node, const Config& config,
                           const Environment& environment, const HostFacts& host, Diagnostics& diagnostics) {
  std::vector<Request> requests = server_requests(request, placement, node);
  if (node == 0) requests.push_back(router_request(request));
  std::vector<Plan> plans;
  for (const Request& each : requests) {
    if (auto plan = resolve(each, config, environment, host, diagnostics)) plans.push_back(std::move(*plan));
  }
  return plans;
}

}  // namespace

std::vector<Request> server_requests(const Request& request, const Placement& placement, int node) {
  std::vector<Request> requests;
  for (const Worker& worker : placement.on(node)) {
    Request& own = requests.emplace_back(request);
    own.role.reset();
    own.rank = node;
    own.worker = worker.number;
  }
  return requests;
}

Request router_request(const Request& request) {
  Request router = request;
  router.role = Role::router;
  router.rank = 0;
  router.worker.reset();
  router.server_args.clear();
  return router;
}

std::optional<NodePlans> plan_node(const Request& request, const Config& config, const Environment& environment,
                                   const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  Diagnostics again;
  const auto deployment = find_deployment(request, config, environment, again);
  const auto rank = deployment
                        ? identify_node({request.role, deployment->rank, {}}, deployment->placement(), diagnostics)
                        : std::nullopt;
  if (!rank) {
    resolve(request, config, environment, host, diagnostics);  // for the rest of what is wrong
    return std::nullopt;
  }
  std::vector<Plan> plans = plans_of(request, deployment->placement(), *rank, config, environment, host, diagnostics);
  if (diagnostics.error_count() != errors) return std::nullopt;
  check_shared_node(plans, environment, diagnostics);
  NodePlans node{*deployment, *rank, {}, {}};
  for (Plan& plan : plans) {
    if (plan.role == Role::router) {
      node.router = std::move(plan);
    } else {
      node.servers.push_back(std::move(plan));
    }
  }
  if (diagnostics.error_count() != errors) return std::nullopt;
  return node;
}

void check_shared_node(std::span<const Plan> of_one_node, const Environment& environment, Diagnostics& diagnostics) {
  if (std::ranges::none_of(of_one_node, &Plan::has_mates)) return;
  std::vector<Listener> listeners;
  for (const Plan& plan : of_one_node) std::ranges::move(listeners_of(plan), std::back_inserter(listeners));
  check_listeners(listeners, diagnostics);
  check_gpus(of_one_node, environment, diagnostics);
}

void check_mates(const Plan& plan, const Request& request, const Config& config, const Environment& environment,
                 const HostFacts& host, Diagnostics& diagnostics) {
  if (!plan.has_mates) return;
  Diagnostics theirs;
  const auto deployment = find_deployment(request, config, environment, theirs);
  if (!deployment) return;
  check_shared_node(plans_of(request, deployment->placement(), plan.rank, config, environment, host, theirs),
                    environment, diagnostics);
}

}  // namespace atomesh
