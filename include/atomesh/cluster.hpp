// Every process of a deployment at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/ports.hpp"
#include "atomesh/resolve.hpp"

namespace atomesh {

struct Process {
  Plan plan;
  std::string host;
  int tp = 0;                     ///< 0: the process needs no GPU
  std::vector<std::string> gpus;  ///< of this host, as HIP counts them
  std::vector<Listener> ports;
};

/// One deployment: its servers by number, the router behind those of rank 0.
struct Cluster {
  std::string recipe;  ///< empty: not from a recipe
  int point = 0;       ///< of the recipe
  std::string model;
  int prefill = 0, decode = 0;  ///< workers
  Layout layout = Layout::multi_node;
  std::string connector;
  std::string router_url;
  bool example_hosts = false;  ///< no addresses are known: the hosts are called node-0, node-1, …
  std::vector<Process> processes;
};

/// Resolves each process as `launch` on its node would. What only one node knows (its rank, its own address) is left
/// out of the environment; `host` is taken for all of them. Errors and warnings of `resolve` and of
/// `check_shared_node`.
std::optional<Cluster> plan_cluster(const Request& request, const Config& config, const Environment& environment,
                                    const HostFacts& host, Diagnostics& diagnostics);

/// Every point of every recipe of the file that can be launched, in file order, as far as they resolve.
std::vector<Cluster> plan_all(const Request& request, const Config& config, const Environment& environment,
                              const HostFacts& host, Diagnostics& diagnostics);

/// A table of the processes, then their commands. Secrets are masked.
std::string to_text(const Cluster& cluster, int width);
/// The document atomesh.plans/1: deployments, each process as in atomesh.plan/1 with host, gpus and ports.
std::string to_json(const std::vector<Cluster>& clusters);
/// The commands, each with a comment that says where it belongs.
std::string to_shell(const Cluster& cluster);
/// A Mermaid flowchart of router, workers and KV transfer.
std::string to_mermaid(const Cluster& cluster);

}  // namespace atomesh
