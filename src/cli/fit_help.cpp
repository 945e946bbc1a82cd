#include "fit_help.hpp"

#include <algorithm>

namespace atomesh {
namespace {

constexpr std::string_view command = "  atomesh ";

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Where the description of an option begins: behind the first gap of two blanks; else where the line's words do.
std::size_t indent_of(std::string_view line) {
  const std::size_t words = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", words);
  return gap == std::string_view::npos ? words : std::min(line.find_first_not_of(' ', gap), line.size());
}

/// How much of the line fits, up to a blank behind the indent; all of it where no blank is near.
std::size_t fitting(std::string_view line, std::size_t indent, std::size_t width) {
  std::size_t best = line.size();
  for (std::size_t at = line.find(' ', indent + 1); at != std::string_view::npos; at = line.find(' ', at + 1)) {
    if (count_characters(line.substr(0, at)) > width && best != line.size()) break;
    best = at;
  }
  return best;
}

void append_fitted(std::string line, std::size_t width, std::string& out) {
  const std::size_t indent = indent_of(line);
  while (count_characters(line) > width) {
    const std::size_t end = fitting(line, indent, width);
    if (end >= line.size()) break;
    out.append(line, 0, end).append("\n");
    line = std::string(indent, ' ') + line.substr(line.find_first_not_of(' ', end));
  }
  out.append(line);
}

}  // namespace

std::string fit_help(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const bool whole = width == 0 || line.starts_with(command);
    if (whole) out.append(line);
    if (!whole) append_fitted(std::string(line), width, out);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace atomesh
