// Between byte offsets of a text and its marks (1-based lines, columns in Unicode characters).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh::yaml {

/// True for the bytes of UTF-8 that continue a character.
constexpr bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Number of characters in a piece of UTF-8.
int count_characters(std::string_view text);

/// Marks of offsets that mostly grow: costs the distance from the last offset asked for, not from the line's start.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}
  /// Begins at an offset whose mark is known.
  Cursor(std::string_view text, std::size_t offset, Mark mark) : text_(text), offset_(offset), mark_(mark) {}
  /// Offsets past the end give the mark of the end.
  Mark at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Mark mark_{1, 1};
};

/// Where each line begins.
std::vector<std::size_t> line_starts(std::string_view text);

/// The offset of a mark; marks outside the text give the nearest one inside. `lines` as line_starts gives them.
std::size_t offset_of(std::string_view text, const std::vector<std::size_t>& lines, Mark mark);

/// The text from `offset` to the end of its line, without the newline.
std::string_view rest_of_line(std::string_view text, std::size_t offset);

}  // namespace atomesh::yaml
