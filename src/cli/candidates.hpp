// The values that one option or positional could take. Private to completion.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "atomesh/variables.hpp"

namespace atomesh {

/// `files`: any name of a file, besides.
struct Candidates {
  struct Candidate {
    std::string word;
    std::string about;
  };
  std::vector<Candidate> all;
  bool files = false;

  void add(std::string_view word, std::string_view about = {}) {
    all.push_back({std::string(word), std::string(about)});
  }
};

/// What was written before the word that is being completed.
struct Written {
  std::vector<std::pair<std::string, std::string>> options;  ///< with their values
  std::vector<std::string> positionals;

  /// The value of an option; empty if it was not given.
  std::string value(std::string_view option) const;
};

Candidates values_of(CLI::Option& option, const Written& written, const Environment& environment);

}  // namespace atomesh
