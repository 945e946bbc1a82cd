// What standard output is connected to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "atomesh/variables.hpp"

namespace atomesh {

struct Terminal {
  int width = 100;  ///< columns: of the terminal, else COLUMNS, else 100
  bool colour = false;
};

/// `when`: auto (colour on a terminal, unless NO_COLOR is set), always or never.
Terminal find_terminal(std::string_view when, const Environment& environment);

/// The columns of a terminal on standard output; 0 if there is none: then nothing is fitted.
std::size_t terminal_width();

}  // namespace atomesh
