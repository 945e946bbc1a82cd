// Carrying out what the Machine says.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "atomesh/diagnostics.hpp"
#include "supervisor.hpp"

namespace atomesh::node {
namespace {

std::string finding(Code code, const std::string& where, std::string message, std::string hint = {}) {
  return to_text(Diagnostic{code, label(where), std::move(message), std::move(hint)});
}

std::string before_what(Phase phase) {
  return phase == Phase::waiting_for_workers || phase == Phase::waiting_for_router ? ", before the deployment was up"
                                                                                   : "";
}

}  // namespace

void Supervisor::perform(const Actions& actions) {
  for (const Action& action : actions) carry_out(action);
  if (actions.empty() && told_ == machine_.phase()) return;
  if (machine_.phase() >= Phase::stopping && !settings_.ready_file.empty()) unlink(settings_.ready_file.c_str());
  tell_phase();
  write_status();
}

void Supervisor::tell_phase() {
  if (told_ == machine_.phase()) return;
  told_ = machine_.phase();
  phase_since_ = Clock::now();
  progress_at_ = phase_since_ + progress_every;
  const std::string missing_peers = missing(view());
  if (told_ == Phase::ended) return;
  screen_.say(fmt::format("atomesh: {}{}{}\n", to_text(told_), missing_peers.empty() ? "" : ": ", missing_peers));
}

void Supervisor::carry_out(const Action& action) {
  const auto number = static_cast<std::size_t>(action.number);
  switch (action.kind) {
    case Action::Kind::start:
      start(find_job(action.part, number));
      break;
    case Action::Kind::signal:
      signal(action.part, action.number);
      break;
    case Action::Kind::died:
      report_death(find_job(action.part, number));
      break;
    case Action::Kind::lost:
      report_lost(number);
      break;
    case Action::Kind::late:
      report_late();
      break;
    case Action::Kind::ready:
      if (!settings_.ready_file.empty()) write_file(settings_.ready_file, ready_json(view()));
      break;
    case Action::Kind::finish:
      break;
  }
}

void Supervisor::signal(Part part, int number) {
  for (const Job& job : jobs_) {
    if (job.part == part && job.child && !job.ended) kill(-job.child->pid, number);
  }
}

void Supervisor::give_up_start(Job& job, Ended how) {
  job.ended = how;
  job.stopped = job.started;
  perform(machine_.process_ended(job.part, how, job.started, job.number));
}

void Supervisor::start(Job& job) {
  Descriptor writer = job.log ? job.log->open() : Descriptor();
  Streams streams;
  if (job.log) {
    streams = {null_.get(), writer.get(), writer.get()};
  } else if (isatty(STDIN_FILENO) == 1) {
    streams.in = null_.get();  // reading from the terminal would stop a process that is not in its foreground
  }
  job.started = Clock::now();
  job.started_at = unix_time();
  // Another server of this node could not be started: there is nothing left to start this one for.
  if (machine_.phase() >= Phase::stopping) return give_up_start(job, {});
  if (job.log && !writer) {
    errno = EMFILE;
  } else {
    job.child = start_process(job.program, streams);
  }
  if (!job.child) {
    screen_.say(finding("exec", job.name, fmt::format("cannot be started: {}", strerror(errno))));
    return give_up_start(job, {false, exit_not_executable});
  }
  screen_.say(fmt::format("atomesh: started {}, pid {}\n", job.name, job.child->pid));
  if (job.part == Part::router) ask(machine_.router_peer());
}

void Supervisor::report_death(const Job& job) {
  const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(job.stopped - job.started);
  screen_.say(finding(
      "process-ended", job.label,
      fmt::format("ended by itself with {} after {}{}", to_text(*job.ended), duration(age), before_what(told_))));
  if (job.log) screen_.say(last_lines(job.log->last_lines(), job.log->path()));
}

void Supervisor::report_lost(std::size_t peer) {
  screen_.say(finding("worker-lost", peers_[peer].name(),
                      fmt::format("{} was up and does not answer any more: {} times in a row, at last: {}",
                                  peers_[peer].url(), Health::most_misses, presentable(said_[peer])),
                      fmt::format("see the log of {} on its node", peers_[peer].name())));
}

void Supervisor::report_late() {
  const bool workers = told_ == Phase::waiting_for_workers;
  NodeView now = view();
  now.phase = told_;
  const auto waited = workers ? settings_.machine.wait_server : settings_.machine.wait_router;
  screen_.say(finding("not-ready-in-time", workers ? "--wait-server-timeout" : "--wait-router-timeout",
                      fmt::format("not up after {}: {}", duration(waited), missing(now)),
                      workers ? "see the logs of these workers; a larger model takes longer to load"
                              : "see the log of the router and of rank 0"));
}

}  // namespace atomesh::node
