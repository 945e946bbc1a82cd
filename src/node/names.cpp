// Host names to addresses, by getent.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <csignal>
#include <map>

#include "child.hpp"
#include "log_pump.hpp"
#include "peers.hpp"

namespace atomesh::node {
namespace {

constexpr std::chrono::seconds patience{10};

/// What getent said: its output, or why there is none.
struct Said {
  std::string output;
  std::string error;
};

std::string read_all(const Descriptor& pipe, Time end) {
  std::string output;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd entry{pipe.get(), POLLIN, 0};
    if (left.count() <= 0 || poll(&entry, 1, static_cast<int>(left.count())) != 1) return output;
    char buffer[4096];
    const ssize_t size = read(pipe.get(), buffer, sizeof buffer);
    if (size <= 0) return output;
    output.append(buffer, static_cast<std::size_t>(size));
  }
}

Said ask_getent(const std::string& name, const Environment& environment) {
  Prepared getent = prepare_program({"getent", "ahosts", name}, environment);
  if (getent.failure.exit_code != 0) return {"", getent.failure.message};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {"", "no pipe"};
  const Descriptor pipe(ends[0]);
  Descriptor writer(ends[1]);
  const auto child = start_process(getent.program, {STDIN_FILENO, writer.get(), STDERR_FILENO});
  writer.reset();
  if (!child) return {"", "no process"};
  const Time end = Clock::now() + patience;
  std::string output = read_all(pipe, end);
  const bool late = Clock::now() >= end;
  if (late) kill(-child->pid, SIGKILL);
  int status = 0;
  waitpid(child->pid, &status, 0);
  if (late) return {"", fmt::format("getent gave no answer in {} s", patience.count())};
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {"", "getent does not know it"};
  return {std::move(output), ""};
}

std::string address_of(const Peer& peer, const Environment& environment, Diagnostics& diagnostics) {
  const Said said = ask_getent(peer.address, environment);
  std::string address = first_address(said.output);
  if (address.empty()) {
    diagnostics.add("unknown-host", label(peer.name()),
                    fmt::format("the address of {} is not known: {}", peer.address,
                                said.error.empty() ? "getent named none" : said.error),
                    fmt::format("does `getent ahosts {}` find it here? IPADDRS and --ips take numeric addresses, which "
                                "need no look-up",
                                peer.address));
  }
  return address;
}

}  // namespace

std::string first_address(const std::string& output) {
  return output.substr(0, std::min(output.find_first_of(" \t\n"), output.size()));
}

bool resolve_peers(std::vector<Peer>& peers, const Environment& environment, Diagnostics& diagnostics) {
  std::map<std::string, std::string> known;
  bool good = true;
  for (Peer& peer : peers) {
    peer.endpoint = numeric_endpoint(peer.address, peer.port);
    if (peer.endpoint.size != 0) continue;
    auto [at, fresh] = known.emplace(peer.address, "");
    if (fresh) at->second = address_of(peer, environment, diagnostics);
    peer.endpoint = numeric_endpoint(at->second, peer.port);
    good = good && peer.endpoint.size != 0;
  }
  return good;
}

}  // namespace atomesh::node
