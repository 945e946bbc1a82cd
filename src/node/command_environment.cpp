#include <fmt/format.h>

#include "atomesh/resolve.hpp"
#include "atomesh/run_node.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

std::string yes_no(bool value) { return value ? "true" : "false"; }

void add_role(const Deployment& deployment, Role role, Environment& environment) {
  const RoleDeployment& own = deployment.of(role);
  const std::string prefix = role == Role::prefill ? "PREFILL" : "DECODE";
  environment[role == Role::prefill ? "xP" : "yD"] = std::to_string(own.workers.value);
  environment[prefix + "_TP_SIZE"] = std::to_string(own.tp.value);
  environment[prefix + "_ENABLE_DP"] = yes_no(own.dp_attention.value);
  environment[prefix + "_ENABLE_EP"] = yes_no(own.expert_parallel.value);
  environment[prefix + "_PORT"] = std::to_string(own.port.value);
}

void restore(const std::vector<std::string>& names, const Environment& inherited, Environment& environment) {
  for (const std::string& name : names) {
    environment.erase(name);
    if (const auto found = inherited.find(name); found != inherited.end()) environment.insert(*found);
  }
}

}  // namespace

Environment command_environment(const NodeRun& run, const Environment& inherited) {
  const Deployment& deployment = run.deployment;
  const Plan& server = run.servers.front();
  Environment environment = child_environment(server, inherited);
  if (server.has_mates) restore(worker_variables(), inherited, environment);
  add_role(deployment, Role::prefill, environment);
  add_role(deployment, Role::decode, environment);
  environment["IS_MTP"] = yes_no(deployment.mtp_size.value > 0);
  environment["DECODE_MTP_SIZE"] = std::to_string(deployment.mtp_size.value);
  environment["ROUTER_PORT"] = std::to_string(deployment.router_port.value);
  environment["ROUTER_URL"] = http_url(deployment.addresses.front(), deployment.router_port.value);
  environment["NODE0_ADDR"] = deployment.addresses.front();
  if (deployment.layout.value != Layout::multi_node) {
    environment["ATOMESH_LAYOUT"] = to_string(deployment.layout.value);
  }
  environment["IPADDRS"] = fmt::format("{}", fmt::join(deployment.addresses, ","));
  environment["NODE_RANK"] = std::to_string(run.rank);
  environment["BENCH_MAX_CONCURRENCY"] = deployment.max_concurrency.written;
  if (deployment.model_name) environment["MODEL_NAME"] = deployment.model_name->value;
  if (deployment.model_dir) environment["MODEL_DIR"] = deployment.model_dir->value;
  return environment;
}

}  // namespace atomesh
