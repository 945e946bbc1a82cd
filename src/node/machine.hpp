// What a node does next: events in, actions out. No system call, no clock, no text.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace atomesh::node {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

/// The processes of a node, in the order in which they are stopped.
enum class Part { router, command, server };
inline constexpr std::array all_parts = {Part::router, Part::command, Part::server};

/// How a process ended: by exit code, or by a signal.
struct Ended {
  bool signalled = false;
  int code = 0;
};

/// The shell's spelling of it: 128+N for signal N.
int exit_code_of(Ended ended);

enum class Phase { waiting_for_workers, waiting_for_router, running_command, serving, stopping, ended };

struct MachineSettings {
  bool head = false;  ///< rank 0: waits for the workers, runs the router and the command
  bool has_command = false;
  std::size_t workers = 1;  ///< that are watched; on other ranks only their own
  std::size_t servers = 1;  ///< that this node runs
  std::chrono::seconds wait_server{}, wait_router{}, grace{};
};

/// To start, signal or report. `part` is for start, signal and died; a signal goes to all that run of it. `number` is
/// the signal, of lost the peer, of start and died which of the servers.
struct Action {
  enum class Kind { start, signal, died, lost, late, ready, finish };
  Kind kind = Kind::finish;
  Part part = Part::server;
  int number = 0;

  friend bool operator==(const Action&, const Action&) = default;
};
using Actions = std::vector<Action>;

/// How long the router answers at least before the command's end stops it: the other nodes end when it does, but only
/// if they have seen it, and they ask every half second.
inline constexpr std::chrono::milliseconds router_shown{1500};

/// The life of one node. Peers are numbered: the watched workers from 0, then the router.
class Machine {
 public:
  explicit Machine(const MachineSettings& settings);

  Actions begin(Time now);
  Actions peer_up(std::size_t peer, Time now);
  Actions peer_lost(std::size_t peer, Time now);
  Actions process_ended(Part part, Ended how, Time now, std::size_t server = 0);
  Actions signalled(int signal, Time now);
  /// To be called when `next` has come.
  Actions tick(Time now);

  /// When time alone changes something; nothing: never.
  std::optional<Time> next() const;

  Phase phase() const { return phase_; }
  /// Of the phase: when it gives up. Only while waiting.
  std::optional<Time> deadline() const { return deadline_; }
  bool is_up(std::size_t peer) const { return up_[peer]; }
  bool is_running(Part part) const { return running_[index(part)] > 0; }
  bool is_ready() const { return ready_; }
  std::size_t router_peer() const { return settings_.workers; }
  /// What the node ends with; meaningful from Phase::stopping on.
  int exit_code() const { return exit_code_; }

 private:
  static std::size_t index(Part part) { return static_cast<std::size_t>(part); }
  bool stopping() const { return phase_ >= Phase::stopping; }
  bool all_workers_up() const;
  void start(Part part, Actions& actions);
  void stop(int exit_code, int signal, Time now, Actions& actions);
  void stop_servers(Actions& actions);
  void signal_running(int signal, Actions& actions) const;
  void advance_stop(Actions& actions);

  MachineSettings settings_;
  Phase phase_ = Phase::serving;
  std::optional<Time> deadline_;
  std::vector<bool> up_;
  std::array<std::size_t, 3> running_{};  ///< by part: how many
  bool ready_ = false;
  int exit_code_ = 0;
  Time router_up_;
  std::optional<Time> leave_at_;  ///< the command has ended, and the node stops then
  // From Phase::stopping on.
  int stop_signal_ = 0;
  int interrupts_ = 0;
  bool servers_told_ = false;
  bool killed_ = false;
  Time servers_at_, kill_at_;
};

}  // namespace atomesh::node
