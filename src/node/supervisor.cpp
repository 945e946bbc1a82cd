#include "supervisor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "../replace_file.hpp"
#include "atomesh/diagnostics.hpp"
#include "signals.hpp"

namespace atomesh::node {
namespace {

constexpr std::chrono::seconds table_every{1};
constexpr std::chrono::milliseconds last_words{1000};
/// Leftovers have had the signals to their group, or left it to be on their own.
constexpr std::chrono::milliseconds leftover_patience{100};
constexpr std::chrono::milliseconds leftover_patience_after_kill{3000};

std::chrono::milliseconds since(Time then, Time now) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(now - then);
}

bool is_ready(const std::vector<pollfd>& fds, int fd) {
  return fd >= 0 && std::ranges::any_of(fds, [&](const pollfd& entry) { return entry.fd == fd && entry.revents != 0; });
}

}  // namespace

long long unix_time() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Supervisor::Supervisor(SupervisorSettings settings, std::vector<Peer> peers, std::vector<Job> jobs)
    : settings_(std::move(settings)),
      peers_(std::move(peers)),
      said_(peers_.size()),
      asked_(peers_.size(), false),
      jobs_(std::move(jobs)),
      machine_(settings_.machine),
      prober_(settings_.probe),
      foreign_(own_children()),
      signals_(take_signals()),
      timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      null_(open("/dev/null", O_RDONLY | O_CLOEXEC)),
      begin_(Clock::now()),
      phase_since_(begin_),
      progress_at_(begin_ + progress_every),
      table_at_(begin_) {
  adopt_orphans();
  for (const Peer& peer : peers_) prober_.add(peer.endpoint, peer.url().substr(sizeof "http://" - 1), peer.path());
}

int Supervisor::run() {
  // The router of rank 0 is asked once it is started: until then, who answers on its port is somebody else.
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!settings_.machine.head || i != machine_.router_peer()) ask(i);
  }
  perform(machine_.begin(begin_));
  while (machine_.phase() != Phase::ended) wait();
  end_leftovers();
  if (!settings_.ready_file.empty()) unlink(settings_.ready_file.c_str());
  write_status();
  screen_.drain(last_words);
  return machine_.exit_code();
}

void Supervisor::wait() {
  screen_.flush();
  arm_timer();
  std::vector<pollfd> fds = descriptors();
  if (poll(fds.data(), fds.size(), -1) < 0) return;
  // A signal before the deaths that it may have caused; both before everything else.
  if (is_ready(fds, signals_.get())) read_signals();
  reap();
  pump(fds);
  probe(fds);
  if (is_ready(fds, timer_.get())) repeat_what_is_due();
}

void Supervisor::read_signals() {
  for (const int signal : pending_signals(signals_.get())) {
    if (signal == SIGCHLD) continue;  // it has woken us, for reap
    screen_.say(fmt::format("atomesh: got {}\n", to_text(Ended{true, signal})));
    perform(machine_.signalled(signal, Clock::now()));
  }
}

std::vector<pollfd> Supervisor::descriptors() const {
  std::vector<pollfd> fds = {{signals_.get(), POLLIN, 0}, {timer_.get(), POLLIN, 0}};
  for (const Job& job : jobs_) {
    if (job.child && !job.ended) fds.push_back({job.child->pidfd.get(), POLLIN, 0});
    if (job.log) fds.push_back({job.log->waiting(screen_.waiting_output()), POLLIN, 0});
  }
  for (const int fd : screen_.waiting()) fds.push_back({fd, POLLOUT, 0});
  prober_.collect(fds);
  return fds;
}

void Supervisor::arm_timer() {
  Time next = std::min(prober_.next(), machine_.next().value_or(Time::max()));
  if (machine_.deadline()) next = std::min(next, progress_at_);
  if (screen_.is_live()) next = std::min(next, table_at_);
  itimerspec setting{};
  if (next != Time::max()) {
    constexpr long long second = 1'000'000'000;
    // A time of zero would disarm it.
    const long long at = std::max<long long>(next.time_since_epoch() / std::chrono::nanoseconds(1), 1);
    setting.it_value.tv_sec = at / second;
    setting.it_value.tv_nsec = at % second;
  }
  timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &setting, nullptr);
}

void Supervisor::ask(std::size_t peer) {
  asked_[peer] = true;
  prober_.enable(peer, Clock::now());
}

/// Our own processes are kept as zombies until what has to be said to their group is said: a pid that is free could
/// be anybody's. Orphans of theirs are ours to wait for, too.
void Supervisor::reap() {
  while (true) {
    siginfo_t info{};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    const auto job = std::ranges::find_if(
        jobs_, [&](const Job& each) { return each.child && !each.ended && each.child->pid == info.si_pid; });
    if (job != jobs_.end()) kill(-info.si_pid, SIGTERM);
    waitpid(info.si_pid, nullptr, WNOHANG);
    if (job != jobs_.end()) process_ended(*job, ended_of(info));
  }
}

void Supervisor::process_ended(Job& job, Ended how) {
  job.ended = how;
  job.stopped = Clock::now();
  if (job.log) job.log->finish(screen_.output(), screen_.errors());
  perform(machine_.process_ended(job.part, how, job.stopped, job.number));
}

void Supervisor::pump(const std::vector<pollfd>& fds) {
  for (Job& job : jobs_) {
    if (job.log && is_ready(fds, job.log->waiting(screen_.waiting_output()))) {
      job.log->pump(screen_.output(), screen_.errors());
    }
  }
}

void Supervisor::probe(const std::vector<pollfd>& fds) {
  for (const Answer& answer : prober_.advance(fds, Clock::now())) {
    said_[answer.peer] = answer.text;
    switch (prober_.judge(answer)) {
      case Health::Change::up:
        screen_.say(fmt::format("atomesh: {} answers, after {}\n", peers_[answer.peer].name(),
                                duration(since(begin_, Clock::now()))));
        // Elsewhere than on rank 0 only its own workers are watched, and those by their processes.
        if (!settings_.machine.head && answer.peer != machine_.router_peer()) {
          prober_.disable(answer.peer);
          asked_[answer.peer] = false;
        }
        perform(machine_.peer_up(answer.peer, Clock::now()));
        write_status();
        break;
      case Health::Change::lost:
        perform(machine_.peer_lost(answer.peer, Clock::now()));
        break;
      case Health::Change::none:
        break;
    }
  }
}

void Supervisor::repeat_what_is_due() {
  const Time now = Clock::now();
  std::uint64_t expirations = 0;
  if (read(timer_.get(), &expirations, sizeof expirations) < 0) expirations = 0;
  if (const auto next = machine_.next(); next && now >= *next) perform(machine_.tick(now));
  if (machine_.deadline() && now >= progress_at_) {
    progress_at_ = now + progress_every;
    screen_.say(progress_line(view()));
  }
  // The command has the terminal to itself.
  if (screen_.is_live() && now >= table_at_ && machine_.phase() != Phase::running_command) {
    table_at_ = now + table_every;
    screen_.draw(table(view()));
  }
}

void Supervisor::end_leftovers() {
  const std::vector<Process> left = end_descendants(foreign_, leftover_patience, leftover_patience_after_kill);
  for (Job& job : jobs_) {
    if (job.log) job.log->finish(screen_.output(), screen_.errors());
  }
  for (const Process& process : left) {
    screen_.say(fmt::format("atomesh: error: process {} ({}) does not end, not even by SIGKILL\n", process.pid,
                            presentable(process.name)));
  }
}

NodeView Supervisor::view() const {
  const Time now = Clock::now();
  NodeView view{settings_.role,
                settings_.rank,
                settings_.host,
                machine_.phase(),
                machine_.is_ready(),
                {},
                {},
                {},
                unix_time(),
                {},
                {}};
  view.age = since(phase_since_, now);
  if (machine_.deadline()) view.left = since(now, *machine_.deadline());
  if (view.phase >= Phase::stopping) view.exit_code = machine_.exit_code();
  for (const Job& job : jobs_) {
    const int pid = job.child ? job.child->pid : 0;
    view.processes.push_back(
        {job.name, pid, since(job.started, job.ended ? job.stopped : now), job.started_at, job.ended});
  }
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    view.peers.push_back({peers_[i].name(), peers_[i].url(), machine_.is_up(i), asked_[i], said_[i]});
  }
  return view;
}

void Supervisor::write_status() {
  if (!settings_.status_file.empty()) write_file(settings_.status_file, status_json(view()));
}

void Supervisor::write_file(const std::string& path, const std::string& text) {
  const int error = replace_file(path, text);
  if (error == 0 || !unwritable_.insert(path).second) return;
  screen_.say(fmt::format("atomesh: warning: {}: {} [state-file]\n", path, strerror(error)));
}

Job& Supervisor::find_job(Part part, std::size_t number) {
  return *std::ranges::find_if(jobs_, [&](const Job& job) { return job.part == part && job.number == number; });
}

}  // namespace atomesh::node
