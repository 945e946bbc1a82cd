// Text as a terminal shows it: characters with their columns, and harmless forms of what would move the cursor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh {

/// One character of the input (an invalid byte counts as one) as it is shown, and the columns that this takes.
struct Cell {
  std::string text;
  int columns = 1;
};

/// The characters of one line. Tabs become one blank; control and direction-changing characters and invalid bytes
/// become
/// `\x1b`, `\u202e` and the like.
std::vector<Cell> to_cells(std::string_view line);

/// The columns that the characters take together.
int columns_of(std::span<const Cell> cells);

/// The text on one line: as to_cells, but newline and tab become `\n` and `\t`.
std::string escape_controls(std::string_view text);

}  // namespace atomesh
