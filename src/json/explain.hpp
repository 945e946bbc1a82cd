// What nlohmann_json says about a broken text, in words that help.
#pragma once

#include <cstddef>
#include <string_view>

#include "atomesh/json.hpp"

namespace atomesh::json {

/// What the parser found: the byte it stopped at (the size of the text: its end), its own words (`unexpected '}';
/// expected string literal`), and the bracket that would close the innermost open object or list, NUL outside of both.
struct ParseError {
  std::size_t offset = 0;
  std::string_view words;
  char open = '\0';
};

Fault explain(std::string_view text, const ParseError& error);

/// The beginning of a text for a message, in backticks, long ones cut with `…`.
std::string shown(std::string_view text);

}  // namespace atomesh::json
