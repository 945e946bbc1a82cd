// JSON of a key as a tree. Private to `show`.
#pragma once

#include <string>

#include "atomesh/value.hpp"

namespace atomesh {

/// The tree whose YAML a key reads back as exactly this JSON; where no tree does (blanks, escapes), the text itself.
Value json_value(const std::string& json);

}  // namespace atomesh
