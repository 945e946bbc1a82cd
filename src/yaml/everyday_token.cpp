// Blanks, scalars, anchors and aliases of everyday YAML.
#include <algorithm>

#include "everyday_reader.hpp"

namespace atomesh::yaml {
namespace {

const std::string plain_tag = "?";
const std::string quoted_tag = "!";

// yaml-cpp reads nothing longer as a key; a little less is left to it.
constexpr std::size_t max_key = 1000;

bool is_null(std::string_view plain) { return plain == "~" || plain == "null" || plain == "Null" || plain == "NULL"; }

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool is_simple_escape(char c) {
  return c != '\0' && std::string_view("\"\\/ntrbafve").find(c) != std::string_view::npos;
}

bool is_flow_end(char c) { return c == ',' || c == ']' || c == '}'; }

/// Characters that begin no plain scalar, or one that is not an everyday one.
bool is_indicator(char c) { return std::string_view(",[]{}#&*!|>'\"%@`?:").find(c) != std::string_view::npos; }

}  // namespace

YAML::Mark EverydayReader::mark(std::size_t offset) {
  YAML::Mark mark;
  mark.pos = static_cast<int>(offset);
  return mark;
}

bool EverydayReader::skip_to_token() {
  for (;;) {
    skip_blanks();
    if (peek() == '#') {
      if (at_ != line_start_ && text_[at_ - 1] != ' ') return false;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
    if (peek() != '\n') return true;
    line_start_ = ++at_;
  }
}

void EverydayReader::skip_blanks() {
  while (peek() == ' ') ++at_;
}

/// At the end of the line, or at a comment after a blank.
bool EverydayReader::at_line_end() const {
  return peek() == '\n' || at_ == text_.size() || (peek() == '#' && text_[at_ - 1] == ' ');
}

/// Nothing more on this line.
bool EverydayReader::finish_line() {
  skip_blanks();
  return at_line_end();
}

bool EverydayReader::at_dash() const { return peek() == '-' && ends_token(text_, at_ + 1); }

bool EverydayReader::at_colon() const { return peek() == ':' && ends_token(text_, at_ + 1); }

bool EverydayReader::read_anchor(Start& start) {
  const std::size_t begin = ++at_;
  while (is_name_character(peek())) ++at_;
  if (at_ == begin || !ends_token(text_, at_)) return false;
  start.anchor = ++last_anchor_;
  anchors_[text_.substr(begin, at_ - begin)] = start.anchor;
  skip_blanks();
  return true;
}

bool EverydayReader::read_alias() {
  const std::size_t begin = at_++;
  while (is_name_character(peek())) ++at_;
  const auto found = anchors_.find(text_.substr(begin + 1, at_ - begin - 1));
  if (found == anchors_.end() || !(ends_token(text_, at_) || is_flow_end(peek()))) return false;
  handler_.OnAlias(mark(begin), found->second);
  return true;
}

bool EverydayReader::read_scalar(bool in_flow, Scalar& scalar) {
  return is_quote(peek()) ? read_quoted(scalar) : read_plain(in_flow, scalar);
}

bool EverydayReader::read_quoted(Scalar& scalar) {
  const char quote = peek();
  scalar = {at_, at_ + 1, true};
  for (;; ++scalar.end) {
    const char c = char_at(text_, scalar.end);
    if (c == '\n' || c == '\0') return false;
    if (c == '\\' && quote == '"') {
      ++scalar.end;
      if (!is_simple_escape(char_at(text_, scalar.end))) return false;
    } else if (c == quote) {
      const bool doubled = quote == '\'' && char_at(text_, scalar.end + 1) == quote;
      if (!doubled) break;
      ++scalar.end;
    }
  }
  at_ = ++scalar.end;
  return true;
}

bool EverydayReader::read_plain(bool in_flow, Scalar& scalar) {
  if (at_ == text_.size() || is_indicator(peek())) return false;
  if (peek() == '-' && (ends_token(text_, at_ + 1) || (in_flow && is_flow_end(peek(1))))) return false;
  scalar = {at_, at_, false};
  for (;; ++at_) {
    const char c = peek();
    if (c == '\n' || at_ == text_.size() || at_colon()) break;
    if (c == '#' && text_[at_ - 1] == ' ') break;
    if (in_flow && is_flow_end(c)) break;
    if (in_flow && (c == '?' || c == '[' || c == '{' || (c == ':' && is_flow_end(peek(1))))) return false;
    if (c != ' ') scalar.end = at_ + 1;
  }
  at_ = scalar.end;
  return scalar.end > scalar.begin;
}

void EverydayReader::send_scalar(const Scalar& scalar, Start start) {
  const std::string_view written = text_.substr(scalar.begin, scalar.end - scalar.begin);
  if (!scalar.quoted && is_null(written)) {
    handler_.OnNull(mark(start.offset), start.anchor);
    return;
  }
  value_.assign(written);
  handler_.OnScalar(mark(start.offset), scalar.quoted ? quoted_tag : plain_tag, start.anchor, value_);
}

/// A scalar with a colon right behind it.
bool EverydayReader::send_key(const Scalar& key) {
  if (!at_colon() || at_ - key.begin > max_key) return false;
  send_scalar(key, {key.begin, 0});
  ++at_;
  return true;
}

}  // namespace atomesh::yaml
