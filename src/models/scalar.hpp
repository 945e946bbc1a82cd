// One scalar, from a file or from a variable, and how to point into it.
#pragma once

#include <string_view>

#include "atomesh/tuning.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

struct Scalar {
  std::string_view text;
  Place whole;
  const yaml::Document* document = nullptr;  ///< null: not from a file
  const yaml::Node* node = nullptr;

  bool from_file() const { return node != nullptr; }
  /// The place of `length` bytes at byte `offset`; outside files, the whole.
  Place at(std::size_t offset, std::size_t length) const {
    return from_file() ? yaml::place_in(*document, *node, offset, length) : whole;
  }
};

// Each reads a text that is not empty. False after an error that was added.
bool read_scalar(const Scalar& scalar, EnvList& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, FlagList& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, PositiveInt& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, Fraction& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, NonNegative& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, bool& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, JsonObject& into, Diagnostics& diagnostics);
bool read_scalar(const Scalar& scalar, CaptureSizes& into, Diagnostics& diagnostics);

/// Adds one variable of an env list: a valid name, not there yet.
bool add_env_pair(EnvPair pair, EnvList& into, Diagnostics& diagnostics);

}  // namespace atomesh
