#include "run_quietly.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
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

/// Where the output goes; -1: nowhere.
struct Streams {
  int output = -1;
  int error = -1;
};

void set_descriptors(posix_spawn_file_actions_t& actions, Streams streams) {
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const auto& [from, to] : {std::pair(streams.output, STDOUT_FILENO), std::pair(streams.error, STDERR_FILENO)}) {
    if (from < 0) {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_WRONLY, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    }
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
}

/// 0, or why there is no process.
int spawn(const std::string& path, std::vector<std::string>& argv, const Environment& environment, Streams streams,
          pid_t& pid) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(fmt::format("{}={}", name, value));
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  set_attributes(attributes);
  set_descriptors(actions, streams);
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

RunResult finish(pid_t pid, Clock::time_point deadline) {
  const std::optional<int> status = wait_until(pid, deadline);
  if (!status) {
    kill_group(pid);
    return {End::timed_out, 0};
  }
  if (WIFSIGNALED(*status)) return {End::signalled, WTERMSIG(*status)};
  return {End::exited, WEXITSTATUS(*status)};
}

class Pipe {
 public:
  Pipe() : open_(pipe2(ends_.data(), O_CLOEXEC) == 0) {}
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return open_; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_write_end() { close_end(1); }
  void close_read_end() { close_end(0); }

 private:
  void close_end(std::size_t end) {
    if (open_ && ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }

  std::array<int, 2> ends_ = {-1, -1};
  bool open_;
};

/// False at the end of the stream.
bool read_some(int descriptor, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t size = read(descriptor, buffer.data(), buffer.size());
  if (size > 0) into.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

/// Both at once: a program that fills one pipe while we wait for the other would never end.
void read_both(std::array<Pipe, 2>& pipes, const std::array<std::string*, 2>& texts, Clock::time_point deadline) {
  while (pipes[0].read_end() >= 0 || pipes[1].read_end() >= 0) {
    std::array<pollfd, 2> polled = {pollfd{pipes[0].read_end(), POLLIN, 0}, pollfd{pipes[1].read_end(), POLLIN, 0}};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return;
    const int ready = poll(polled.data(), polled.size(), static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return;
    for (std::size_t i = 0; ready > 0 && i < pipes.size(); ++i) {
      if (polled[i].revents != 0 && !read_some(pipes[i].read_end(), *texts[i])) pipes[i].close_read_end();
    }
  }
}

}  // namespace

RunResult run_quietly(const std::string& path, std::vector<std::string> argv, const Environment& environment,
                      std::chrono::milliseconds limit) {
  const ReapedChildren reaped;
  pid_t pid = 0;
  if (const int error = spawn(path, argv, environment, {}, pid); error != 0) return {End::not_started, error};
  return finish(pid, Clock::now() + limit);
}

RunOutput run_for_output(const std::string& path, std::vector<std::string> argv, const Environment& environment,
                         std::chrono::milliseconds limit) {
  const ReapedChildren reaped;
  RunOutput run;
  std::array<Pipe, 2> pipes;
  if (!pipes[0].is_open() || !pipes[1].is_open()) {
    run.result = {End::not_started, errno};
    return run;
  }
  pid_t pid = 0;
  const Streams streams{pipes[0].write_end(), pipes[1].write_end()};
  if (const int error = spawn(path, argv, environment, streams, pid); error != 0) {
    run.result = {End::not_started, error};
    return run;
  }
  for (Pipe& pipe : pipes) pipe.close_write_end();
  const Clock::time_point deadline = Clock::now() + limit;
  read_both(pipes, {&run.output, &run.error}, deadline);
  run.result = finish(pid, deadline);
  return run;
}

}  // namespace atomesh::host_checks
