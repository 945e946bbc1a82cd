// The command line as an action. CLI11 is known only to src/cli/.
#pragma once

#include <string>
#include <vector>

#include "commands.hpp"

namespace atomesh {

/// What to do, with the words after `--`; or, without an action, what to print instead and the exit code: help and
/// version (0, standard output), wrong usage (2, standard error).
struct ParsedCommand {
  Action action;
  std::vector<std::string> trailing;
  std::string output;
  std::string error;
  int exit_code = 0;
};
ParsedCommand parse_command(int argc, char** argv);

}  // namespace atomesh
