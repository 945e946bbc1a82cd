// The resolved argv and environment of one process, with the origin of every piece (SPEC section 5).
#pragma once

#include <string>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/role.hpp"
#include "atomesh/tuning.hpp"

namespace atomesh {

/// Words of argv that one source gave together, such as `--block-size 128`.
struct Piece {
  std::vector<PlacedWord> words;
  Origin origin;
};

/// A variable that the plan adds or changes.
struct EnvChange {
  std::string name;
  std::string value;
  Origin origin;
};

/// A variable that the plan takes out of what is inherited.
struct EnvRemoval {
  std::string name;
  Origin origin;
};

struct Plan {
  Role role = Role::prefill;
  int rank = 0;            ///< of its node
  int worker = 0;          ///< its number over the deployment; the router's is 0
  bool has_mates = false;  ///< other servers are on the node
  std::string model;
  std::vector<Piece> argv;
  std::vector<EnvChange> env;  ///< by name; no name twice
  std::vector<EnvRemoval> unset_env;
  std::vector<std::string> directories;  ///< that must be there before the process starts
};

/// `decode-1`: a process in logs, by role and worker.
std::string name_of(const Plan& plan);
/// `decode rank 1`, or `decode worker 1` where a rank hosts several.
std::string title_of(const Plan& plan);

/// The words of argv, flattened.
std::vector<std::string> argv_of(const Plan& plan);

}  // namespace atomesh
