// Which process this is, and where the others are (SPEC section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/placement.hpp"
#include "atomesh/role.hpp"

namespace atomesh {

/// Who we are in the job.
struct Identity {
  Role role = Role::prefill;
  int rank = 0;
  Worker worker;  ///< not of the router
};

/// What is known of who we are, and from where. The role is nothing for auto.
struct AskedIdentity {
  std::optional<Role> role;
  Slot<int> rank, worker;
};

/// The role, rank and worker of this process. The router is on rank 0. A rank is never assumed in a job of several
/// nodes, except that a worker has only one, and so has a role whose workers are all on one node. On a node that hosts
/// several workers, the role or the worker's number must say which is meant. Errors: rank-unset, rank-range, role-rank,
/// worker-unset, worker-range, worker-rank.
std::optional<Identity> identify(const AskedIdentity& asked, const Placement& placement, Diagnostics& diagnostics);

/// The rank of a node that runs all of its workers: like `identify`, without choosing among them. Errors: rank-unset,
/// rank-range, role-rank.
std::optional<int> identify_node(const AskedIdentity& asked, const Placement& placement, Diagnostics& diagnostics);

/// A SLURM host list (`node-[001-003,7],login`) as names, zero padding kept. Nothing for text that is not one or that
/// stands for more than 65,536 names.
std::optional<std::vector<std::string>> expand_host_list(std::string_view list);

/// 127.0.0.0/8, ::1, localhost.
bool is_loopback(std::string_view address);
/// 0.0.0.0, ::
bool is_unspecified(std::string_view address);
/// Characters of host names, IPv4 and IPv6 addresses only, and not empty.
bool is_address(std::string_view address);

/// `http://host:port`, with brackets around an IPv6 address.
std::string http_url(std::string_view address, int port);

}  // namespace atomesh
