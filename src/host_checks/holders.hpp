// Who holds a port: /proc/net/tcp names the socket, /proc/<pid>/fd the process.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace atomesh::host_checks {

/// The holders of a port as `pid 4242 (python3)`. Empty where /proc does not show them; `uid` is known nevertheless if
/// the socket is listed, else empty.
struct PortHolders {
  std::vector<std::string> processes;
  std::string uid;
};

/// Looks all ports up in one walk over the processes. `proc` is the root of /proc.
std::map<int, PortHolders> find_holders(const std::string& proc, const std::set<int>& ports);

}  // namespace atomesh::host_checks
