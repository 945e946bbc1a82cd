#include "peers.hpp"

#include <fmt/format.h>

#include "atomesh/topology.hpp"

namespace atomesh::node {

std::string Peer::name() const { return fmt::format("{}-{}", to_string(role), rank); }
std::string Peer::url() const { return http_url(address, port); }
std::string Peer::path() const { return role == Role::router ? "/v1/models" : "/health"; }

std::vector<Peer> peers_of(const Deployment& deployment, int rank) {
  std::vector<Peer> peers;
  for (int i = 0; i < deployment.nodes(); ++i) {
    if (rank != 0 && rank != i) continue;
    const Role role = i < deployment.prefill.workers.value ? Role::prefill : Role::decode;
    peers.push_back(
        {role, i, deployment.addresses[static_cast<std::size_t>(i)], deployment.of(role).port.value, Endpoint{}});
  }
  peers.push_back({Role::router, 0, deployment.addresses.front(), deployment.router_port.value, Endpoint{}});
  return peers;
}

}  // namespace atomesh::node
