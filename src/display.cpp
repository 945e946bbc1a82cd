#include "display.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace atomesh {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

/// The blocks that Unicode's EastAsianWidth.txt calls W or F, joined where only unassigned characters lie between.
constexpr auto wide = std::to_array<Range>({{0x1100, 0x115F},
                                            {0x231A, 0x231B},
                                            {0x2329, 0x232A},
                                            {0x23E9, 0x23EC},
                                            {0x2614, 0x2615},
                                            {0x2E80, 0x303E},
                                            {0x3041, 0x33FF},
                                            {0x3400, 0x4DBF},
                                            {0x4E00, 0xA4CF},
                                            {0xA960, 0xA97C},
                                            {0xAC00, 0xD7A3},
                                            {0xF900, 0xFAFF},
                                            {0xFE30, 0xFE6F},
                                            {0xFF01, 0xFF60},
                                            {0xFFE0, 0xFFE6},
                                            {0x1F300, 0x1F64F},
                                            {0x1F680, 0x1F6FF},
                                            {0x1F900, 0x1F9FF},
                                            {0x20000, 0x3FFFD}});

/// Combining marks, joiners and variation selectors, which stand on the character before them.
constexpr auto zero_width = std::to_array<Range>({{0x0300, 0x036F}, {0x200C, 0x200D}, {0xFE00, 0xFE0F}});

/// C1 controls, line separators, and the marks that reverse the reading direction of what follows.
constexpr auto harmful = std::to_array<Range>({{0x0080, 0x009F},
                                               {0x061C, 0x061C},
                                               {0x200B, 0x200B},
                                               {0x200E, 0x200F},
                                               {0x2028, 0x202E},
                                               {0x2066, 0x2069},
                                               {0xFEFF, 0xFEFF}});

template <std::size_t Size>
bool contains(const std::array<Range, Size>& ranges, std::uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

Character decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(lead);
  if (length == 1) return {lead, 1, true};
  if (length == 0 || length > text.size()) return {lead, 1, false};
  std::uint32_t code = lead & (0x7FU >> length);
  for (const char byte : text.substr(1, length - 1)) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0U) != 0x80U) return {lead, 1, false};
    code = code << 6U | (bits & 0x3FU);
  }
  return {code, length, true};
}

Cell to_cell(const Character& character, std::string_view bytes) {
  if (!character.valid || character.code < 0x20 || character.code == 0x7F) {
    return {fmt::format("\\x{:02x}", character.code), 4};
  }
  if (contains(harmful, character.code)) return {fmt::format("\\u{:04x}", character.code), 6};
  if (contains(zero_width, character.code)) return {std::string(bytes), 0};
  return {std::string(bytes), contains(wide, character.code) ? 2 : 1};
}

}  // namespace

std::vector<Cell> to_cells(std::string_view line) {
  std::vector<Cell> cells;
  while (!line.empty()) {
    const Character character = decode(line);
    cells.push_back(character.code == '\t' ? Cell{" ", 1} : to_cell(character, line.substr(0, character.length)));
    line.remove_prefix(character.length);
  }
  return cells;
}

std::string escape_controls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character character = decode(text);
    if (character.code == '\n') {
      shown += "\\n";
    } else if (character.code == '\t') {
      shown += "\\t";
    } else {
      shown += to_cell(character, text.substr(0, character.length)).text;
    }
    text.remove_prefix(character.length);
  }
  return shown;
}

int columns_of(std::span<const Cell> cells) {
  int columns = 0;
  for (const Cell& cell : cells) columns += cell.columns;
  return columns;
}

}  // namespace atomesh
