#include <fmt/format.h>

#include "atomesh/json.hpp"
#include "atomesh/topology.hpp"
#include "texts.hpp"

namespace atomesh::node {
namespace {

using json::Member;
using json::quote;

std::string list(const std::vector<std::string>& elements) { return fmt::format("[{}]", fmt::join(elements, ",")); }

std::string_view state_of(const ProcessView& process) {
  if (process.pid == 0) return "not-started";
  return process.ended ? "ended" : "running";
}

std::string process_json(const ProcessView& process) {
  std::vector<Member> members = {{"name", quote(process.name)}, {"state", quote(state_of(process))}};
  if (process.pid != 0) {
    members.push_back({"pid", std::to_string(process.pid)});
    members.push_back({"started", std::to_string(process.started)});
  }
  if (process.ended) {
    members.push_back({process.ended->signalled ? "signal" : "exit_code", std::to_string(process.ended->code)});
  }
  return json::object(members);
}

std::string peer_json(const PeerView& peer) {
  std::vector<Member> members = {
      {"name", quote(peer.name)}, {"url", quote(peer.url)}, {"up", peer.up ? "true" : "false"}};
  if (!peer.said.empty()) members.push_back({"said", quote(peer.said)});
  return json::object(members);
}

std::vector<Member> header(std::string_view format, const NodeView& view) {
  std::vector<Member> members = {{"format", quote(format)}};
  if (view.role) members.push_back({"role", quote(to_string(*view.role))});
  members.push_back({"rank", std::to_string(view.rank)});
  members.push_back({"host", quote(view.host)});
  members.push_back({"time", std::to_string(view.now)});
  return members;
}

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::waiting_for_workers:
      return "waiting-for-workers";
    case Phase::waiting_for_router:
      return "waiting-for-router";
    case Phase::running_command:
      return "running-command";
    case Phase::serving:
      return "serving";
    case Phase::stopping:
      return "stopping";
    case Phase::ended:
      return "ended";
  }
  return "";
}

}  // namespace

std::string status_json(const NodeView& view) {
  std::vector<std::string> processes, peers;
  for (const ProcessView& process : view.processes) processes.push_back(process_json(process));
  for (const PeerView& peer : view.peers) peers.push_back(peer_json(peer));
  std::vector<Member> members = header("atomesh.status/1", view);
  members.push_back({"phase", quote(name_of(view.phase))});
  members.push_back({"ready", view.ready ? "true" : "false"});
  members.push_back({"processes", list(processes)});
  members.push_back({"peers", list(peers)});
  if (view.exit_code) members.push_back({"exit_code", std::to_string(*view.exit_code)});
  return json::object(members) + "\n";
}

std::string ready_json(const NodeView& view) {
  std::vector<Member> members = header("atomesh.ready/1", view);
  for (const PeerView& peer : view.peers) {
    if (peer.up) members.push_back({peer.name, quote(peer.url)});
  }
  return json::object(members) + "\n";
}

}  // namespace atomesh::node
