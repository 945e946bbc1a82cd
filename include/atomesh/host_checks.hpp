// What only the node can tell about a plan: programs, model files, GPUs, ports, RDMA devices.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "atomesh/diagnostics.hpp"
#include "atomesh/plan.hpp"
#include "atomesh/resolve.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// Where the kernel shows itself. Tests give other directories.
struct HostRoots {
  std::string sys = "/sys";
  std::string proc = "/proc";
};

/// A TCP port that the process will listen on.
struct ListenPort {
  int port = 0;
  std::string owner;  ///< what listens there, for messages: `HTTP server`
  Place where;        ///< where the number comes from
};

struct HostCheckInput {
  Environment environment;  ///< what the process would get: the inherited one with the plan's changes
  HostRoots roots;
  int tp = 0;                     ///< GPUs that the server needs; 0: none, and GPUs are not looked at
  std::string model;              ///< what --model gives: a directory or a hub id; empty: none
  std::vector<ListenPort> ports;  ///< numbers outside of 1 .. 65535 are passed over: they are not the node's to judge
  std::chrono::milliseconds import_limit{20'000};  ///< how long the interpreter may look for its module
};

/// Adds everything that would stop the plan on this node, in one run. Starts the plan's interpreter once (to look for
/// the atom module) and binds each port for an instant, without listening on it; changes nothing else.
/// Errors: host-python, host-atom, host-model, host-gpus (servers), host-router (the router), host-port.
/// Warnings: host-rdma, host-gid. Notes: host-model-hub.
void check_host(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// Resolves what this node is to run, as `launch` would, and checks each process: the server, and on rank 0 the router
/// too unless the request names a role. Adds the errors of `resolve` and those of check_host. The number of processes
/// that could be checked.
int check_node(const Request& request, const Config& config, const Environment& environment, const HostRoots& roots,
               Diagnostics& diagnostics);

}  // namespace atomesh
