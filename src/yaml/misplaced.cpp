#include "misplaced.hpp"

#include <algorithm>

#include "position.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

/// Knows just enough of YAML's tokens to tell where quotes, comments and block scalars begin and end.
class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  Misplaced run() {
    while (offset_ < text_.size()) {
      line_start_ = offset_;
      read_line();
    }
    return std::move(found_);
  }

 private:
  void read_line();
  void read_token();
  void read_indicator();
  void read_quoted();
  void read_plain();
  void read_block_scalar();
  void skip_blanks();
  bool at_indicator() const;
  int column() const { return static_cast<int>(offset_ - line_start_); }

  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  int flow_depth_ = 0;
  int parent_ = -1;  ///< column of the innermost key or list item seen: block scalars are indented more
  int plain_column_ = 0;
  bool in_plain_ = false;  ///< the line before ended in a plain scalar that this one may continue
  Misplaced found_;
};

void Finder::skip_blanks() {
  for (; offset_ < text_.size() && is_blank(text_[offset_]); ++offset_) {
    if (text_[offset_] == '\t') found_.tabs.push_back(offset_);
  }
}

void Finder::read_line() {
  skip_blanks();
  const bool document_marker =
      column() == 0 && (text_.substr(offset_).starts_with("---") || text_.substr(offset_).starts_with("..."));
  if (document_marker && ends_token(text_, offset_ + 3)) {
    offset_ += 3;
    in_plain_ = false;
    parent_ = -1;
    skip_blanks();
  } else if (in_plain_ && flow_depth_ == 0 && column() <= parent_ && char_at(text_, offset_) != '\n') {
    in_plain_ = false;
  }
  while (offset_ < text_.size() && text_[offset_] != '\n') {
    const std::size_t begin = offset_;
    read_token();
    if (offset_ == begin) ++offset_;  // NUL, which looks like the end of the text and is reported elsewhere
    skip_blanks();
  }
  if (offset_ < text_.size()) ++offset_;
}

bool Finder::at_indicator() const {
  const char c = text_[offset_];
  if (c == '-' || c == '?' || c == ':') return ends_token(text_, offset_ + 1);
  return std::string_view("[]{},").find(c) != std::string_view::npos;
}

void Finder::read_token() {
  const char c = text_[offset_];
  const bool directive = c == '%' && column() == 0;
  if (directive) found_.directives.push_back(offset_);
  if (directive || c == '#') {
    in_plain_ = false;
    offset_ += rest_of_line(text_, offset_).size();
    return;
  }
  if (in_plain_) return read_plain();
  if (is_quote(c)) return read_quoted();
  if (is_block_indicator(c) && flow_depth_ == 0) return read_block_scalar();
  if (at_indicator()) return read_indicator();
  if (c == '&' || c == '!' || c == '*') {
    offset_ = std::max(offset_ + 1, end_of_name(text_, offset_));
    return;
  }
  read_plain();
}

void Finder::read_indicator() {
  const char c = text_[offset_];
  if ((c == '-' || c == '?') && flow_depth_ == 0) parent_ = column();
  if (c == '[' || c == '{') ++flow_depth_;
  if (c == ']' || c == '}') flow_depth_ = std::max(0, flow_depth_ - 1);
  ++offset_;
}

void Finder::read_quoted() {
  const int start = column();
  offset_ = std::min(end_of_quoted(text_, offset_), text_.size());
  if (char_at(text_, offset_) != ':') return;
  if (flow_depth_ == 0) parent_ = start;
  ++offset_;
}

/// One word of a plain scalar, and the colon after it if it is a key.
void Finder::read_plain() {
  if (!in_plain_) plain_column_ = column();
  in_plain_ = true;
  const auto ends_flow = [&](std::size_t at) {
    return flow_depth_ > 0 && std::string_view(",[]{}").find(char_at(text_, at)) != std::string_view::npos;
  };
  for (; !ends_token(text_, offset_); ++offset_) {
    const bool colon = text_[offset_] == ':' && (ends_token(text_, offset_ + 1) || ends_flow(offset_ + 1));
    if (!colon && !ends_flow(offset_)) continue;
    in_plain_ = false;
    if (colon && flow_depth_ == 0) parent_ = plain_column_;
    if (colon) ++offset_;
    return;
  }
}

/// Leaves the offset at the newline that ends the last line of the content.
void Finder::read_block_scalar() {
  const std::string_view header = text_.substr(offset_, text_.find_first_of(" \t\n", offset_) - offset_);
  offset_ += header.size();
  skip_blanks();
  offset_ += rest_of_line(text_, offset_).size();
  const std::size_t digit = header.find_first_of("123456789");
  std::size_t indent =
      digit == std::string_view::npos ? 0 : static_cast<std::size_t>(std::max(parent_, 0) + (header[digit] - '0'));
  while (offset_ < text_.size()) {
    const std::string_view line = rest_of_line(text_, offset_ + 1);
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    if (spaces < line.size()) {
      if (indent == 0) indent = std::max(spaces, static_cast<std::size_t>(parent_ + 1));
      if (spaces < indent) return;
    }
    offset_ += 1 + line.size();
  }
}

}  // namespace

Misplaced find_misplaced(std::string_view text) {
  const bool any =
      text.find('\t') != std::string_view::npos || text.starts_with('%') || text.find("\n%") != std::string_view::npos;
  return any ? Finder(text).run() : Misplaced{};
}

}  // namespace atomesh::yaml
