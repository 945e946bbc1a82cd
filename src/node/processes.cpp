#include "processes.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>
#include <thread>

#include "descriptor.hpp"
#include "pidfd.hpp"

namespace atomesh::node {
namespace {

using Clock = std::chrono::steady_clock;

template <class Number>
bool read_number(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

/// The word of this index, blanks separate.
std::string_view word_at(std::string_view text, int index) {
  for (; index > 0; --index) text.remove_prefix(std::min(text.find(' '), text.size() - 1) + 1);
  return text.substr(0, text.find_first_of(" \n"));
}

std::string read_small_file(const std::string& path) {
  char buffer[1024];
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t size = file ? read(file.get(), buffer, sizeof buffer) : 0;
  return {buffer, size > 0 ? static_cast<std::size_t>(size) : 0};
}

/// Its pid may have gone to another process since it was read.
void signal_same(const Process& process, int signal) {
  const Descriptor pidfd = open_pidfd(process.pid);
  const auto now = parse_stat(read_small_file("/proc/" + std::to_string(process.pid) + "/stat"));
  if (!pidfd || !now || now->started != process.started) return;
  signal_pidfd(pidfd, signal);
}

void reap_all() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

std::vector<Process> living_descendants(const std::set<pid_t>& foreign) {
  reap_all();
  std::vector<Process> found = descendants_of(getpid(), foreign, read_processes());
  std::erase_if(found, [](const Process& process) { return process.state == 'Z'; });
  return found;
}

}  // namespace

std::optional<Process> parse_stat(std::string_view line) {
  constexpr int parent_word = 1;
  constexpr int start_word = 19;  // field 22 of proc(5); the state, field 3, is word 0
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (open == std::string_view::npos || open == 0 || close == std::string_view::npos || close < open) return {};
  if (close + 2 >= line.size()) return {};
  const std::string_view fields = line.substr(close + 2);
  Process process;
  process.name = line.substr(open + 1, close - open - 1);
  process.state = fields.front();
  const bool good = read_number(line.substr(0, open - 1), process.pid) &&
                    read_number(word_at(fields, parent_word), process.parent) &&
                    read_number(word_at(fields, start_word), process.started);
  return good ? std::optional(process) : std::nullopt;
}

std::vector<Process> read_processes(const std::string& proc) {
  std::vector<Process> processes;
  DIR* directory = opendir(proc.c_str());
  if (directory == nullptr) return processes;
  while (const dirent* entry = readdir(directory)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    const auto process = parse_stat(read_small_file(proc + "/" + entry->d_name + "/stat"));
    if (process) processes.push_back(*process);
  }
  closedir(directory);
  return processes;
}

std::vector<Process> descendants_of(pid_t ancestor, const std::set<pid_t>& foreign,
                                    const std::vector<Process>& processes) {
  std::multimap<pid_t, const Process*> children;
  for (const Process& process : processes) children.emplace(process.parent, &process);
  std::vector<Process> found;
  std::vector<pid_t> ancestors = {ancestor};
  for (std::size_t i = 0; i < ancestors.size(); ++i) {
    const auto [first, last] = children.equal_range(ancestors[i]);
    for (auto at = first; at != last; ++at) {
      if (foreign.contains(at->second->pid)) continue;
      found.push_back(*at->second);
      ancestors.push_back(at->second->pid);
    }
  }
  return found;
}

std::set<pid_t> own_children() {
  std::set<pid_t> children;
  for (const Process& process : read_processes()) {
    if (process.parent == getpid()) children.insert(process.pid);
  }
  return children;
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<Process> end_descendants(const std::set<pid_t>& foreign, std::chrono::milliseconds patience,
                                     std::chrono::milliseconds patience_after_kill) {
  constexpr std::chrono::milliseconds pause{4};
  const auto kill_at = Clock::now() + patience;
  const auto give_up_at = kill_at + patience_after_kill;
  std::set<pid_t> told;
  while (true) {
    std::vector<Process> left = living_descendants(foreign);
    const auto now = Clock::now();
    if (left.empty() || now >= give_up_at) return left;
    for (const Process& process : left) {
      if (now >= kill_at) {
        signal_same(process, SIGKILL);
      } else if (told.insert(process.pid).second) {
        signal_same(process, SIGTERM);
      }
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace atomesh::node
