#include "utf8.hpp"

namespace atomesh::yaml {

Decoded decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80U) return {lead, 1};
  const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < length) return {};
  char32_t character = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    character = (character << 6U) | (byte & 0x3FU);
  }
  if (utf8_length(character) != length || !is_character(character)) return {};
  return {character, length};
}

void append_utf8(std::string& text, char32_t character) {
  const std::size_t length = utf8_length(character);
  if (length == 1) {
    text += static_cast<char>(character);
    return;
  }
  const auto shift = static_cast<unsigned>(6 * (length - 1));
  text += static_cast<char>((0xF00U >> length & 0xFFU) | (character >> shift));
  for (unsigned rest = shift; rest != 0; rest -= 6) {
    text += static_cast<char>(0x80U | (character >> (rest - 6) & 0x3FU));
  }
}

}  // namespace atomesh::yaml
