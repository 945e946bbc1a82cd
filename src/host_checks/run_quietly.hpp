// A helper program: started without a shell, watched, its output thrown away or handed back.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "atomesh/variables.hpp"

namespace atomesh::host_checks {

enum class End { exited, signalled, timed_out, not_started };

/// How it ended; `code` is the exit code, the signal or the errno.
struct RunResult {
  End end = End::not_started;
  int code = 0;
};

/// Runs `path` with exactly this argv and environment, default signals, no descriptor of ours, standard input and
/// output on /dev/null. After `limit` it and its children are killed.
RunResult run_quietly(const std::string& path, std::vector<std::string> argv, const Environment& environment,
                      std::chrono::milliseconds limit);

/// What a program wrote besides how it ended.
struct RunOutput {
  RunResult result;
  std::string output;  ///< standard output
  std::string error;   ///< standard error
};

/// The same, with both streams read until the program has ended and closed them.
RunOutput run_for_output(const std::string& path, std::vector<std::string> argv, const Environment& environment,
                         std::chrono::milliseconds limit);

}  // namespace atomesh::host_checks
