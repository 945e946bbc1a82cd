// Starts one process in a group of its own.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <optional>

#include "atomesh/exec.hpp"
#include "descriptor.hpp"
#include "machine.hpp"

namespace atomesh::node {

/// A process; `pidfd` is readable once it has ended (none on a kernel without pidfds: then SIGCHLD tells).
struct Child {
  pid_t pid = 0;
  Descriptor pidfd;
};

/// The standard three of the process: each is ours of the same number, or one above them.
struct Streams {
  int in = 0, out = 1, err = 2;
};

/// The process leads its own group, has no descriptor but the three, and is killed if we end without stopping it. If
/// exec fails, it says so on its standard error and ends with 126 or 127. Nothing: fork failed, see errno.
std::optional<Child> start_process(Program& program, const Streams& streams);

/// What waitid tells of an ended process.
Ended ended_of(const siginfo_t& info);

/// Opens /dev/null where one of our standard three is closed, so that nothing else takes its number. False if it
/// cannot.
bool hold_standard_streams();

}  // namespace atomesh::node
