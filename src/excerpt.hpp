// The source line of a place with a caret under it.
#pragma once

#include <string>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// Two indented lines: the source line, secrets masked and cut to about 160 columns around the caret, and the caret.
/// Only the first where masking has moved the characters under the caret; nothing for a place without a line.
std::string excerpt(const Place& place);

}  // namespace atomesh
