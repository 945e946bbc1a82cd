// The deployment that is asked for: model, topology, parallelism, addresses, ports (SPEC section 4, Deployment). Each
// value is the first of: command line, recipe point, environment, default.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/placement.hpp"
#include "atomesh/recipes.hpp"
#include "atomesh/request.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

struct RoleDeployment {
  Setting<int> workers;
  Setting<int> tp;
  Setting<bool> dp_attention;
  Setting<bool> expert_parallel;
  Setting<int> port;
};

struct Deployment {
  Slot<std::string> model_name, model_dir, model_path;
  RoleDeployment prefill, decode;
  Setting<int> mtp_size;         ///< number of speculative tokens; 0: none
  Setting<int> max_concurrency;  ///< the largest of the list
  Setting<std::string> kv_connector;
  Setting<int> router_port, handshake_port, gpus_per_node;
  Setting<Layout> layout;
  Slot<int> rank, worker;
  Slot<std::string> cache_dir;         ///< each worker gets directories of its own below it
  std::vector<std::string> addresses;  ///< by rank; empty: not known
  Origin addresses_origin;
  Slot<std::string> host_ip;  ///< from an option or ATOM_HOST_IP
  bool allow_loopback = false;
  std::optional<int> point;  ///< the number of the recipe's point that it comes from

  Placement placement() const;
  int nodes() const { return placement().nodes; }
  const RoleDeployment& of(Role role) const { return role == Role::decode ? decode : prefill; }
};

/// Where a worker serves HTTP: behind the node's workers of its role before it.
inline int http_port(const Setting<int>& role_port, const Worker& worker) { return role_port.value + worker.of_role; }

/// The recipe's part in a deployment: the point that was chosen and what follows from it.
struct ChosenPoint {
  const yaml::Document* document = nullptr;
  Recipe recipe;
  std::size_t index = 0;  ///< of the point in recipe.points; it has a deployment

  const Point& point() const { return recipe.points[index]; }
  const DeploymentPoint& deployment() const { return *point().deployment; }
  /// `minimaxm3-fp4-mi355x-atom-disagg point 2`
  std::string name() const;
};

/// The model that is asked for, also where the rest of the deployment has errors. Adds no findings.
Slot<std::string> find_model_name(const Request& request, const ChosenPoint* point, const Environment& environment);

/// Errors: bad-value, no-workers, tp-too-wide, node-too-small, bad-address, too-few-addresses, setting-conflict,
/// no-model. Warnings: recipe-over-env, surplus-addresses, node0-address.
std::optional<Deployment> resolve_deployment(const Request& request, const ChosenPoint* point,
                                             const Environment& environment, Diagnostics& diagnostics);

}  // namespace atomesh
