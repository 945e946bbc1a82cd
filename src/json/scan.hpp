// Where the parts of a JSON text stand that is known to be valid. Not recursive: depth costs nothing.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace atomesh::json {

constexpr std::string_view blanks = " \t\r\n";

/// Half-open range of bytes.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The byte after the string, object or list that begins at `begin`.
std::size_t value_end(std::string_view text, std::size_t begin);

/// The elements (of an object: `"key": value`) of the container that begins at `begin`, blanks around them removed.
std::vector<Span> elements(std::string_view text, std::size_t begin);

/// Where the key with this number (from 0, in the order of the text, at any depth) begins. The text needs to be valid
/// only up to that key.
std::size_t key_offset(std::string_view text, std::size_t number);

}  // namespace atomesh::json
