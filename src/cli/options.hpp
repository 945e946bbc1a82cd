// The options of the subcommands as a plain struct. The only includer of CLI11 is options.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/request.hpp"

namespace atomesh {

enum class Command { launch, print_args };

struct Options {
  Command command = Command::print_args;
  Request request;
  std::string log_file;
  std::string format = "shell";
  bool dry_run = false;
  bool show_secrets = false;
};

/// The parsed command line, or what to print instead and the exit code: help and version (0, standard output), wrong
/// usage (2, standard error).
struct ParsedOptions {
  std::optional<Options> options;
  std::string output;
  std::string error;
  int exit_code = 0;
};
ParsedOptions parse_options(int argc, char** argv);

}  // namespace atomesh
