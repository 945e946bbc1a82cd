// Positions of values and of words inside them.
#include <algorithm>

#include "atomesh/yaml.hpp"
#include "position.hpp"
#include "quoted.hpp"
#include "walk.hpp"
#include "written.hpp"

namespace atomesh::yaml {

namespace {

struct Span {
  std::size_t begin;
  std::size_t end;
};

std::optional<Span> find_quoted(std::string_view source, std::size_t start, std::string_view text, std::size_t offset,
                                std::size_t length) {
  QuotedReader reader(source, start);
  const auto decode_to = [&](std::size_t size) {
    while (reader.text().size() < size) {
      if (!reader.step()) return false;
    }
    return reader.text() == text.substr(0, size);
  };
  if (!decode_to(offset)) return std::nullopt;
  reader.skip_joins();
  const std::size_t begin = reader.source_offset();
  if (!decode_to(offset + length)) return std::nullopt;
  return Span{begin, reader.source_offset()};
}

std::optional<Span> find_unquoted(std::string_view source, std::size_t start, std::string_view text, std::size_t offset,
                                  std::size_t length) {
  Walk walk(source, start, text);
  if (!walk.to(offset)) return std::nullopt;
  const std::size_t begin = walk.source_offset();
  if (!walk.to(offset + length)) return std::nullopt;
  return Span{begin, walk.source_offset()};
}

}  // namespace

Place place(const Document& document, const Node& node) {
  if (node.mark.line == 0) return {document.source, node.mark, 1, {}};
  const std::string_view text = document.source->text;
  const std::size_t offset = offset_of(text, document.source->line_starts, node.mark);
  return {document.source, node.mark, width_at(text, offset, node), {}};
}

Place place_in(const Document& document, const Node& scalar, std::size_t offset, std::size_t length) {
  const std::string_view text = document.source->text;
  const std::size_t start = offset_of(text, document.source->line_starts, scalar.mark);
  if (scalar.kind != Kind::scalar || offset + length > scalar.text.size()) return place(document, scalar);
  const auto span = is_quote(char_at(text, start)) ? find_quoted(text, start, scalar.text, offset, length)
                                                   : find_unquoted(text, start, scalar.text, offset, length);
  if (!span) return place(document, scalar);
  const std::string_view line = rest_of_line(text, span->begin);
  const int width = count_characters(line.substr(0, span->end - span->begin));
  return {document.source, Cursor(text, start, scalar.mark).at(span->begin), std::max(1, width), {}};
}

}  // namespace atomesh::yaml
