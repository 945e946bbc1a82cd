// One character of UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace atomesh::yaml {

struct Decoded {
  char32_t character = 0;
  std::size_t length = 0;  ///< bytes; 0 if the text does not begin with a well-formed character
};

/// The first character. Refuses overlong forms, surrogates and what lies above U+10FFFF.
Decoded decode_utf8(std::string_view text);

/// False for surrogates and what lies above U+10FFFF.
constexpr bool is_character(char32_t c) { return c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF); }

void append_utf8(std::string& text, char32_t character);

/// Bytes that a character takes in UTF-8.
constexpr std::size_t utf8_length(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

}  // namespace atomesh::yaml
