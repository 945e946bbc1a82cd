// The options of the subcommands as a plain struct. The only includer of CLI11 is options.cpp.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "atomesh/findings.hpp"
#include "atomesh/request.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

enum class Command { launch, print_args, validate };

struct ValidateOptions {
  std::string models;
  std::vector<std::string> recipes;
  std::string format;  ///< empty: github under GitHub Actions, else text
  std::string atom_args = "auto";
  FindingOptions findings;
  bool list_checks = false;
};

struct Options {
  Command command = Command::print_args;
  Request request;
  std::string log_file;
  std::string format = "shell";
  bool dry_run = false;
  bool show_secrets = false;
  ValidateOptions validate;
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

/// The command `validate`; the exit code.
int run_validate(const ValidateOptions& options, const Environment& environment);

/// Writes to a standard stream. `write_output` reports a full disk or closed pipe; false then.
void write(std::FILE* stream, std::string_view text);
bool write_output(std::string_view text);

}  // namespace atomesh
