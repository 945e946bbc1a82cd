// Finds the values that stand under a secret's name in running text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh {

/// Half-open range of bytes.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What a text is: words of ours, which may quote a file, or a file's own line.
enum class TextKind { message, source };

/// The non-empty values of `NAME=VALUE`, `NAME: VALUE`, `"NAME": "VALUE"` and `--name VALUE` where
/// is_secret_name(NAME), without their quotes, in order. A list or mapping is one value. Names may be escaped as in
/// JSON and YAML. In a message, a name that is one plain word counts only before `=`, in quotes, or as an option:
/// `unknown key: …` is English. Where it is unclear how far a value reaches, the longer reading is taken.
std::vector<ByteRange> find_secret_values(std::string_view text, TextKind kind);

/// As mask_text, for a text of this kind.
std::string mask_text(std::string_view text, TextKind kind);

}  // namespace atomesh
