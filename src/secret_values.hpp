// Finds the values that stand under a secret's name in running text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace atomesh {

/// Half-open range of bytes.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The non-empty values of `NAME=VALUE`, `NAME: VALUE`, `"NAME": "VALUE"` and `--name VALUE` where
/// is_secret_name(NAME), without their quotes, in order. A name that is one plain word counts only before `=`, in
/// quotes, or as an option: `unknown key: …` is English. Where it is unclear how far a value reaches, the longer
/// reading is taken.
std::vector<ByteRange> find_secret_values(std::string_view text);

}  // namespace atomesh
