// How values are written: where their tokens end in the source.
#pragma once

#include <cstddef>
#include <string_view>

#include "atomesh/yaml.hpp"

namespace atomesh::yaml {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_quote(char c) { return c == '"' || c == '\''; }
constexpr bool is_block_indicator(char c) { return c == '|' || c == '>'; }

/// The character at `offset`, or NUL past the end. The text itself holds no NUL.
constexpr char char_at(std::string_view text, std::size_t offset) { return offset < text.size() ? text[offset] : '\0'; }

/// True at blanks, line ends and the end of the text.
constexpr bool ends_token(std::string_view text, std::size_t offset) {
  const char c = char_at(text, offset);
  return is_blank(c) || c == '\n' || c == '\0';
}

/// The first character after blanks, newlines and comments.
std::size_t skip_space(std::string_view text, std::size_t offset);

/// The value after its anchor and tag, if `offset` is at one.
std::size_t skip_properties(std::string_view text, std::size_t offset);

/// The offset after the closing quote of the quoted scalar that begins at `offset`; npos if nothing closes it.
std::size_t end_of_quoted(std::string_view text, std::size_t offset);

/// `*name`, `&name`, `!tag`: up to the next blank or flow indicator.
std::size_t end_of_name(std::string_view text, std::size_t offset);

/// Length of the null that is written out at `offset`: `~`, `null`, `Null` or `NULL`; 0 if none is.
std::size_t written_null(std::string_view text, std::size_t offset);

/// Characters that a value takes on its first line. Collections: their first key, if it stands where they begin, or 1.
int width_at(std::string_view text, std::size_t offset, const Node& node);

}  // namespace atomesh::yaml
