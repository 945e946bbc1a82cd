#include "machine.hpp"

#include <algorithm>
#include <csignal>

#include "atomesh/run_node.hpp"

namespace atomesh::node {
namespace {

constexpr int by_signal = 128;
/// A process that SIGKILL does not end hangs in the kernel; nobody can wait for that.
constexpr std::chrono::seconds patience_after_kill{5};

}  // namespace

int exit_code_of(Ended ended) { return ended.signalled ? by_signal + ended.code : ended.code; }

Machine::Machine(const MachineSettings& settings) : settings_(settings), up_(settings.workers + 1, false) {}

Actions Machine::begin(Time now) {
  phase_ = settings_.head ? Phase::waiting_for_workers : Phase::waiting_for_router;
  deadline_ = now + (settings_.head ? settings_.wait_server : settings_.wait_router);
  Actions actions;
  start(Part::server, actions);
  return actions;
}

Actions Machine::peer_up(std::size_t peer, Time now) {
  if (stopping() || up_[peer]) return {};
  up_[peer] = true;
  const bool router = peer == router_peer();
  Actions actions;
  // Ready is what this node runs: the router on rank 0, its own workers elsewhere.
  if (settings_.head ? router : !router && all_workers_up()) {
    ready_ = true;
    actions.push_back({Action::Kind::ready, {}, 0});
  }
  if (phase_ == Phase::waiting_for_workers && all_workers_up()) {
    phase_ = Phase::waiting_for_router;
    deadline_ = now + settings_.wait_router;
    start(Part::router, actions);
  } else if (phase_ == Phase::waiting_for_router && router) {
    const bool command = settings_.head && settings_.has_command;
    phase_ = command ? Phase::running_command : Phase::serving;
    deadline_.reset();
    router_up_ = now;
    if (command) start(Part::command, actions);
  }
  return actions;
}

Actions Machine::peer_lost(std::size_t peer, Time now) {
  if (stopping() || !up_[peer]) return {};
  up_[peer] = false;
  Actions actions;
  // Where the router runs elsewhere, its end is the end of the job.
  const bool expected = !settings_.head && peer == router_peer();
  if (!expected) actions.push_back({Action::Kind::lost, {}, static_cast<int>(peer)});
  stop(expected ? 0 : exit_lost, SIGTERM, now, actions);
  return actions;
}

Actions Machine::process_ended(Part part, Ended how, Time now, std::size_t server) {
  --running_[index(part)];
  Actions actions;
  if (stopping()) {
    advance_stop(actions);
    return actions;
  }
  const int code = exit_code_of(how);
  if (part == Part::command) {
    exit_code_ = code;
    leave_at_ = settings_.workers > settings_.servers ? router_up_ + router_shown : now;
    return tick(now);
  }
  actions.push_back({Action::Kind::died, part, static_cast<int>(server)});
  stop(code == 0 ? exit_lost : code, SIGTERM, now, actions);
  return actions;
}

Actions Machine::signalled(int signal, Time now) {
  Actions actions;
  if (signal == SIGUSR1 || signal == SIGUSR2) {
    signal_running(signal, actions);
    return actions;
  }
  if (signal == SIGINT) ++interrupts_;
  if (!stopping()) {
    stop(by_signal + signal, signal, now, actions);
  } else if (interrupts_ >= 2 && !killed_) {
    killed_ = true;
    kill_at_ = now;
    signal_running(SIGKILL, actions);
  }
  return actions;
}

Actions Machine::tick(Time now) {
  Actions actions;
  if (deadline_ && now >= *deadline_) {
    actions.push_back({Action::Kind::late, {}, 0});
    stop(exit_not_ready, SIGTERM, now, actions);
  } else if (leave_at_ && now >= *leave_at_ && !stopping()) {
    stop(exit_code_, SIGTERM, now, actions);
  } else if (phase_ == Phase::stopping) {
    if (now >= servers_at_) stop_servers(actions);
    if (now >= kill_at_ && !killed_) {
      killed_ = true;
      signal_running(SIGKILL, actions);
    } else if (now >= kill_at_ + patience_after_kill) {
      phase_ = Phase::ended;
      actions.push_back({Action::Kind::finish, {}, 0});
    }
  }
  return actions;
}

std::optional<Time> Machine::next() const {
  if (phase_ != Phase::stopping) return leave_at_ ? leave_at_ : deadline_;
  if (!servers_told_ && is_running(Part::server)) return std::min(servers_at_, kill_at_);
  return killed_ ? kill_at_ + patience_after_kill : kill_at_;
}

bool Machine::all_workers_up() const {
  return std::all_of(up_.begin(), up_.begin() + static_cast<std::ptrdiff_t>(settings_.workers),
                     [](bool up) { return up; });
}

void Machine::start(Part part, Actions& actions) {
  const std::size_t count = part == Part::server ? settings_.servers : 1;
  running_[index(part)] = count;
  for (std::size_t i = 0; i < count; ++i) actions.push_back({Action::Kind::start, part, static_cast<int>(i)});
}

/// The router first: it passes requests on to the servers that it still has. They get their signal when it is gone, or
/// after half of the grace.
void Machine::stop(int exit_code, int signal, Time now, Actions& actions) {
  phase_ = Phase::stopping;
  deadline_.reset();
  ready_ = false;
  exit_code_ = exit_code;
  stop_signal_ = signal;
  servers_at_ = now + settings_.grace / 2;
  kill_at_ = now + settings_.grace;
  for (const Part part : {Part::router, Part::command}) {
    if (is_running(part)) actions.push_back({Action::Kind::signal, part, signal});
  }
  advance_stop(actions);
}

void Machine::stop_servers(Actions& actions) {
  if (servers_told_ || !is_running(Part::server)) return;
  servers_told_ = true;
  actions.push_back({Action::Kind::signal, Part::server, stop_signal_});
}

void Machine::signal_running(int signal, Actions& actions) const {
  for (const Part part : all_parts) {
    if (is_running(part)) actions.push_back({Action::Kind::signal, part, signal});
  }
}

void Machine::advance_stop(Actions& actions) {
  if (is_running(Part::router) || is_running(Part::command)) return;
  stop_servers(actions);
  if (is_running(Part::server)) return;
  phase_ = Phase::ended;
  actions.push_back({Action::Kind::finish, {}, 0});
}

}  // namespace atomesh::node
