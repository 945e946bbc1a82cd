#include "text_cursor.hpp"

#include <algorithm>
#include <charconv>

namespace atomesh {
namespace {

constexpr std::string_view all_blanks = " \t\r\n";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool is_quote(char c) { return c == '"' || c == '\''; }

bool closes(Quote open, std::size_t backslashes) {
  if (open.backslashes > 0) return backslashes == open.backslashes;
  return open.mark == '\'' || backslashes % 2 == 0;
}

}  // namespace

bool is_option_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

EscapedChar escaped_char(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 32;  // with what three levels of quotes make of one backslash
  text = text.substr(0, at + longest);
  const std::size_t letter = std::min(text.find_first_not_of('\\', at), text.size());
  if (letter == at || letter == text.size()) return {};
  const std::size_t digits = text[letter] == 'x' ? 2U : text[letter] == 'u' ? 4U : text[letter] == 'U' ? 8U : 0U;
  const std::string_view number = text.substr(letter + 1, digits);
  unsigned code = 0;
  const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
  const bool whole = digits > 0 && number.size() == digits && end == number.data() + digits;
  if (fault != std::errc() || !whole || code >= 0x80) return {};
  return {static_cast<char>(code), letter + 1 + digits - at};
}

void TextCursor::skip(std::size_t count) { at_ = std::min(at_ + count, text_.size()); }

bool TextCursor::skip_blanks(std::string_view blanks) {
  const std::size_t begin = at_;
  at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
  return at_ > begin;
}

Quote TextCursor::quote_after() const {
  const std::size_t mark = text_.find_first_not_of('\\', at_);
  if (mark == std::string_view::npos || !is_quote(text_[mark])) return {};
  return {text_[mark], mark - at_};
}

Quote TextCursor::quote_before() const {
  if (at_ == 0 || !is_quote(text_[at_ - 1])) return {};
  return {text_[at_ - 1], backslashes_before(at_ - 1)};
}

std::size_t TextCursor::closing(Quote open) const {
  for (std::size_t i = at_; i < text_.size(); ++i) {
    if (text_[i] != open.mark) continue;
    if (open == Quote{'\'', 0} && text_.substr(i, 4) == "'\\''") {
      i += 3;  // a single quote inside single quotes, as shells write it
    } else if (closes(open, backslashes_before(i))) {
      return i - open.backslashes;
    }
  }
  return text_.size();
}

std::size_t TextCursor::bare_end(std::string_view stops) const {
  std::size_t i = at_;
  while (i < text_.size() && !is_one_of(text_[i], all_blanks) && !is_one_of(text_[i], stops) && !comma_separates(i)) {
    const std::size_t close = is_quote(text_[i]) ? text_.find(text_[i], i + 1) : std::string_view::npos;
    i = close == std::string_view::npos ? i + 1 : close + 1;
  }
  return i;
}

std::size_t TextCursor::line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

std::size_t TextCursor::group_end() const {
  std::size_t depth = 0;
  TextCursor cursor = *this;
  while (cursor.at_ < text_.size()) {
    const char c = text_[cursor.at_];
    if (is_one_of(c, "[{")) ++depth;
    if (is_one_of(c, "]}") && --depth == 0) return cursor.at_ + 1;
    const Quote quote = cursor.quote_after();
    cursor.skip(std::max<std::size_t>(quote.size(), 1));
    if (quote) cursor.at_ = std::min(cursor.closing(quote) + quote.size(), text_.size());
  }
  return text_.size();
}

bool TextCursor::begins_line() const {
  std::size_t i = at_;
  while (i > 0 && is_one_of(text_[i - 1], " \t-")) --i;
  return i == 0 || text_[i - 1] == '\n';
}

std::size_t TextCursor::backslashes_before(std::size_t position) const {
  std::size_t count = 0;
  while (count < position && text_[position - count - 1] == '\\') ++count;
  return count;
}

bool TextCursor::comma_separates(std::size_t position) const {
  if (text_[position] != ',') return false;
  const std::size_t name = position + 1;
  std::size_t end = name;
  while (end < text_.size() && is_option_char(text_[end])) ++end;
  if (end == text_.size()) return end == name;
  return end == name ? is_one_of(text_[end], all_blanks) : text_[end] == '=';
}

}  // namespace atomesh
