#include <fmt/format.h>

#include "atomesh/cluster.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/text.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

/// What is true of one node only.
constexpr const char* own_variables[] = {"NODE_RANK", "SLURM_PROCID", "SLURM_NODEID", "ATOM_HOST_IP"};

Environment without_own_node(Environment environment) {
  for (const char* name : own_variables) environment.erase(name);
  return environment;
}

std::string example_hosts(int nodes) {
  std::string list;
  for (int rank = 0; rank < nodes; ++rank) list += fmt::format("{}node-{}", rank == 0 ? "" : ",", rank);
  return list;
}

int gpus_of(const Plan& plan) {
  if (plan.role == Role::router) return 0;
  const auto tp = find_option(plan, "tensor_parallel_size");
  return tp ? static_cast<int>(parse_integer(tp->value).value_or(1)) : 1;
}

/// The processes of a request that names the addresses of all ranks.
void add_processes(const Request& request, const Config& config, const Environment& environment, const HostFacts& host,
                   const std::vector<std::string>& addresses, Cluster& cluster, Diagnostics& diagnostics) {
  const auto add = [&](int rank, std::optional<Role> role) {
    Request own = request;
    own.rank = rank;
    own.role = role;
    auto plan = resolve(own, config, environment, host, diagnostics);
    if (!plan) return;
    const int gpus = gpus_of(*plan);
    std::vector<Listener> ports = listeners_of(*plan);
    cluster.processes.push_back({std::move(*plan), addresses[static_cast<std::size_t>(rank)], gpus, std::move(ports)});
  };
  for (int rank = 0; rank < cluster.prefill + cluster.decode; ++rank) {
    add(rank, {});
    if (rank == 0 && cluster.prefill > 0 && cluster.decode > 0) add(rank, Role::router);
  }
}

}  // namespace

std::optional<Cluster> plan_cluster(const Request& asked, const Config& config, const Environment& inherited,
                                    const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const Environment environment = without_own_node(inherited);
  Request request = asked;
  request.rank.reset();
  request.host_ip.clear();
  auto deployment = find_deployment(request, config, environment, diagnostics);
  if (!deployment) return std::nullopt;
  Cluster cluster;
  cluster.recipe = request.recipe;
  cluster.point = deployment->point.value_or(0);
  cluster.model = deployment->model_name ? deployment->model_name->value : "";
  cluster.prefill = deployment->prefill.workers.value;
  cluster.decode = deployment->decode.workers.value;
  cluster.connector = deployment->kv_connector.value;
  cluster.example_hosts = deployment->addresses.empty();
  if (cluster.example_hosts) {
    request.addresses = example_hosts(deployment->nodes());
    deployment = find_deployment(request, config, environment, diagnostics);
    if (!deployment) return std::nullopt;
  }
  cluster.router_url = http_url(deployment->addresses.front(), deployment->router_port.value);
  add_processes(request, config, environment, host, deployment->addresses, cluster, diagnostics);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return cluster;
}

std::vector<Cluster> plan_all(const Request& asked, const Config& config, const Environment& environment,
                              const HostFacts& host, Diagnostics& diagnostics) {
  std::vector<Cluster> clusters;
  for (const yaml::Entry* entry : recipe_entries(*config.recipes)) {
    const yaml::Node* framework = entry->value->find("framework");
    if (framework == nullptr || framework->text != atom_disagg) continue;
    const auto recipe = load_recipe(*config.recipes, *entry, diagnostics);
    if (!recipe) continue;
    for (const Point& point : recipe->points) {
      Request request = asked;
      request.recipe = recipe->name;
      request.point = static_cast<int>(point.index);
      auto cluster = plan_cluster(request, config, environment, host, diagnostics);
      if (cluster) clusters.push_back(std::move(*cluster));
    }
  }
  return clusters;
}

}  // namespace atomesh
