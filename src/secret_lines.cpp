#include "secret_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "secret_values.hpp"

namespace atomesh {
namespace {

constexpr std::string_view blanks = " \t";

/// A line, and how it stands in a block of YAML.
struct BlockLine {
  std::string_view content;  ///< without indentation and the dashes of lists
  std::size_t indent = 0;
  std::size_t column = 0;  ///< of `content`

  bool is_item() const { return column > indent; }
};

BlockLine read_line(std::string_view line) {
  BlockLine read;
  read.indent = std::min(line.find_first_not_of(blanks), line.size());
  read.column = read.indent;
  while (line.substr(read.column).starts_with("- ")) {
    read.column = std::min(line.find_first_not_of(blanks, read.column + 1), line.size());
  }
  read.content = line.substr(read.column);
  return read;
}

/// The lines above, the nearest first, without empty ones and comments.
class LinesAbove {
 public:
  explicit LinesAbove(std::string_view text) : rest_(text) {}

  bool next(BlockLine& line) {
    while (!rest_.empty()) {
      rest_.remove_suffix(1);  // the newline
      const std::size_t newline = rest_.rfind('\n');
      const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
      line = read_line(rest_.substr(begin));
      rest_ = rest_.substr(0, begin);
      if (!line.content.empty() && line.content.front() != '#') return true;
    }
    return false;
  }

 private:
  std::string_view rest_;
};

/// True for `NAME:` and `NAME: value` where NAME is a secret's.
bool has_secret_key(std::string_view content) {
  std::size_t colon = content.find(':');
  while (colon != std::string_view::npos && colon + 1 < content.size() && content[colon + 1] != ' ') {
    colon = content.find(':', colon + 1);
  }
  if (colon == std::string_view::npos) return false;
  const std::string assigned = fmt::format("{}: x", content.substr(0, colon));
  return mask_text(assigned, TextKind::source) != assigned;
}

/// True if one of the blocks that the line is in belongs to a secret's name.
bool is_in_secret_block(std::string_view above, BlockLine line) {
  if (line.indent == 0 && !line.is_item()) return false;
  LinesAbove lines(above);
  for (BlockLine upper; lines.next(upper);) {
    const bool list_of_it = upper.indent == line.indent && line.is_item() && !upper.is_item();
    if (upper.indent >= line.indent && !list_of_it) continue;
    if ((line.indent > upper.column || list_of_it) && has_secret_key(upper.content)) return true;
    line = upper;
    if (line.indent == 0) return false;
  }
  return false;
}

/// True for `--api-key` at the end of a line, alone or behind other words.
bool ends_with_secret_option(std::string_view content) {
  constexpr std::string_view around = " \t,\"'";
  const std::size_t last = content.find_last_not_of(around);
  if (last == std::string_view::npos) return false;
  content = content.substr(0, last + 1);
  const std::size_t before = content.find_last_of(" \t,\"'[");
  const std::string_view word = before == std::string_view::npos ? content : content.substr(before + 1);
  return word.starts_with("--") && is_secret_name(word);
}

}  // namespace

std::string mask_line(std::string_view text, std::string_view line) {
  const std::string_view above = text.substr(0, static_cast<std::size_t>(line.data() - text.data()));
  const BlockLine read = read_line(line);
  BlockLine previous;
  const bool is_value =
      LinesAbove(above).next(previous) && !read.content.starts_with("--") && ends_with_secret_option(previous.content);
  if (!is_value && !is_in_secret_block(above, read)) return mask_text(line, TextKind::source);
  return std::string(line.substr(0, read.column)) + "***";
}

}  // namespace atomesh
