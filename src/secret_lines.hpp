// Lines of a file as they may be shown. Whether a line holds a secret may only be told by those above it.
#pragma once

#include <string>
#include <string_view>

namespace atomesh {

/// One line of a YAML text, which has to point into it, with secrets masked: also those whose name stands in a line
/// above, as key of a block or as the option before this item or word.
std::string mask_line(std::string_view text, std::string_view line);

}  // namespace atomesh
