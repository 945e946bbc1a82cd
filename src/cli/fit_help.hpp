// Help as wide as the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace atomesh {

/// The text with each line that is longer than `width` (0: no limit) wrapped at blanks, below where its description
/// begins. Commands to copy stay whole.
std::string fit_help(std::string_view text, std::size_t width);

}  // namespace atomesh
