// Comments in YAML text. Works on any text: a file with a syntax error has findings, too.
#pragma once

#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// First and last, 1-based.
struct Lines {
  int first = 0;
  int last = 0;
};

struct Comment {
  Mark mark;              ///< of the `#`
  std::string_view text;  ///< after the `#`, to the end of the line
  bool alone = false;     ///< nothing stands before it in its line
};

struct LineLayout {
  std::vector<Comment> comments;  ///< by line
  std::vector<Lines> scalars;     ///< those of more than one line, by line, apart from each other
};

/// A `#` in quotes, in the text of a block scalar or inside a word begins no comment.
LineLayout read_layout(std::string_view text);

/// Number of characters in a piece of UTF-8.
int count_characters(std::string_view text);

}  // namespace atomesh
