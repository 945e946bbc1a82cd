// Options over all tables.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "atomesh/flags.hpp"

namespace atomesh {

/// The option of any table with this name, dashes standing for underscores, or with this unambiguous abbreviation; null
/// if there is none.
const Option* find_any_date(std::string_view name);

/// Where the server's own words begin: after `python3 -m module` (other options of python3 may stand before -m), or at
/// once.
std::size_t options_begin(std::span<const std::string> argv);

}  // namespace atomesh
