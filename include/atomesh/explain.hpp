// Where each word and variable of a plan comes from, for people and for machines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/plan.hpp"

namespace atomesh {

/// Words that one source gave together, or one variable, as they may be shown, with their origin.
struct Explanation {
  enum class Kind { argv, env, unset_env };
  Kind kind = Kind::argv;
  std::size_t first = 0, last = 0;  ///< argv: which words, both included
  std::string name;                 ///< of a variable
  std::string text;                 ///< `--block-size 128`, `NAME=VALUE`, quoted for a shell
  Origin origin;                    ///< the values of `shadowed` masked
};

/// Every word of argv once, in order; then the variables that the plan sets, by name, and those that it takes out.
std::vector<Explanation> explain(const Plan& plan, bool show_secrets);

/// Those of one flag, in any of its spellings and with or without its dashes, or of one variable. Empty: the plan has
/// neither.
std::vector<Explanation> explanations_of(std::vector<Explanation> all, const Plan& plan, std::string_view name);

/// What the plan has, for a hint where `explanations_of` finds nothing.
std::string suggest_explained(const Plan& plan, std::string_view name);

struct TableLook {
  int width = 100;  ///< columns
  bool colour = false;
};

/// Two columns, what and where from, wrapped to the width; what was shadowed below its winner.
std::string to_table(const std::vector<Explanation>& explanations, TableLook look);

/// The source in one line: `configs/models_atom.yaml:46:15 MiniMax-M3-MXFP4.block_size`, `env PREFILL_TP_SIZE`.
std::string describe(const Origin& origin);

}  // namespace atomesh
