#include "atomesh/run_node.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>

#include "../replace_file.hpp"
#include "atomesh/host.hpp"
#include "atomesh/text.hpp"
#include "atomesh/topology.hpp"
#include "supervisor.hpp"

namespace atomesh {
namespace {

using node::Job;
using node::Part;

/// What a node needs before anything is started; 0, or the exit code.
struct Preparation {
  const NodeRun& run;
  const Environment& inherited;
  Diagnostics& diagnostics;
  std::vector<Job> jobs;
  int failure = 0;

  void fail(Code code, const std::string& where, const ExecFailure& why) {
    diagnostics.add(code, label(where), why.message, why.hint);
    if (failure == 0) failure = why.exit_code;
  }
};

/// The log file of a process; none after an error, and where no directory is given.
node::Descriptor open_log_of(Preparation& preparation, const std::string& name, std::string& path) {
  const std::string& directory = preparation.run.files.log_dir;
  if (directory.empty()) return {};
  path = fmt::format("{}/{}.log", directory, name);
  const OpenedLog log = open_log("--log-dir", path);
  if (log.fd < 0) preparation.fail("log-file", name, log.failure);
  return node::Descriptor(log.fd);
}

/// The directories that only this process writes to.
void make_directories(Preparation& preparation, const Plan& plan) {
  const ExecFailure failure = atomesh::make_directories(plan.directories);
  if (failure.exit_code != 0) preparation.fail("cache-dir", name_of(plan), failure);
}

void add_plan(Preparation& preparation, const Plan& plan, Part part, std::size_t number, const std::string& host) {
  Prepared prepared = prepare_program(argv_of(plan), child_environment(plan, preparation.inherited));
  Job job;
  job.part = part;
  job.number = number;
  job.name = name_of(plan);
  job.label = fmt::format("{} on {}", title_of(plan), host);
  if (prepared.failure.exit_code != 0) preparation.fail("exec", job.name, prepared.failure);
  job.program = std::move(prepared.program);
  make_directories(preparation, plan);
  std::string path;
  node::Descriptor file = open_log_of(preparation, job.name, path);
  job.log.emplace(job.name, std::move(file), std::move(path));
  preparation.jobs.push_back(std::move(job));
}

void add_command(Preparation& preparation, const std::string& host) {
  const NodeRun& run = preparation.run;
  if (run.command.empty() || !run.router) return;
  Prepared prepared = prepare_program(run.command, command_environment(run, preparation.inherited));
  if (prepared.failure.exit_code != 0) preparation.fail("exec", "command", prepared.failure);
  Job job;
  job.part = Part::command;
  job.name = "command";
  job.label = fmt::format("command on {}", host);
  job.program = std::move(prepared.program);
  preparation.jobs.push_back(std::move(job));
}

NodeRecord record_of(const NodeRun& run, const std::vector<node::Peer>& peers) {
  NodeRecord record{run.deployment.nodes(), {}, mask_words(run.command)};
  for (const node::Peer& peer : peers) record.peers.emplace_back(peer.name(), peer.url());
  return record;
}

/// What is wrong with it is said at once: the end of the run may be days away.
void record(const NodeRun& run, const std::vector<node::Peer>& peers) {
  Manifest manifest = *run.manifest;
  manifest.node = record_of(run, peers);
  Diagnostics diagnostics;
  write_manifest(run.files.manifest, manifest, diagnostics);
  for (const Diagnostic& finding : diagnostics.sorted()) fmt::print(stderr, "{}", to_text(finding));
}

void write_first(Preparation& preparation, const char* option, const std::string& path, const std::string& text) {
  if (path.empty()) return;
  const int error = replace_file(path, text);
  if (error == 0) return;
  preparation.fail(
      "state-file", option,
      {exit_refused, fmt::format("{}: {}", path, strerror(error)), "is its directory there and writable?"});
}

node::SupervisorSettings settings_of(const NodeRun& run, std::size_t peers, const std::string& host) {
  node::SupervisorSettings settings;
  settings.machine = {run.router.has_value(), !run.command.empty(), peers - 1,      run.servers.size(),
                      run.waits.server,       run.waits.router,     run.waits.grace};
  settings.probe.answer = run.waits.answer;
  if (run.servers.size() == 1) settings.role = run.servers.front().role;
  settings.rank = run.rank;
  settings.host = host;
  settings.ready_file = run.files.ready;
  settings.status_file = run.files.status;
  return settings;
}

}  // namespace

int run_node(const NodeRun& run, const Environment& inherited, Diagnostics& diagnostics) {
  if (!node::hold_standard_streams()) return exit_refused;
  const std::string host = host_name();
  const std::string& address = run.deployment.addresses[static_cast<std::size_t>(run.rank)];
  const std::string where = fmt::format("{} ({})", host, address);
  Preparation preparation{run, inherited, diagnostics, {}, 0};
  for (std::size_t i = 0; i < run.servers.size(); ++i) {
    add_plan(preparation, run.servers[i], Part::server, i, where);
  }
  if (run.router) add_plan(preparation, *run.router, Part::router, 0, where);
  add_command(preparation, where);
  std::vector<node::Peer> peers = node::peers_of(run.deployment, run.rank);
  if (!node::resolve_peers(peers, inherited, diagnostics) && preparation.failure == 0) {
    preparation.failure = exit_refused;
  }
  if (preparation.failure != 0) return preparation.failure;
  if (!run.files.ready.empty()) unlink(run.files.ready.c_str());
  write_first(preparation, "--status-file", run.files.status, "{\"format\":\"atomesh.status/1\"}\n");
  if (preparation.failure != 0) return preparation.failure;
  if (run.manifest) record(run, peers);
  const node::SupervisorSettings settings = settings_of(run, peers.size(), host);
  return node::Supervisor(settings, std::move(peers), std::move(preparation.jobs)).run();
}

}  // namespace atomesh
