// Which process this is, and where the others are (SPEC section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/role.hpp"

namespace atomesh {

/// Who we are in the job.
struct Identity {
  Role role = Role::prefill;
  int rank = 0;
  Origin rank_origin;
};

/// The role and rank of this process. `asked`: the role of --role, nothing for auto; `rank`: where one is given.
/// Ranks 0 .. prefill-1 are prefill workers, the next `decode` ones decode workers; the router is on rank 0. A rank is
/// never assumed in a job of several nodes, except that a role with one worker has only one. Errors: rank-unset,
/// rank-range, role-rank.
std::optional<Identity> identify(std::optional<Role> asked, const Slot<int>& rank, int prefill, int decode,
                                 Diagnostics& diagnostics);

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
