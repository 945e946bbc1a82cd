#include "atomesh/words.hpp"

#include <algorithm>

namespace atomesh {
namespace {

constexpr std::string_view harmless_marks = "_@%+=:,./-";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

bool is_harmless(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         harmless_marks.find(c) != std::string_view::npos;
}

/// Reads words one by one. After an error, `error` says what and `at` where.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  Split run() {
    while (split_.error.empty() && skip_to_word()) read_word();
    if (!split_.error.empty()) split_.words.clear();
    return split_;
  }

 private:
  bool at_line_continuation() const { return text_.substr(at_, 2) == "\\\n"; }

  bool skip_to_word() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || at_line_continuation())) {
      at_ += at_line_continuation() ? 2 : 1;
    }
    return at_ < text_.size();
  }

  void read_word() {
    Word word{{}, at_, 0};
    while (at_ < text_.size() && !is_blank(text_[at_]) && split_.error.empty()) {
      switch (text_[at_]) {
        case '\'':
          read_single_quoted(word.text);
          break;
        case '"':
          read_double_quoted(word.text);
          break;
        case '\\':
          read_escaped(word.text);
          break;
        default:
          word.text += text_[at_++];
      }
    }
    word.length = at_ - word.offset;
    split_.words.push_back(std::move(word));
  }

  void read_single_quoted(std::string& word) {
    const std::size_t close = text_.find('\'', at_ + 1);
    if (close == std::string_view::npos) return fail("unclosed single quote (')");
    word += text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
  }

  void read_double_quoted(std::string& word) {
    constexpr std::string_view escapable = "$`\"\\\n";
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != '"') {
      if (text_[i] == '\\' && i + 1 < text_.size() && escapable.find(text_[i + 1]) != std::string_view::npos) {
        ++i;
        if (text_[i] == '\n') {
          ++i;
          continue;
        }
      }
      word += text_[i++];
    }
    if (i >= text_.size()) return fail("unclosed double quote (\")");
    at_ = i + 1;
  }

  void read_escaped(std::string& word) {
    if (at_ + 1 >= text_.size()) return fail("a backslash at the end, with nothing after it to quote");
    if (!at_line_continuation()) word += text_[at_ + 1];
    at_ += 2;
  }

  void fail(std::string_view error) {
    split_.error = error;
    split_.error_offset = at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Split split_;
};

}  // namespace

Split split_words(std::string_view text) { return Splitter(text).run(); }

std::string quote_word(std::string_view word) {
  // zsh replaces a word that begins with `=` by the path of a command.
  if (!word.empty() && word.front() != '=' && std::all_of(word.begin(), word.end(), is_harmless)) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string join_words(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += quote_word(word);
  }
  return line;
}

}  // namespace atomesh
