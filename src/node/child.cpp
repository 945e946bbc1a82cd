#include "child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

#include "atomesh/text.hpp"
#include "pidfd.hpp"

namespace atomesh::node {
namespace {

[[noreturn]] void become(Program& program, const Streams& streams, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(exit_internal);  // it ended before the line above
  dup2(streams.in, STDIN_FILENO);
  dup2(streams.out, STDOUT_FILENO);
  dup2(streams.err, STDERR_FILENO);
  reset_process();
  close_range(STDERR_FILENO + 1, ~0U, 0);
  const ExecFailure failure = exec_program(program);
  std::string text = mask_text(fmt::format("atomesh: error: {} [exec]\n", failure.message));
  if (!failure.hint.empty()) text += fmt::format("    hint: {}\n", failure.hint);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(exit_internal);
  _exit(failure.exit_code);
}

}  // namespace

std::optional<Child> start_process(Program& program, const Streams& streams) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) become(program, streams, parent);
  setpgid(pid, pid);  // whoever is first: the group must be there before the first signal to it
  return Child{pid, open_pidfd(pid)};
}

Ended ended_of(const siginfo_t& info) { return {info.si_code != CLD_EXITED, info.si_status}; }

bool hold_standard_streams() {
  for (int fd = 0; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) return false;
  }
  return true;
}

}  // namespace atomesh::node
