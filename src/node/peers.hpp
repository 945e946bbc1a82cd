// Where the workers and the router of a deployment are.
#pragma once

#include <string>
#include <vector>

#include "atomesh/deployment.hpp"
#include "atomesh/diagnostics.hpp"
#include "atomesh/variables.hpp"
#include "prober.hpp"

namespace atomesh::node {

/// One process that this node waits for.
struct Peer {
  Role role = Role::prefill;
  int worker = 0;       ///< its number; the router's is 0
  std::string address;  ///< as it was given: a number or a name
  int port = 0;
  Endpoint endpoint;  ///< once it is resolved

  /// `decode-1`
  std::string name() const;
  std::string url() const;
  /// What it is asked: /health of a server, /v1/models of the router.
  std::string path() const;
};

/// In the Machine's order: on rank 0 every worker, elsewhere only those of `rank`; then the router. The deployment
/// has an address for each rank.
std::vector<Peer> peers_of(const Deployment& deployment, int rank);

/// The first address in what `getent ahosts NAME` prints; empty: none.
std::string first_address(const std::string& output);

/// Fills in the endpoints. A static program cannot use the name services of the system: where an address is a name,
/// `getent ahosts NAME` is asked, once for each. False after an error: unknown-host.
bool resolve_peers(std::vector<Peer>& peers, const Environment& environment, Diagnostics& diagnostics);

}  // namespace atomesh::node
