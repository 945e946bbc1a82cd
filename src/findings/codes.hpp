// Codes as people write them: in options and comments.
#pragma once

#include <string>
#include <string_view>

#include "atomesh/codes.hpp"

namespace atomesh {

/// The row of a code, or null.
const Check* find_check(std::string_view code);

/// For a code that does not exist: the nearest, or where all of them are listed.
std::string unknown_code_hint(std::string_view code);

/// For a code that can_be_ignored refuses.
inline constexpr std::string_view cannot_ignore_hint = "correct the file: nothing else in it can be checked";

}  // namespace atomesh
