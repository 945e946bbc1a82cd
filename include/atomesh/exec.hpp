// A plan becomes the process. `char*` arrays are made only here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// Exit codes of the launcher itself (SPEC section 6).
inline constexpr int exit_usage = 2;
inline constexpr int exit_internal = 70;
inline constexpr int exit_refused = 125;
inline constexpr int exit_not_executable = 126;
inline constexpr int exit_not_found = 127;

/// What a plan's process gets: the inherited environment with the plan's changes.
Environment child_environment(const Plan& plan, const Environment& inherited);

/// Why there is no new process: the exit code and a message for standard error.
struct ExecFailure {
  int exit_code = exit_not_found;
  std::string message;
  std::string hint;
};

/// A program that can be started with nothing left to allocate, so that it may be done between fork and exec.
struct Program {
  std::string path;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< NAME=VALUE
};

/// Looks argv's first word up in the PATH of the environment. Without a program, the failure; its exit code is 0
/// otherwise.
struct Prepared {
  Program program;
  ExecFailure failure;
};
Prepared prepare_program(std::vector<std::string> argv, const Environment& environment);

/// Gives this process what a server expects to start with: default signal dispositions, empty signal mask, soft limit
/// of open files raised to min(65536, hard).
void reset_process();

/// Replaces this process by the program. Returns only on failure.
ExecFailure exec_program(Program& program);

/// A log file opened to append, readable by its owner only, never through a symbolic link; closed on exec. Without a
/// descriptor (-1), the failure. `option` is what named it, for the message.
struct OpenedLog {
  int fd = -1;
  ExecFailure failure;
};
OpenedLog open_log(std::string_view option, const std::string& path);

/// Makes directories and those above them, for their owner only. The failure; its exit code is 0 without one.
ExecFailure make_directories(const std::vector<std::string>& paths);

/// Replaces this process by the plan's: same pid, environment `inherited` with the plan's changes, `reset_process`, its
/// directories made, no descriptor of ours. `log_file`, if not empty, receives standard output and standard error,
/// appended. Returns only on failure.
ExecFailure exec_plan(const Plan& plan, const Environment& inherited, const std::string& log_file);

/// Looks a program up as execvp would, without relative and empty elements of PATH. The path if it is an executable
/// file; else the failure.
struct Found {
  std::string path;
  ExecFailure failure;
};
Found find_program(const std::string& name, const std::string& path_variable);

/// PATH of an environment; where there is none, the directories that a login shell starts with.
std::string search_path(const Environment& environment);

/// The words as exec and posix_spawn take them, ended by a null pointer. They point into `words`.
std::vector<char*> c_array(std::vector<std::string>& words);

}  // namespace atomesh
