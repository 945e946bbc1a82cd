// Request, files, environment and host facts to one Plan. Pure: no files, no getenv, no clock, no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/deployment.hpp"
#include "atomesh/models.hpp"
#include "atomesh/plan.hpp"
#include "atomesh/request.hpp"
#include "atomesh/variables.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// The two files, where they were found.
struct Config {
  std::optional<yaml::Document> models;
  std::optional<yaml::Document> recipes;
};

/// A file that may be the router's binary.
struct RouterCandidate {
  std::string path;
  Origin origin;
  bool exists = false;
  bool is_self = false;  ///< device and inode are this program's
};

/// What only the host can tell.
struct HostFacts {
  std::string default_route_ip;           ///< source address of the default route; empty: there is none
  std::vector<std::string> library_dirs;  ///< existing directories that LD_LIBRARY_PATH begins with
  std::vector<RouterCandidate> router;    ///< in order of preference
};

/// The one way to a plan; `launch`, `print-args` and every check share it. All errors of what is judged are reported in
/// one run. Sources of the rules: SPEC sections 4 and 5.
std::optional<Plan> resolve(const Request& request, const Config& config, const Environment& environment,
                            const HostFacts& host, Diagnostics& diagnostics);

/// The deployment alone, with the recipe's part in it. Its errors are those of `resolve`, before any plan is made.
std::optional<Deployment> find_deployment(const Request& request, const Config& config, const Environment& environment,
                                          Diagnostics& diagnostics);

/// The variables that keep workers of one node apart: GPUs, ports of data parallelism, HOME and caches.
std::vector<std::string> worker_variables();

/// A job of one node needs no list of addresses: where there is none, its address is the node's own, which a router or
/// a command is told. Errors: no-host-ip, bad-address.
void complete_addresses(Deployment& deployment, const HostFacts& host, Diagnostics& diagnostics);

/// What a plan is made of besides the request, for callers that loaded it themselves. Null: there is none.
struct Loaded {
  const ChosenPoint* point = nullptr;
  const Model* model = nullptr;
  const Model* defaults = nullptr;
};

/// The second half of `resolve`: everything after the files are loaded.
std::optional<Plan> resolve_loaded(const Request& request, const Loaded& loaded, const Environment& environment,
                                   const HostFacts& host, Diagnostics& diagnostics);

}  // namespace atomesh
