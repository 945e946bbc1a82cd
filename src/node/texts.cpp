#include "texts.hpp"

#include <fmt/format.h>

#include <cstring>

#include "atomesh/diagnostics.hpp"

namespace atomesh::node {
namespace {

bool is_missing(const NodeView& view, const PeerView& peer) {
  if (peer.up) return false;
  return view.phase == Phase::waiting_for_workers
             ? peer.asked
             : view.phase == Phase::waiting_for_router && &peer == &view.peers.back();
}

std::string state_of(const ProcessView& process) {
  if (process.pid == 0) return "not started yet";
  if (process.ended) return fmt::format("ended with {} after {}", to_text(*process.ended), duration(process.age));
  return fmt::format("pid {}, {}", process.pid, duration(process.age));
}

std::string state_of(const PeerView& peer) {
  if (peer.up) return "answers";
  if (!peer.asked) return "not asked yet";
  return peer.said.empty() ? "no answer yet" : peer.said;
}

}  // namespace

std::string to_text(Phase phase) {
  switch (phase) {
    case Phase::waiting_for_workers:
      return "waiting for the workers";
    case Phase::waiting_for_router:
      return "waiting for the router";
    case Phase::running_command:
      return "running the command";
    case Phase::serving:
      return "serving";
    case Phase::stopping:
      return "stopping";
    case Phase::ended:
      return "ended";
  }
  return "";
}

std::string to_text(Ended ended) {
  if (!ended.signalled) return fmt::format("exit code {}", ended.code);
  const char* name = sigabbrev_np(ended.code);
  return name != nullptr ? fmt::format("signal {} (SIG{})", ended.code, name) : fmt::format("signal {}", ended.code);
}

std::string duration(std::chrono::milliseconds time) {
  constexpr long long minute = 60;
  constexpr long long hour = 60 * minute;
  const long long seconds = time.count() / 1000;
  if (seconds < 10) return fmt::format("{}.{} s", seconds, time.count() % 1000 / 100);
  if (seconds < 2 * minute) return fmt::format("{} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{} min {} s", seconds / minute, seconds % minute);
  return fmt::format("{} h {} min", seconds / hour, seconds % hour / minute);
}

std::string missing(const NodeView& view) {
  std::string text;
  for (const PeerView& peer : view.peers) {
    if (!is_missing(view, peer)) continue;
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", peer.name, peer.url, presentable(state_of(peer)));
  }
  return text;
}

std::string progress_line(const NodeView& view) {
  std::string text = fmt::format("atomesh: {} for {}: {}", to_text(view.phase), duration(view.age), missing(view));
  if (view.left) text += fmt::format("; gives up in {}", duration(*view.left));
  return text + "\n";
}

std::vector<std::string> table(const NodeView& view) {
  std::vector<std::string> rows = {fmt::format("atomesh: {}rank {} on {}: {}, {}",
                                               view.role ? fmt::format("{} ", to_string(*view.role)) : "", view.rank,
                                               view.host, to_text(view.phase), duration(view.age))};
  for (const ProcessView& process : view.processes) {
    rows.push_back(fmt::format("  process  {:<12} {}", process.name, state_of(process)));
  }
  for (const PeerView& peer : view.peers) {
    rows.push_back(fmt::format("  {:<8} {:<12} {} {}", peer.up ? "up" : "missing", peer.name, peer.url,
                               presentable(state_of(peer))));
  }
  return rows;
}

std::string last_lines(const std::deque<std::string>& lines, const std::string& log_path) {
  if (lines.empty()) return "    it wrote nothing\n";
  const std::string where = log_path.empty() ? "" : fmt::format(" (all of it in {})", log_path);
  std::string text = lines.size() == 1 ? fmt::format("    its last line{}:\n", where)
                                       : fmt::format("    its last {} lines{}:\n", lines.size(), where);
  for (const std::string& line : lines) text += fmt::format("    | {}\n", presentable(line));
  return text;
}

}  // namespace atomesh::node
