// POSIX shell words: splitting without expansion, and quoting. split(join(x)) == x.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh {

/// One word, unquoted, and the bytes of the input that it was written with.
struct Word {
  std::string text;
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// Words, or why there are none: an unclosed quote or a backslash at the end, at byte `error_offset`.
struct Split {
  std::vector<Word> words;
  std::string error;
  std::size_t error_offset = 0;
};

/// Splits by the POSIX rules: blanks separate; '…', "…" and \ quote; backslash-newline is removed. No expansion, no
/// globbing, no comments, no operators: `$`, `*`, `;`, `#` and backticks are ordinary characters.
Split split_words(std::string_view text);

/// The word as any POSIX shell reads it back: bare if it is harmless, else in single quotes.
std::string quote_word(std::string_view word);

/// Quoted words separated by one blank.
std::string join_words(std::span<const std::string> words);

}  // namespace atomesh
