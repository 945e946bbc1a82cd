// What a human reads as part of a value and a YAML reader does not: tabs that indent, lines that begin with `%`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace atomesh::yaml {

/// Offsets, ascending.
struct Misplaced {
  std::vector<std::size_t> tabs;        ///< outside of quoted scalars, comments and the content of block scalars
  std::vector<std::size_t> directives;  ///< a `%` in the first column where a token begins
};

Misplaced find_misplaced(std::string_view text);

}  // namespace atomesh::yaml
