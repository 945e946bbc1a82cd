#include "holders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "atomesh/text.hpp"
#include "files.hpp"

namespace atomesh::host_checks {
namespace {

/// One line of /proc/net/tcp.
struct Socket {
  int port = 0;
  bool listening = false;
  std::string inode;
  std::string uid;
};

std::optional<Socket> parse_socket(std::string_view line) {
  constexpr std::size_t local = 1, state = 3, uid = 7, inode = 9;  // columns, as proc(5) numbers them
  const auto fields = fields_of(line);
  if (fields.size() <= inode) return std::nullopt;
  const std::size_t colon = fields[local].rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view digits = fields[local].substr(colon + 1);
  Socket socket{0, fields[state] == "0A", std::string(fields[inode]), std::string(fields[uid])};
  std::from_chars(digits.data(), digits.data() + digits.size(), socket.port, 16);
  return socket;
}

/// The sockets on the ports. Where one listens, the connections it has accepted do not count.
std::vector<Socket> read_sockets(const std::string& proc, const std::set<int>& ports) {
  std::vector<Socket> sockets;
  std::set<int> listened;
  for (const char* table : {"/net/tcp", "/net/tcp6"}) {
    const std::string text = read_text(proc + table).value_or("");
    for (const std::string_view line : lines_of(text)) {
      auto socket = parse_socket(line);
      if (!socket || !ports.contains(socket->port)) continue;
      if (socket->listening) listened.insert(socket->port);
      sockets.push_back(std::move(*socket));
    }
  }
  std::erase_if(sockets, [&](const Socket& socket) { return !socket.listening && listened.contains(socket.port); });
  return sockets;
}

/// What `/proc/<pid>/fd/<n>` points to.
std::string link_target(const std::string& path) {
  char target[64];
  const ssize_t size = readlink(path.c_str(), target, sizeof target);
  return {target, size > 0 ? static_cast<std::size_t>(size) : 0};
}

/// The ports that a process holds.
std::set<int> ports_of(const std::string& process, const std::map<std::string, int>& port_of_target) {
  std::set<int> ports;
  for (const std::string& fd : list_names(process + "/fd")) {
    const auto found = port_of_target.find(link_target(fmt::format("{}/fd/{}", process, fd)));
    if (found != port_of_target.end()) ports.insert(found->second);
  }
  return ports;
}

}  // namespace

std::map<int, PortHolders> find_holders(const std::string& proc, const std::set<int>& ports) {
  std::map<int, PortHolders> holders;
  std::map<std::string, int> port_of_target;
  for (const Socket& socket : read_sockets(proc, ports)) {
    port_of_target.emplace(fmt::format("socket:[{}]", socket.inode), socket.port);
    holders[socket.port].uid = socket.uid;
  }
  if (port_of_target.empty()) return holders;
  for (const std::string& pid : list_names(proc)) {
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string process = fmt::format("{}/{}", proc, pid);
    for (const int port : ports_of(process, port_of_target)) {
      const std::string name = read_text(process + "/comm").value_or("?");
      holders[port].processes.push_back(fmt::format("pid {} ({})", pid, trim(name)));
    }
  }
  return holders;
}

}  // namespace atomesh::host_checks
