#include "run_quietly.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <thread>

#include "atomesh/exec.hpp"

namespace atomesh::host_checks {
namespace {

using Clock = std::chrono::steady_clock;

/// A caller may have left SIGCHLD ignored; then the kernel keeps no exit code for us.
class ReapedChildren {
 public:
  ReapedChildren() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &before_);
  }
  ~ReapedChildren() { sigaction(SIGCHLD, &before_, nullptr); }
  ReapedChildren(const ReapedChildren&) = delete;
  ReapedChildren& operator=(const ReapedChildren&) = delete;

 private:
  struct sigaction before_ {};
};

/// A process group of its own, so that a wrapper script does not outlive its limit with what it has started.
void set_attributes(posix_spawnattr_t& attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

void set_descriptors(posix_spawn_file_actions_t& actions) {
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
}

/// 0, or why there is no process.
int spawn(const std::string& path, std::vector<std::string>& argv, const Environment& environment, pid_t& pid) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(fmt::format("{}={}", name, value));
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  set_attributes(attributes);
  set_descriptors(actions);
  const int error =
      posix_spawn(&pid, path.c_str(), &actions, &attributes, c_array(argv).data(), c_array(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/// The wait status; nothing if the process has not ended by then.
std::optional<int> wait_until(pid_t pid, Clock::time_point deadline) {
  constexpr std::chrono::milliseconds pause{5};
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return status;
    if (Clock::now() >= deadline || (ended < 0 && errno != EINTR)) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

/// A process that hangs in a dead file system does not even die: it is not waited for long.
void kill_group(pid_t pid) {
  constexpr std::chrono::seconds patience{1};
  kill(-pid, SIGKILL);
  wait_until(pid, Clock::now() + patience);
}

}  // namespace

RunResult run_quietly(const std::string& path, std::vector<std::string> argv, const Environment& environment,
                      std::chrono::milliseconds limit) {
  const ReapedChildren reaped;
  pid_t pid = 0;
  if (const int error = spawn(path, argv, environment, pid); error != 0) return {End::not_started, error};
  const std::optional<int> status = wait_until(pid, Clock::now() + limit);
  if (!status) {
    kill_group(pid);
    return {End::timed_out, 0};
  }
  if (WIFSIGNALED(*status)) return {End::signalled, WTERMSIG(*status)};
  return {End::exited, WEXITSTATUS(*status)};
}

}  // namespace atomesh::host_checks
