// Everything that one node of a deployment runs: its servers, on rank 0 also the router and a command, started in
// order, watched, and taken down again.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "atomesh/deployment.hpp"
#include "atomesh/exec.hpp"
#include "atomesh/manifest.hpp"
#include "atomesh/plan.hpp"

namespace atomesh {

/// Exit codes of run-node beside those of its processes: what timeout(1) ends with, and a worker that was lost.
inline constexpr int exit_not_ready = 124;
inline constexpr int exit_lost = 1;

/// How long run-node waits, in whole seconds.
struct NodeWaits {
  std::chrono::seconds server{2500};  ///< rank 0: for every worker
  std::chrono::seconds router{300};   ///< for the router
  std::chrono::seconds grace{20};     ///< between the first signal to a process and SIGKILL
  std::chrono::seconds answer{10};    ///< for the answer to one health check
};

/// Files that run-node writes; empty: none.
struct NodeFiles {
  std::string log_dir;   ///< an existing directory; gets <role>-<worker>.log of each process
  std::string ready;     ///< there while everything that this node runs answers
  std::string status;    ///< the state of the node, replaced at every change
  std::string manifest;  ///< what is run, written once before the start
};

/// What one node runs. The router's plan is there on rank 0 only, and so is the command.
struct NodeRun {
  int rank = 0;
  std::vector<Plan> servers;
  std::optional<Plan> router;
  Deployment deployment;             ///< with the addresses of all ranks
  std::vector<std::string> command;  ///< started once the router answers; empty: serve until a signal
  NodeWaits waits;
  NodeFiles files;
  std::optional<Manifest> manifest;  ///< what to write to files.manifest, but for `node`
};

/// What the command is told about the deployment, besides the environment of the first server's plan: IS_MTP,
/// ROUTER_URL and the variables of the topology. What only a server of several on the node has (`worker_variables`) is
/// as it was inherited. By name.
Environment command_environment(const NodeRun& run, const Environment& inherited);

/// Runs the node and returns its exit code: the command's; that of a process that ended too early, never 0; 128+N
/// after signal N; exit_not_ready, exit_lost; exit_refused, exit_not_found and exit_not_executable before anything was
/// started. Findings from before the start go to `diagnostics` (unknown-host, log-file, state-file, exec); from then
/// on they are written to standard error, and what the processes write to standard output. Afterwards no process is
/// left that was started here, directly or not. Uses the whole process: signal mask, child subreaper, SIGPIPE.
int run_node(const NodeRun& run, const Environment& inherited, Diagnostics& diagnostics);

}  // namespace atomesh
