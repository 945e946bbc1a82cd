#include "comments.hpp"

#include <algorithm>
#include <cstddef>

namespace atomesh {
namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Knows as much of YAML's tokens as it takes to tell where quotes and block scalars begin and end.
class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : text_(text) {}

  LineLayout run() {
    while (at_ < text_.size()) read_line();
    return std::move(layout_);
  }

 private:
  void read_line();
  void begin_line();
  void read_token();
  bool at_indicator() const;
  void read_indicator();
  void read_comment();
  void read_quoted();
  void read_plain();
  void read_block_scalar();
  void next_line();
  void join_lines(int first);

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n'; }
  bool ends_word(std::size_t ahead) const { return is_blank(peek(ahead)) || peek(ahead) == '\n'; }
  bool ends_flow_word(std::size_t ahead) const {
    return flow_depth_ > 0 && std::string_view(",[]{}").find(peek(ahead)) != std::string_view::npos;
  }
  int column() const { return static_cast<int>(at_ - line_start_); }
  std::string_view rest_of_line() const { return text_.substr(at_, text_.find('\n', at_) - at_); }
  void skip_blanks() {
    while (is_blank(peek())) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int flow_depth_ = 0;
  int parent_ = -1;  ///< column of the last key or dash: the text of a block scalar is indented more
  bool in_plain_ = false;
  int plain_column_ = 0;
  int plain_line_ = 0;
  LineLayout layout_;
};

void LayoutReader::next_line() {
  ++at_;
  ++line_;
  line_start_ = at_;
}

/// The lines from `first` to this one belong together.
void LayoutReader::join_lines(int first) {
  auto& scalars = layout_.scalars;
  if (first >= line_) return;
  if (!scalars.empty() && scalars.back().last >= first) {
    scalars.back().last = line_;
  } else {
    scalars.push_back({first, line_});
  }
}

void LayoutReader::read_line() {
  begin_line();
  while (at_ < text_.size() && peek() != '\n') {
    read_token();
    skip_blanks();
  }
  next_line();
}

void LayoutReader::begin_line() {
  skip_blanks();
  if (column() == 0 && (rest_of_line().starts_with("---") || rest_of_line().starts_with("...")) && ends_word(3)) {
    at_ += 3;
    in_plain_ = false;
    parent_ = -1;
    skip_blanks();
  }
  if (flow_depth_ == 0 && column() <= parent_ && peek() != '\n') in_plain_ = false;
}

void LayoutReader::read_token() {
  const char c = peek();
  if (c == '#') return read_comment();
  if (in_plain_) return read_plain();
  if (at_indicator()) return read_indicator();
  if (c == '"' || c == '\'') return read_quoted();
  if ((c == '|' || c == '>') && flow_depth_ == 0) return read_block_scalar();
  if (c != '&' && c != '*' && c != '!') return read_plain();
  while (!ends_word(0) && !ends_flow_word(0)) ++at_;
}

bool LayoutReader::at_indicator() const {
  const char c = peek();
  return ((c == '-' || c == '?' || c == ':') && ends_word(1)) ||
         std::string_view("[]{},").find(c) != std::string_view::npos;
}

void LayoutReader::read_indicator() {
  const char c = peek();
  if ((c == '-' || c == '?') && flow_depth_ == 0) parent_ = column();
  if (c == '[' || c == '{') ++flow_depth_;
  if (c == ']' || c == '}') flow_depth_ = std::max(0, flow_depth_ - 1);
  ++at_;
}

void LayoutReader::read_comment() {
  in_plain_ = false;
  const std::string_view before = text_.substr(line_start_, at_ - line_start_);
  const std::string_view comment = rest_of_line();
  layout_.comments.push_back(
      {{line_, 1 + count_characters(before)}, comment.substr(1), std::all_of(before.begin(), before.end(), is_blank)});
  at_ += comment.size();
}

void LayoutReader::read_quoted() {
  const char quote = peek();
  const int first_line = line_;
  const int first_column = column();
  for (++at_; at_ < text_.size(); ++at_) {
    const bool escaped = (quote == '"' && peek() == '\\') || (quote == '\'' && peek() == quote && peek(1) == quote);
    if (escaped) ++at_;
    if (peek() == quote && !escaped) break;
    if (peek() == '\n' && at_ < text_.size()) {
      ++line_;
      line_start_ = at_ + 1;
    }
  }
  at_ = std::min(at_ + 1, text_.size());
  join_lines(first_line);
  if (peek() != ':') return;
  if (flow_depth_ == 0) parent_ = first_column;
  ++at_;
}

/// One word of a plain scalar, and the colon after it if it is a key.
void LayoutReader::read_plain() {
  if (!in_plain_) {
    plain_column_ = column();
    plain_line_ = line_;
  }
  in_plain_ = !ends_flow_word(0);
  if (in_plain_) join_lines(plain_line_);
  for (; !ends_word(0); ++at_) {
    const bool colon = peek() == ':' && (ends_word(1) || ends_flow_word(1));
    if (!colon && !ends_flow_word(0)) continue;
    in_plain_ = false;
    if (colon && flow_depth_ == 0) parent_ = plain_column_;
    if (colon) ++at_;
    return;
  }
}

/// Leaves off at the newline of the last line of the text.
void LayoutReader::read_block_scalar() {
  const int first_line = line_;
  const std::string_view header = rest_of_line().substr(0, rest_of_line().find_first_of(" \t"));
  const std::size_t digit = header.find_first_of("123456789");
  int indent = digit == std::string_view::npos ? 0 : std::max(parent_, 0) + (header[digit] - '0');
  at_ += header.size();
  skip_blanks();
  if (peek() == '#') read_comment();
  at_ += rest_of_line().size();
  for (std::size_t next = at_ + 1; next < text_.size();) {
    const std::string_view line = text_.substr(next, text_.find('\n', next) - next);
    const auto blanks = static_cast<int>(std::min(line.find_first_not_of(' '), line.size()));
    if (static_cast<std::size_t>(blanks) < line.size()) {
      if (indent == 0) indent = std::max(blanks, parent_ + 1);
      if (blanks < indent) break;
    }
    next_line();
    at_ = next + line.size();
    next = at_ + 1;
  }
  join_lines(first_line);
}

}  // namespace

int count_characters(std::string_view text) {
  const auto begins_character = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<int>(std::count_if(text.begin(), text.end(), begins_character));
}

LineLayout read_layout(std::string_view text) { return LayoutReader(text).run(); }

}  // namespace atomesh
