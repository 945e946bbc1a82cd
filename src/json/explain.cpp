#include "explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/text.hpp"
#include "scan.hpp"

namespace atomesh::json {
namespace {

/// Words that other languages take for values, and what JSON has instead.
struct Foreign {
  std::string_view word;
  std::string_view instead;
};
constexpr auto foreign = std::to_array<Foreign>({{"True", "true"},
                                                 {"TRUE", "true"},
                                                 {"False", "false"},
                                                 {"FALSE", "false"},
                                                 {"None", "null"},
                                                 {"Null", "null"},
                                                 {"NULL", "null"}});
constexpr auto not_finite = std::to_array<std::string_view>({"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"});

/// What belongs to one word for a reader; all parts of a non-ASCII character do.
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '+' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// The word that the byte at `offset` is in, or the byte alone.
Span word_at(std::string_view text, std::size_t offset) {
  Span span{offset, offset};
  while (span.begin > 0 && is_word(text[span.begin - 1])) --span.begin;
  while (span.end < text.size() && is_word(text[span.end])) ++span.end;
  if (span.begin == span.end) span.end = std::min(offset + 1, text.size());
  return span;
}

char before(std::string_view text, std::size_t offset) {
  const std::size_t last = text.substr(0, offset).find_last_not_of(blanks);
  return last == std::string_view::npos ? '\0' : text[last];
}

bool name_follows(std::string_view text, std::size_t end) {
  const std::size_t next = text.find_first_not_of(blanks, end);
  return next != std::string_view::npos && text[next] == ':';
}

/// A word of the text as it may be shown: a secret may not.
std::string shown_word(std::string_view text, std::string_view word) {
  const bool secret = mask_text(text).find(word) == std::string::npos;
  return secret ? "`***`" : shown(word);
}

/// A literal that JSON does not have.
Fault explain_word(std::string_view text, Span span) {
  const std::string_view word = text.substr(span.begin, span.end - span.begin);
  if (std::find(not_finite.begin(), not_finite.end(), word) != not_finite.end()) {
    return {fmt::format("a bare {}, which JSON does not have", word), "write a finite number", span.begin};
  }
  for (const Foreign& entry : foreign) {
    if (entry.word == word) {
      return {fmt::format("`{}` is not JSON", word), fmt::format("write {}", entry.instead), span.begin};
    }
  }
  if (word == "'") {
    return {"a single quote (') where JSON has a double quote (\")", "write \"…\" for every text", span.begin};
  }
  if (name_follows(text, span.end)) {
    return {fmt::format("the name {} is not in double quotes", shown(word)), fmt::format("write \"{}\"", word),
            span.begin};
  }
  return {fmt::format("{} is not a JSON value", shown_word(text, word)), "texts stand in double quotes", span.begin};
}

/// Where the string begins that ends at `last`.
std::size_t string_begin(std::string_view text, std::size_t last) {
  std::size_t begin = text.rfind('"', last - 1);
  while (begin != std::string_view::npos && begin > 0 && text[begin - 1] == '\\') begin = text.rfind('"', begin - 1);
  return begin == std::string_view::npos ? last : begin;
}

Fault missing_comma(std::string_view text, std::size_t offset) {
  const std::size_t begin = text[offset] == '"' ? string_begin(text, offset) : word_at(text, offset).begin;
  return {fmt::format("a comma is missing before {}", shown(text.substr(begin, offset + 1 - begin))), "", begin};
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 24;
  if (text.size() <= longest) return fmt::format("`{}`", text);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("`{}…`", text.substr(0, end));
}

Fault explain(std::string_view text, const ParseError& error) {
  const auto says = [&error](std::string_view part) { return error.words.find(part) != std::string_view::npos; };
  if (error.offset >= text.size()) {
    const char missing = says("closing quote") ? '"' : error.open;
    if (missing == '\0') return {"ends before its value is complete", "", text.size()};
    return {fmt::format("ends before its closing `{}`", missing), "", text.size()};
  }
  if (says("invalid string")) return {std::string(error.words), "", error.offset};
  if (says("invalid literal") || says("invalid number") || says("number overflow")) {
    return explain_word(text, word_at(text, error.offset));
  }
  const bool closing = text[error.offset] == '}' || text[error.offset] == ']';
  if (closing && before(text, error.offset) == ',') {
    return {fmt::format("a comma with nothing between it and `{}`", text[error.offset]), "remove the comma",
            error.offset};
  }
  const bool after_value = says("expected '}'") || says("expected ']'");
  if (after_value && !closing && text[error.offset] != ':') {
    const Span word = word_at(text, error.offset);
    const bool leading_zero = text[word.begin] == '0' && word.end - word.begin > 1;
    return leading_zero ? explain_word(text, word) : missing_comma(text, error.offset);
  }
  return {std::string(error.words), "", error.offset};
}

}  // namespace atomesh::json
