// The RDMA ports of a node with their GID tables, as /sys/class/infiniband shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace atomesh::host_checks {

/// One entry of a port's GID table.
struct Gid {
  int index = 0;
  std::string text;   ///< in the short form of IPv6 addresses: `::ffff:192.0.2.1`
  std::string fault;  ///< why other nodes cannot reach it: `link-local`, `RoCE v1`; empty: they can
};

struct RdmaPort {
  std::string device;
  std::string number;
  std::string state;        ///< `ACTIVE`, `DOWN` …
  bool infiniband = false;  ///< the link layer, else Ethernet (RoCE)
  std::vector<Gid> gids;    ///< of an active port, by index; empty slots are left out

  std::string name() const { return device + " port " + number; }
  bool active() const { return state == "ACTIVE"; }
  /// Null if the slot is empty.
  const Gid* find(int index) const;
  /// The first one that other nodes can reach, or null.
  const Gid* first_routable() const;
};

/// Every port of every device. `directory` is /sys/class/infiniband.
std::vector<RdmaPort> read_rdma_ports(const std::string& directory);

}  // namespace atomesh::host_checks
