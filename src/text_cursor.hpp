// A place in a text, with the questions about quotes and lines that a search for secrets asks.
#pragma once

#include <cstddef>
#include <string_view>

namespace atomesh {

/// A quote as it is written: JSON inside JSON, or inside double quotes of a shell, has backslashes before it.
struct Quote {
  char mark = '\0';
  std::size_t backslashes = 0;

  explicit operator bool() const { return mark != '\0'; }
  std::size_t size() const { return mark == '\0' ? 0 : backslashes + 1; }
  friend bool operator==(const Quote&, const Quote&) = default;
};

class TextCursor {
 public:
  TextCursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  /// The character here; NUL at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip(std::size_t count);
  /// True if there were some.
  bool skip_blanks(std::string_view blanks);

  Quote quote_after() const;
  Quote quote_before() const;
  /// Where the quote that was opened as `open` is closed; the end of the text if nowhere.
  std::size_t closing(Quote open) const;
  /// The end of a value that begins here without quotes: at a blank or one of `stops`. Quoted parts belong to it, and
  /// so does a comma that no NAME= follows.
  std::size_t bare_end(std::string_view stops) const;
  std::size_t line_end() const;
  /// Where the bracket or brace here is closed, quotes minded; the end of the text if nowhere.
  std::size_t group_end() const;
  /// True if only blanks and the dash of a list stand before it in its line, as before the keys of a YAML file.
  bool begins_line() const;

 private:
  std::size_t backslashes_before(std::size_t position) const;
  bool comma_separates(std::size_t position) const;

  std::string_view text_;
  std::size_t at_;
};

/// [A-Za-z0-9_-]
bool is_option_char(char c);

/// A character that JSON and YAML write as `\u005f`, `\x5f` or `\U0000005f`; more backslashes where the text is quoted
/// once more.
struct EscapedChar {
  char character = '\0';
  std::size_t size = 0;  ///< in bytes, as it is written; 0: there is none
};
/// The escape at a position, if it stands for an ASCII character.
EscapedChar escaped_char(std::string_view text, std::size_t at);

}  // namespace atomesh
