// How Python's argparse takes a single word, before it looks at the words around it (ArgumentParser._parse_optional).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "atomesh/flags.hpp"

namespace atomesh {

enum class WordKind { argument, option, unknown_option, ambiguous };

struct WordReading {
  WordKind kind = WordKind::argument;
  const Option* option = nullptr;         ///< kind option
  std::string_view name;                  ///< the full name that the word gives or abbreviates
  std::optional<std::string_view> value;  ///< after `=`, or glued to `-h`
  bool abbreviated = false;
  std::vector<std::string_view> matches;  ///< kind ambiguous: the names that begin so
};

/// `word` is not `--`, which ends the options.
WordReading read_word(std::string_view word, const OptionTable& table);

/// -h and --help, which argparse adds to every table.
const Option& help_option();

/// The word before its first `=`.
std::string_view name_part(std::string_view word);

/// True if the word is an argument although it begins with a dash: `-`, `-1`, `-.5`.
bool looks_negative(std::string_view word);

}  // namespace atomesh
