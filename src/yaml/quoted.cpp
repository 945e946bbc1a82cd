#include "quoted.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "utf8.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

struct Escape {
  char name;
  char32_t character;
};

constexpr auto escapes = std::to_array<Escape>({
    {'0', 0x00},
    {'a', 0x07},
    {'b', 0x08},
    {'t', 0x09},
    {'\t', 0x09},
    {'n', 0x0A},
    {'v', 0x0B},
    {'f', 0x0C},
    {'r', 0x0D},
    {'e', 0x1B},
    {' ', 0x20},
    {'"', 0x22},
    {'/', 0x2F},
    {'\\', 0x5C},
    {'N', 0x85},
    {'_', 0xA0},
    {'L', 0x2028},
    {'P', 0x2029},
});

std::size_t code_digits(char name) { return name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0; }

}  // namespace

QuotedReader::QuotedReader(std::string_view source, std::size_t offset)
    : source_(source), at_(offset + 1), quote_(char_at(source, offset)) {}

bool QuotedReader::step() {
  if (at_join()) return read_join();
  const char c = char_at(source_, at_);
  if (c == '\\' && quote_ == '"') return read_escape();
  if (at_ >= source_.size() || (c == quote_ && (quote_ == '"' || char_at(source_, at_ + 1) != quote_))) return false;
  if ((is_blank(c) || c == '\n') && read_fold()) return true;
  text_ += c;
  at_ += c == quote_ ? 2 : 1;
  return true;
}

void QuotedReader::skip_joins() {
  while (at_join()) read_join();
}

bool QuotedReader::at_join() const {
  return quote_ == '"' && char_at(source_, at_) == '\\' && char_at(source_, at_ + 1) == '\n';
}

/// A backslash at the end of a line. Empty lines after it are line ends of the text.
bool QuotedReader::read_join() {
  std::size_t next = at_ + 2;
  for (;; ++next) {
    while (is_blank(char_at(source_, next))) ++next;
    if (char_at(source_, next) != '\n') break;
    text_ += '\n';
  }
  at_ = next;
  return true;
}

bool QuotedReader::read_escape() {
  const char name = char_at(source_, at_ + 1);
  if (const std::size_t digits = code_digits(name); digits != 0) return read_code(digits);
  const auto found = std::find_if(escapes.begin(), escapes.end(), [&](const Escape& e) { return e.name == name; });
  if (found == escapes.end()) return false;
  append_utf8(text_, found->character);
  at_ += 2;
  return true;
}

bool QuotedReader::read_code(std::size_t digits) {
  const std::string_view code = source_.substr(std::min(at_ + 2, source_.size()), digits);
  unsigned character = 0;
  const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), character, 16);
  if (error != std::errc() || end != code.data() + digits || !is_character(character)) return false;
  append_utf8(text_, character);
  at_ += 2 + digits;
  return true;
}

/// Blanks and line ends: one line end becomes a blank, several one less. False if there is no line end.
bool QuotedReader::read_fold() {
  std::size_t next = at_;
  std::size_t line_ends = 0;
  for (; is_blank(char_at(source_, next)) || char_at(source_, next) == '\n'; ++next) {
    if (source_[next] == '\n') ++line_ends;
  }
  if (line_ends == 0) return false;
  at_ = next;
  if (line_ends == 1) {
    text_ += ' ';
  } else {
    text_.append(line_ends - 1, '\n');
  }
  return true;
}

}  // namespace atomesh::yaml
