#include "peers.hpp"

#include <fmt/format.h>

#include "atomesh/topology.hpp"

namespace atomesh::node {

std::string Peer::name() const { return fmt::format("{}-{}", to_string(role), worker); }
std::string Peer::url() const { return http_url(address, port); }
std::string Peer::path() const { return role == Role::router ? "/v1/models" : "/health"; }

std::vector<Peer> peers_of(const Deployment& deployment, int rank) {
  std::vector<Peer> peers;
  for (const Worker& worker : deployment.placement().workers) {
    if (rank != 0 && rank != worker.node) continue;
    const int port = http_port(deployment.of(worker.role).port, worker);
    peers.push_back(
        {worker.role, worker.number, deployment.addresses[static_cast<std::size_t>(worker.node)], port, Endpoint{}});
  }
  peers.push_back({Role::router, 0, deployment.addresses.front(), deployment.router_port.value, Endpoint{}});
  return peers;
}

}  // namespace atomesh::node
