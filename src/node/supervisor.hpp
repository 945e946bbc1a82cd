// The event loop of a node: one thread on poll, which feeds the Machine and carries out what it says.
#pragma once

#include <poll.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "child.hpp"
#include "log_pump.hpp"
#include "peers.hpp"
#include "prober.hpp"
#include "processes.hpp"
#include "screen.hpp"
#include "texts.hpp"

namespace atomesh::node {

/// One process of the node, before and while it runs.
struct Job {
  Part part = Part::server;
  std::size_t number = 0;  ///< among those of its part
  std::string name;        ///< `decode-1`; of the command `command`
  std::string label;       ///< for messages: `decode rank 1 on node-a (192.0.2.2)`
  Program program;
  std::optional<LogPump> log;  ///< none: it writes to our own streams
  std::optional<Child> child;  ///< from its start on
  Time started, stopped;
  long long started_at = 0;  ///< Unix time
  std::optional<Ended> ended;
};

/// Everything that is decided before the start.
struct SupervisorSettings {
  MachineSettings machine;
  ProbeTimes probe;
  std::optional<Role> role;  ///< nothing where the node hosts several workers
  int rank = 0;
  std::string host;
  std::string ready_file, status_file;
};

/// Seconds, for documents.
long long unix_time();

inline constexpr std::chrono::seconds progress_every{30};

class Supervisor {
 public:
  /// The process's signals and orphans are ours from here on.
  Supervisor(SupervisorSettings settings, std::vector<Peer> peers, std::vector<Job> jobs);

  /// From the start of the servers until nothing is left; the exit code.
  int run();

 private:
  // Carrying out what the machine says.
  void perform(const Actions& actions);
  void carry_out(const Action& action);
  void start(Job& job);
  void give_up_start(Job& job, Ended how);
  void signal(Part part, int number);
  void report_death(const Job& job);
  void report_lost(std::size_t peer);
  void report_late();
  void tell_phase();

  // Waiting for events.
  void wait();
  void arm_timer();
  std::vector<pollfd> descriptors() const;
  void ask(std::size_t peer);
  void read_signals();
  void reap();
  void process_ended(Job& job, Ended how);
  void pump(const std::vector<pollfd>& fds);
  void probe(const std::vector<pollfd>& fds);
  void repeat_what_is_due();

  void end_leftovers();
  NodeView view() const;
  void write_status();
  void write_file(const std::string& path, const std::string& text);
  Job& find_job(Part part, std::size_t number);

  SupervisorSettings settings_;
  std::vector<Peer> peers_;
  std::vector<std::string> said_;  ///< by peer: the last answer
  std::vector<bool> asked_;        ///< by peer: is it being asked?
  std::vector<Job> jobs_;
  Machine machine_;
  Prober prober_;
  Screen screen_;
  std::set<pid_t> foreign_;  ///< children that this process had before
  Descriptor signals_, timer_, null_;
  Time begin_, phase_since_, progress_at_, table_at_;
  Phase told_ = Phase::ended;         ///< the phase that was told last
  std::set<std::string> unwritable_;  ///< files whose failure was told
};

}  // namespace atomesh::node
