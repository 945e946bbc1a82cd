// Where the processes of a deployment listen.
#pragma once

#include <string>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/plan_options.hpp"

namespace atomesh {

/// A TCP port, or `count` of them from `first` on, that one process listens on. The numbers are as asked for: they may
/// lie outside of 1 .. 65535.
struct Listener {
  enum class Kind { http, handshake, engine, rendezvous, dp_base, router, prometheus };
  Kind kind = Kind::http;
  long long first = 0;
  long long count = 1;
  std::string owner;  ///< `decode rank 1 HTTP`
  Place place;        ///< of the number, or of the option that makes the process listen there
};

/// Where the engine listens unless `--port` says otherwise.
inline constexpr int default_engine_port = 8006;

/// Of a server: HTTP, the KV handshake (a port for each of its TP ranks), the engine's own port (8006 unless set) and
/// with DP attention the rendezvous (29500 unless ATOM_DP_MASTER_PORT is set), and ATOM_DP_BASE_PORT where workers
/// share a node. Of the router: HTTP and Prometheus.
std::vector<Listener> listeners_of(const Plan& plan);
/// The same, of a plan whose options were read.
std::vector<Listener> listeners_of(const Plan& plan, const ServerOptions& options);

/// `8010`, `6301-6308`.
std::string range_text(const Listener& listener);

bool overlap(const Listener& a, const Listener& b);

/// The ports of all processes of one node against each other. Errors: port-clash, port-range.
void check_listeners(const std::vector<Listener>& of_one_node, Diagnostics& diagnostics);

}  // namespace atomesh
