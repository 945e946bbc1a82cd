#include "written.hpp"

#include <algorithm>
#include <array>

#include "position.hpp"

namespace atomesh::yaml {
namespace {

/// Bytes of a plain scalar on its first line: as far as source and value agree, without blanks before a fold.
std::size_t plain_length(std::string_view line, std::string_view value) {
  const auto [stop, unused] = std::mismatch(line.begin(), line.end(), value.begin(), value.end());
  auto length = static_cast<std::size_t>(stop - line.begin());
  while (length > 0 && is_blank(line[length - 1])) --length;
  return length;
}

/// Bytes of a key whose text is not at hand: up to the colon that ends it.
std::size_t key_length(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char next = char_at(line, i + 1);
    if (line[i] == ':' && (is_blank(next) || next == '\0')) return i;
  }
  return 1;
}

std::size_t length_at(std::string_view text, std::size_t offset, const Node& node) {
  const std::string_view line = rest_of_line(text, offset);
  const char first = char_at(line, 0);
  if (is_quote(first)) {
    const std::size_t end = end_of_quoted(text, offset);
    return end == std::string_view::npos ? line.size() : std::min(end - offset, line.size());
  }
  if (node.kind == Kind::null) {
    const std::size_t written = written_null(text, offset);
    return written != 0 ? written : key_length(line);
  }
  if (first == '*' || first == '&' || first == '!') return end_of_name(text, offset) - offset;
  if (node.kind != Kind::scalar) return 1;
  return is_block_indicator(first) ? line.find_first_of(" \t") : plain_length(line, node.text);
}

}  // namespace

std::size_t skip_space(std::string_view text, std::size_t offset) {
  for (;;) {
    const char c = char_at(text, offset);
    if (is_blank(c) || c == '\n') {
      ++offset;
    } else if (c == '#') {
      offset += rest_of_line(text, offset).size();
    } else {
      return offset;
    }
  }
}

std::size_t skip_properties(std::string_view text, std::size_t offset) {
  while (char_at(text, offset) == '&' || char_at(text, offset) == '!') {
    offset = skip_space(text, end_of_name(text, offset));
  }
  return offset;
}

std::size_t end_of_quoted(std::string_view text, std::size_t offset) {
  const char quote = char_at(text, offset);
  const std::string_view stops = quote == '"' ? "\"\\" : "'";
  for (std::size_t i = text.find_first_of(stops, offset + 1); i < text.size(); i = text.find_first_of(stops, i)) {
    const bool pair = text[i] == '\\' || (quote == '\'' && char_at(text, i + 1) == '\'');
    if (!pair) return i + 1;
    i += 2;
  }
  return std::string_view::npos;
}

std::size_t end_of_name(std::string_view text, std::size_t offset) {
  if (text.substr(std::min(offset, text.size())).starts_with("!<")) {
    const std::size_t end = text.find('>', offset);
    return end == std::string_view::npos ? text.size() : end + 1;
  }
  return std::min(text.find_first_of(" \t\n,[]{}", offset), text.size());
}

std::size_t written_null(std::string_view text, std::size_t offset) {
  constexpr auto words = std::to_array<std::string_view>({"~", "null", "Null", "NULL"});
  const std::string_view line = rest_of_line(text, offset);
  for (const std::string_view word : words) {
    const bool ends = line.size() == word.size() ||
                      std::string_view(" \t:,]}").find(char_at(line, word.size())) != std::string_view::npos;
    if (line.starts_with(word) && ends) return word.size();
  }
  return 0;
}

int width_at(std::string_view text, std::size_t offset, const Node& node) {
  const char first = char_at(text, offset);
  if (node.kind == Kind::mapping && first != '{' && !node.entries.empty() && node.entries[0].key->mark == node.mark) {
    return width_at(text, offset, *node.entries[0].key);
  }
  if (node.kind == Kind::mapping || node.kind == Kind::sequence) return 1;
  const std::string_view line = rest_of_line(text, offset);
  return std::max(1, count_characters(line.substr(0, length_at(text, offset, node))));
}

}  // namespace atomesh::yaml
