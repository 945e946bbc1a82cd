#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "files.hpp"
#include "holders.hpp"
#include "parts.hpp"

namespace atomesh::host_checks {
namespace {

/// 0, or why the port cannot be bound on all addresses. With SO_REUSEADDR, as servers do: connections that linger after
/// their server's end are not in the way.
int bind_fault(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const int fault = bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
  close(fd);
  return fault;
}

void add_taken(const ListenPort& port, const PortHolders& holders, Diagnostics& diagnostics) {
  const std::string what = fmt::format("port {} ({}) is taken by ", port.port, port.owner);
  if (!holders.processes.empty()) {
    diagnostics.add("host-port", port.where, what + enumerate(holders.processes),
                    "end what is left of an earlier job, or choose another port");
    return;
  }
  if (holders.uid.empty()) {  // the kernel lists only sockets that listen or are connected
    diagnostics.add("host-port", port.where, what + "a socket that does not listen yet: /proc does not tell whose",
                    "a server may be starting on it; choose another port, or try again");
    return;
  }
  diagnostics.add("host-port", port.where,
                  fmt::format("{}a process of user {} that cannot be seen from here", what, holders.uid),
                  fmt::format("it is another user's or outside of this container; as root on the node: "
                              "ss -tlnp 'sport = :{}'",
                              port.port));
}

}  // namespace

void check_ports(const HostCheckInput& input, Diagnostics& diagnostics) {
  std::vector<const ListenPort*> taken;
  std::set<int> numbers;
  for (const ListenPort& port : input.ports) {
    if (port.port < 1 || port.port > 65535) continue;
    const int fault = bind_fault(port.port);
    if (fault == EADDRINUSE) {
      taken.push_back(&port);
      numbers.insert(port.port);
    } else if (fault != 0) {
      diagnostics.add("host-port", port.where,
                      fmt::format("port {} ({}) cannot be bound: {}", port.port, port.owner, strerror(fault)),
                      fault == EACCES ? "ports below 1024 are for root; choose another" : "");
    }
  }
  if (taken.empty()) return;
  std::map<int, PortHolders> holders = find_holders(input.roots.proc, numbers);
  for (const ListenPort* port : taken) add_taken(*port, holders[port->port], diagnostics);
}

}  // namespace atomesh::host_checks
