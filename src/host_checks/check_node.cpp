// The processes that this node is to run, each against the node.
#include "atomesh/exec.hpp"
#include "atomesh/host.hpp"
#include "atomesh/host_checks.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/ports.hpp"
#include "atomesh/resolve.hpp"
#include "atomesh/text.hpp"

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
  const auto tp = find_option(plan, "tensor_parallel_size");
  input.tp = tp ? static_cast<int>(parse_integer(tp->value).value_or(1)) : 1;
  return input;
}

/// The plan of one process, and what keeps the node from running it.
std::optional<Plan> check_process(const Request& request, const Config& config, const Environment& environment,
                                  const HostRoots& roots, Diagnostics& diagnostics) {
  auto plan = resolve(request, config, environment, read_host_facts(request, environment), diagnostics);
  if (plan) check_host(*plan, input_for(*plan, environment, roots), diagnostics);
  return plan;
}

}  // namespace

int check_node(const Request& request, const Config& config, const Environment& environment, const HostRoots& roots,
               Diagnostics& diagnostics) {
  const auto plan = check_process(request, config, environment, roots, diagnostics);
  if (!plan) return 0;
  if (request.role || plan->rank != 0) return 1;
  Request router = request;
  router.role = Role::router;
  return check_process(router, config, environment, roots, diagnostics) ? 2 : 1;
}

}  // namespace atomesh
