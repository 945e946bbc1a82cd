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
  int rank = 0;
  std::string model;
  std::vector<Piece> argv;
  std::vector<EnvChange> env;  ///< by name; no name twice
  std::vector<EnvRemoval> unset_env;
};

/// The words of argv, flattened.
std::vector<std::string> argv_of(const Plan& plan);

}  // namespace atomesh
