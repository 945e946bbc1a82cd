#include "scan.hpp"

#include <algorithm>

namespace atomesh::json {
namespace {

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }

std::size_t string_end(std::string_view text, std::size_t begin) {
  std::size_t i = begin + 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

Span trimmed(std::string_view text, Span span) {
  while (span.begin < span.end && is_blank(text[span.begin])) ++span.begin;
  while (span.begin < span.end && is_blank(text[span.end - 1])) --span.end;
  return span;
}

/// Calls `visit(position, depth)` for every byte outside of strings, with the depth inside of brackets; depth 0 is the
/// bracket that closes the container, after which the walk ends.
template <typename Visit>
void walk(std::string_view text, std::size_t begin, Visit visit) {
  std::size_t depth = 0;
  std::size_t i = begin;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    visit(i, depth);
    if (depth == 0) return;
    i = c == '"' ? string_end(text, i) : i + 1;
  }
}

}  // namespace

std::size_t value_end(std::string_view text, std::size_t begin) {
  if (text[begin] == '"') return string_end(text, begin);
  std::size_t end = begin;
  walk(text, begin, [&end](std::size_t position, std::size_t) { end = position + 1; });
  return end;
}

std::vector<Span> elements(std::string_view text, std::size_t begin) {
  std::vector<Span> spans;
  std::size_t start = begin + 1;
  walk(text, begin, [&](std::size_t position, std::size_t depth) {
    const bool separator = depth == 1 && text[position] == ',';
    if (!separator && depth != 0) return;
    const Span span = trimmed(text, {start, position});
    if (span.begin < span.end) spans.push_back(span);
    start = position + 1;
  });
  return spans;
}

std::size_t key_offset(std::string_view text, std::size_t number) {
  std::size_t seen = 0;
  for (std::size_t i = text.find('"'); i < text.size(); i = text.find('"', i)) {
    const std::size_t end = string_end(text, i);
    const std::size_t next = text.find_first_not_of(blanks, end);
    const bool key = next != std::string_view::npos && text[next] == ':';
    if (key && seen++ == number) return i;
    i = end;
  }
  return 0;
}

}  // namespace atomesh::json
