#include <fmt/format.h>

#include "atomesh/cluster.hpp"
#include "atomesh/gpus.hpp"
#include "atomesh/node_plans.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

/// What is true of one node only.
constexpr const char* own_variables[] = {"NODE_RANK", "SLURM_PROCID", "SLURM_NODEID", "ATOM_HOST_IP", "ATOMESH_WORKER"};

Environment without_own_node(Environment environment) {
  for (const char* name : own_variables) environment.erase(name);
  return environment;
}

std::string example_hosts(int nodes) {
  std::string list;
  for (int rank = 0; rank < nodes; ++rank) list += fmt::format("{}node-{}", rank == 0 ? "" : ",", rank);
  return list;
}

/// The processes of one node of a deployment that has the addresses of all ranks.
void add_node(const Request& request, int node, const Config& config, const Environment& environment,
              const HostFacts& host, const Deployment& deployment, Cluster& cluster, Diagnostics& diagnostics) {
  std::vector<Request> requests = server_requests(request, deployment.placement(), node);
  if (node == 0 && cluster.prefill > 0 && cluster.decode > 0) {
    requests.push_back(request);
    requests.back().rank = 0;
    requests.back().role = Role::router;
  }
  std::vector<Plan> plans;
  for (const Request& each : requests) {
    if (auto plan = resolve(each, config, environment, host, diagnostics)) plans.push_back(std::move(*plan));
  }
  check_shared_node(plans, environment, diagnostics);
  const std::string& address = deployment.addresses[static_cast<std::size_t>(node)];
  for (Plan& plan : plans) {
    Process process{{}, address, tp_of(plan), gpus_of(plan, environment), listeners_of(plan)};
    process.plan = std::move(plan);
    cluster.processes.push_back(std::move(process));
  }
}

}  // namespace

std::optional<Cluster> plan_cluster(const Request& asked, const Config& config, const Environment& inherited,
                                    const HostFacts& host, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const Environment environment = without_own_node(inherited);
  Request request = asked;
  request.rank.reset();
  request.worker.reset();
  request.host_ip.clear();
  auto deployment = find_deployment(request, config, environment, diagnostics);
  if (!deployment) return std::nullopt;
  Cluster cluster;
  cluster.recipe = request.recipe;
  cluster.point = deployment->point.value_or(0);
  cluster.model = deployment->model_name ? deployment->model_name->value : "";
  cluster.prefill = deployment->prefill.workers.value;
  cluster.decode = deployment->decode.workers.value;
  cluster.layout = deployment->layout.value;
  cluster.connector = deployment->kv_connector.value;
  cluster.example_hosts = deployment->addresses.empty();
  if (cluster.example_hosts) {
    request.addresses = example_hosts(deployment->nodes());
    deployment = find_deployment(request, config, environment, diagnostics);
    if (!deployment) return std::nullopt;
  }
  cluster.router_url = http_url(deployment->addresses.front(), deployment->router_port.value);
  for (int node = 0; node < deployment->nodes(); ++node) {
    add_node(request, node, config, environment, host, *deployment, cluster, diagnostics);
  }
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
