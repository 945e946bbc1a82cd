// What the readers and rules of one recipe share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "atomesh/yaml.hpp"

namespace atomesh::recipes {

struct Context {
  const yaml::Document& document;
  Diagnostics& diagnostics;
  std::optional<bool> multinode = std::nullopt;  ///< nothing: not read yet, or in error
  bool atom_disagg = false;

  void add(Code code, const yaml::Node& where, std::string message, std::string hint = {}) const {
    diagnostics.add(code, yaml::place(document, where), std::move(message), std::move(hint));
  }
};

}  // namespace atomesh::recipes
