// What is said about a node: for people and as JSON. Values in, text out.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "atomesh/role.hpp"
#include "machine.hpp"

namespace atomesh::node {

struct ProcessView {
  std::string name;  ///< `decode-1`, `command`
  int pid = 0;       ///< 0: not started yet
  std::chrono::milliseconds age{};
  long long started = 0;  ///< Unix time
  std::optional<Ended> ended;
};

struct PeerView {
  std::string name;
  std::string url;
  bool up = false;
  bool asked = false;  ///< false: not yet, or no more
  std::string said;    ///< the last answer; empty: none yet
};

/// The node at one moment.
struct NodeView {
  std::optional<Role> role;  ///< nothing where the node hosts several workers
  int rank = 0;
  std::string host;
  Phase phase = Phase::serving;
  bool ready = false;
  std::chrono::milliseconds age{};                ///< of the phase
  std::optional<std::chrono::milliseconds> left;  ///< until the phase is given up
  std::optional<int> exit_code;                   ///< once it is known
  long long now = 0;                              ///< Unix time
  std::vector<ProcessView> processes;
  std::vector<PeerView> peers;
};

/// `waiting for the workers`
std::string to_text(Phase phase);
/// `exit code 3`, `signal 9 (SIGKILL)`
std::string to_text(Ended ended);
/// `0.4 s`, `42 s`, `3 min 20 s`, `2 h 5 min`
std::string duration(std::chrono::milliseconds time);

/// The peers that the phase waits for: `decode-1 http://192.0.2.2:8020 (Connection refused)`, separated by commas.
std::string missing(const NodeView& view);
/// The line that is printed every 30 s while something is waited for.
std::string progress_line(const NodeView& view);
/// A few lines for a terminal: what runs and what answers.
std::vector<std::string> table(const NodeView& view);
/// The last lines of a dead process, indented, under a heading; empty if it wrote nothing.
std::string last_lines(const std::deque<std::string>& lines, const std::string& log_path);

/// The document atomesh.status/1.
std::string status_json(const NodeView& view);
/// The document atomesh.ready/1.
std::string ready_json(const NodeView& view);

}  // namespace atomesh::node
