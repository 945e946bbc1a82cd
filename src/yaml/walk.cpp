#include "walk.hpp"

#include <algorithm>

#include "position.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

std::size_t count_leading(std::string_view text, char c) { return std::min(text.find_first_not_of(c), text.size()); }

/// Spaces before the first character that is neither space nor line end.
std::size_t first_indent(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \n"), text.size());
  return first - (text.substr(0, first).rfind('\n') + 1);
}

}  // namespace

Walk::Walk(std::string_view source, std::size_t offset, std::string_view text)
    : source_(source), text_(text), at_(offset), style_('\0') {
  if (is_block_indicator(char_at(source, offset))) enter_block();
}

// How far the content is indented follows from its first line that is not blank: what the source has before it and the
// text has not.
void Walk::enter_block() {
  style_ = source_[at_];
  at_ = std::min(at_ + rest_of_line(source_, at_).size() + 1, source_.size());
  const std::size_t spaces = first_indent(source_.substr(at_));
  indent_ = spaces - std::min(spaces, first_indent(text_));
  skip_indent();
}

void Walk::skip_indent() { at_ += std::min(indent_, count_leading(rest_of_line(source_, at_), ' ')); }

bool Walk::to(std::size_t target) {
  while (done_ < target && done_ < text_.size()) {
    if (!step()) return false;
  }
  return done_ == target;
}

bool Walk::step() {
  if (style_ != '|' && at_fold()) return step_fold();
  if (at_ >= source_.size() || source_[at_] != text_[done_]) return false;
  ++at_;
  ++done_;
  if (style_ == '|' && source_[at_ - 1] == '\n') skip_indent();
  return true;
}

/// A line end, or outside of block scalars blanks before one.
bool Walk::at_fold() const {
  std::size_t end = at_;
  if (style_ != '>') {
    while (is_blank(char_at(source_, end))) ++end;
  }
  return char_at(source_, end) == '\n';
}

// One line end becomes a blank, several become newlines; how many depends on what stands around them in a folded block,
// and the text tells.
bool Walk::step_fold() {
  while (at_fold()) {
    at_ = source_.find('\n', at_) + 1;
    if (style_ == '>') skip_indent();
  }
  if (style_ != '>') {
    while (is_blank(char_at(source_, at_))) ++at_;
  }
  const std::size_t newlines = count_leading(text_.substr(done_), '\n');
  if (newlines == 0 && char_at(text_, done_) != ' ') return false;
  done_ += std::max<std::size_t>(newlines, 1);
  return true;
}

}  // namespace atomesh::yaml
