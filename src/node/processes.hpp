// The processes that descend from this one, also those that left their group and session.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh::node {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';                ///< Z: ended, not yet waited for
  unsigned long long started = 0;  ///< in clock ticks since boot: with pid, who it is
  std::string name;

  friend bool operator==(const Process&, const Process&) = default;
};

/// One line of /proc/PID/stat. The name may hold blanks and parentheses.
std::optional<Process> parse_stat(std::string_view line);

/// All processes that `proc` shows.
std::vector<Process> read_processes(const std::string& proc = "/proc");

/// The descendants of `ancestor`, without the processes in `foreign` and without what descends from those.
std::vector<Process> descendants_of(pid_t ancestor, const std::set<pid_t>& foreign,
                                    const std::vector<Process>& processes);

/// Our children at this moment. A program may have started some before it became us by exec.
std::set<pid_t> own_children();

/// Orphans of our children become our own children from now on.
void adopt_orphans();

/// Ends every descendant that is not foreign: SIGTERM, and SIGKILL to what is left after `patience`. Waits for all that
/// end. Those that even SIGKILL does not end within `patience_after_kill`.
std::vector<Process> end_descendants(const std::set<pid_t>& foreign, std::chrono::milliseconds patience,
                                     std::chrono::milliseconds patience_after_kill);

}  // namespace atomesh::node
