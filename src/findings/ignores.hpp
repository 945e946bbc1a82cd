// What the comments of a file ignore: `# atomesh: ignore CODE[, CODE…]`.
#pragma once

#include <set>
#include <string_view>
#include <utility>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// Line and code of the table.
using Ignores = std::set<std::pair<int, std::string_view>>;

/// Codes that can be ignored, for each line that a comment speaks of. Warnings: unknown-code, cannot-ignore.
Ignores read_ignores(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace atomesh
