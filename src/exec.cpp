#include "atomesh/exec.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace atomesh {
namespace {

constexpr rlim_t open_files_wanted = 65536;

void raise_open_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(open_files_wanted, limit.rlim_max);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

/// A server that inherits an ignored or blocked SIGTERM cannot be stopped.
void reset_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

ExecFailure redirect_output(const std::string& log_file) {
  OpenedLog log = open_log("--log-file", log_file);
  if (log.fd < 0) return log.failure;
  if (dup2(log.fd, STDOUT_FILENO) < 0 || dup2(log.fd, STDERR_FILENO) < 0) {
    return {exit_refused, fmt::format("--log-file {}: {}", log_file, strerror(errno)), ""};
  }
  close(log.fd);
  return {0, "", ""};
}

/// The interpreter that a script's first line names; empty for anything else.
std::string interpreter_of(const std::string& path) {
  char start[256] = "";
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return "";
  const ssize_t size = read(fd, start, sizeof start);
  close(fd);
  std::string_view line(start, size > 0 ? static_cast<std::size_t>(size) : 0);
  if (!line.starts_with("#!")) return "";
  line = line.substr(2, line.find('\n') - 2);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return std::string(line.substr(0, line.find_first_of(" \t\r")));
}

std::string way_out(int error, const std::string& path) {
  const std::string interpreter = interpreter_of(path);
  switch (error) {
    case ENOENT:
      return interpreter.empty() ? "the file is there, but its dynamic loader is not"
                                 : fmt::format("the file is there, but its interpreter {} is not", interpreter);
    case ENOEXEC:
      return "it is neither a program nor a script with a #! line; nothing is handed to a shell";
    case E2BIG:
      return "argv and environment together are larger than the kernel takes (getconf ARG_MAX)";
    case EACCES:
      return "is its file system mounted noexec, or its interpreter not executable?";
    default:
      return "";
  }
}

ExecFailure explain(int error, const std::string& path) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  return {missing ? exit_not_found : exit_not_executable, fmt::format("{}: {}", path, strerror(error)),
          way_out(error, path)};
}

bool is_executable_file(const std::string& path, int& error) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    error = errno;
    return false;
  }
  error = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
  return S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

Found check_path(const std::string& path) {
  int error = 0;
  if (is_executable_file(path, error)) return {path, {0, "", ""}};
  const bool missing = error == ENOENT || error == ENOTDIR;
  return {"",
          {missing ? exit_not_found : exit_not_executable, fmt::format("{}: {}", path, strerror(error)),
           missing ? "" : "it must be an executable file"}};
}

}  // namespace

Environment child_environment(const Plan& plan, const Environment& inherited) {
  Environment environment = inherited;
  for (const EnvChange& change : plan.env) environment[change.name] = change.value;
  for (const EnvRemoval& removal : plan.unset_env) environment.erase(removal.name);
  return environment;
}

std::string search_path(const Environment& environment) {
  const auto path = environment.find("PATH");
  return path == environment.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second;
}

std::vector<char*> c_array(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

Found find_program(const std::string& name, const std::string& path_variable) {
  if (name.find('/') != std::string::npos) return check_path(name);
  Found refused{"", {exit_not_found, fmt::format("{}: not found in PATH", name), "PATH is " + path_variable}};
  for (std::size_t from = 0; from <= path_variable.size();) {
    const std::size_t colon = std::min(path_variable.find(':', from), path_variable.size());
    const std::string directory = path_variable.substr(from, colon - from);
    from = colon + 1;
    if (directory.empty() || directory.front() != '/') continue;
    Found found = check_path(fmt::format("{}/{}", directory, name));
    if (!found.path.empty()) return found;
    if (found.failure.exit_code == exit_not_executable && refused.failure.exit_code == exit_not_found) refused = found;
  }
  return refused;
}

Prepared prepare_program(std::vector<std::string> argv, const Environment& environment) {
  Found found = find_program(argv.front(), search_path(environment));
  if (found.path.empty()) return {{}, std::move(found.failure)};
  Program program{std::move(found.path), std::move(argv), {}};
  for (const auto& [name, value] : environment) program.environment.push_back(fmt::format("{}={}", name, value));
  return {std::move(program), {0, "", ""}};
}

void reset_process() {
  raise_open_files();
  reset_signals();
}

ExecFailure exec_program(Program& program) {
  const std::vector<char*> argv = c_array(program.argv);
  const std::vector<char*> environment = c_array(program.environment);
  execve(program.path.c_str(), argv.data(), environment.data());
  return explain(errno, program.path);
}

/// Not through a symbolic link: in a shared directory somebody else could have laid it.
OpenedLog open_log(std::string_view option, const std::string& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) {
    const bool link = errno == ELOOP;
    return {-1,
            {exit_refused, fmt::format("{} {}: {}", option, path, link ? "is a symbolic link" : strerror(errno)),
             link ? "name the file itself" : "is its directory there and writable?"}};
  }
  // Above the standard three: where the caller closed one of them, open() hands it out.
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  const int error = errno;
  close(fd);
  if (high < 0) return {-1, {exit_refused, fmt::format("{} {}: {}", option, path, strerror(error)), ""}};
  return {high, {0, "", ""}};
}

ExecFailure make_directories(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
      mkdir(path.substr(0, end).c_str(), 0700);
    }
    if (mkdir(path.c_str(), 0700) == 0) continue;
    const int error = errno;
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) continue;
    return {exit_refused, fmt::format("--cache-dir: {}: {}", path, strerror(error)), "is the directory writable?"};
  }
  return {0, "", ""};
}

ExecFailure exec_plan(const Plan& plan, const Environment& inherited, const std::string& log_file) {
  Prepared prepared = prepare_program(argv_of(plan), child_environment(plan, inherited));
  if (prepared.failure.exit_code != 0) return prepared.failure;
  ExecFailure no_directory = make_directories(plan.directories);
  if (no_directory.exit_code != 0) return no_directory;

  // Should exec fail, the message belongs on the caller's standard error, not in the log.
  const int own_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (!log_file.empty()) {
    ExecFailure failure = redirect_output(log_file);
    if (failure.exit_code != 0) return failure;
  }
  reset_process();
  std::fflush(nullptr);
  ExecFailure failure = exec_program(prepared.program);
  if (own_stderr >= 0) dup2(own_stderr, STDERR_FILENO);
  return failure;
}

}  // namespace atomesh
