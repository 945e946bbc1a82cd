// The processes that this node is to run, each against the node.
#include "atomesh/exec.hpp"
#include "atomesh/gpus.hpp"
#include "atomesh/host.hpp"
#include "atomesh/host_checks.hpp"
#include "atomesh/node_plans.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/ports.hpp"
#include "atomesh/resolve.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

HostCheckInput input_for(const Plan& plan, const Environment& environment, const HostRoots& roots) {
  HostCheckInput input;
  input.environment = child_environment(plan, environment);
  input.roots = roots;
  for (const Listener& listener : listeners_of(plan)) {
    for (long long port = listener.first; port < listener.first + listener.count; ++port) {
      if (port >= 1 && port <= 65535) input.ports.push_back({static_cast<int>(port), listener.owner, listener.place});
    }
  }
  if (plan.role == Role::router) return input;
  if (const auto model = find_option(plan, "model")) input.model = model->value;
  input.tp = tp_of(plan);
  return input;
}

/// The plan of one process, and what keeps the node from running it.
std::optional<Plan> check_process(const Request& request, const Config& config, const Environment& environment,
                                  const HostRoots& roots, Diagnostics& diagnostics) {
  auto plan = resolve(request, config, environment, read_host_facts(request, environment), diagnostics);
  if (plan) check_host(*plan, input_for(*plan, environment, roots), diagnostics);
  return plan;
}

/// The process that is named, else every server of this node.
std::vector<Request> requests_of_node(const Request& request, const Config& config, const Environment& environment) {
  Diagnostics again;  // what is wrong is told where the request is resolved
  const auto deployment = find_deployment(request, config, environment, again);
  if (!deployment || request.role || deployment->worker) return {request};
  const auto rank = identify_node({{}, deployment->rank, {}}, deployment->placement(), again);
  return rank ? server_requests(request, deployment->placement(), *rank) : std::vector{request};
}

}  // namespace

int check_node(const Request& request, const Config& config, const Environment& environment, const HostRoots& roots,
               Diagnostics& diagnostics) {
  int checked = 0;
  bool head = false;
  for (const Request& each : requests_of_node(request, config, environment)) {
    const auto plan = check_process(each, config, environment, roots, diagnostics);
    if (!plan) continue;
    ++checked;
    head = head || plan->rank == 0;
  }
  if (request.role || request.worker || !head) return checked;
  Request router = request;
  router.role = Role::router;
  return checked + (check_process(router, config, environment, roots, diagnostics) ? 1 : 0);
}

}  // namespace atomesh
