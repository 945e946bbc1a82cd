#include "written.hpp"

#include <algorithm>
#include <array>

#include "position.hpp"

namespace atomesh::yaml {
namespace {

// Nothing here looks for the end of the line: a file may be one long line with a value at every other byte.

/// Bytes of a plain scalar on its first line: as far as source and value agree, without blanks before a fold.
std::size_t plain_length(std::string_view source, std::string_view value) {
  value = value.substr(0, value.find('\n'));
  source = source.substr(0, value.size());
  const auto stop = std::mismatch(source.begin(), source.end(), value.begin(), value.end()).first;
  auto length = static_cast<std::size_t>(stop - source.begin());
  while (length > 0 && is_blank(source[length - 1])) --length;
  return length;
}

/// Bytes of a key whose text is not at hand: up to the colon that ends it, or 1.
std::size_t key_length(std::string_view source) {
  for (std::size_t i = 0; i < source.size() && source[i] != '\n' && source[i] != ','; ++i) {
    if (source[i] == ':' && ends_token(source, i + 1)) return i;
  }
  return 1;
}

std::size_t length_at(std::string_view text, std::size_t offset, const Node& node) {
  const std::string_view source = text.substr(offset);
  const char first = char_at(source, 0);
  if (is_quote(first)) {
    const std::string_view quoted = source.substr(0, end_of_quoted(source, 0));
    return std::min(quoted.find('\n'), quoted.size());
  }
  if (node.kind == Kind::null) {
    const std::size_t written = written_null(text, offset);
    return written != 0 ? written : key_length(source);
  }
  if (first == '*' || first == '&' || first == '!') return end_of_name(source, 0);
  if (node.kind != Kind::scalar) return 1;
  return is_block_indicator(first) ? source.find_first_of(" \t\n") : plain_length(source, node.text);
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
  const std::string_view source = text.substr(std::min(offset, text.size()));
  for (const std::string_view word : words) {
    const char next = char_at(source, word.size());
    const bool ends = ends_token(source, word.size()) || next == ':' || next == ',' || next == ']' || next == '}';
    if (source.starts_with(word) && ends) return word.size();
  }
  return 0;
}

int width_at(std::string_view text, std::size_t offset, const Node& node) {
  const char first = char_at(text, offset);
  if (node.kind == Kind::mapping && first != '{' && !node.entries.empty() && node.entries[0].key->mark == node.mark) {
    return width_at(text, offset, *node.entries[0].key);
  }
  if (node.kind == Kind::mapping || node.kind == Kind::sequence) return 1;
  const std::string_view written = text.substr(offset, length_at(text, offset, node));
  return std::max(1, count_characters(written));
}

}  // namespace atomesh::yaml
