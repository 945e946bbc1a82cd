// A plan becomes the process. `char*` arrays are made only here.
#pragma once

#include <string>
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

/// Replaces this process by the plan's: same pid, environment `inherited` with the plan's changes, default signal
/// dispositions, empty signal mask, soft limit of open files raised to min(65536, hard), no descriptor of ours.
/// `log_file`, if not empty, receives standard output and standard error, appended. Returns only on failure.
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
