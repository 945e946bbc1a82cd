// RDMA: whether a port is active, and whether the GID that will be used on it leads anywhere.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "files.hpp"
#include "parts.hpp"
#include "rdma_ports.hpp"

namespace atomesh::host_checks {
namespace {

using Ports = std::vector<RdmaPort>;
constexpr auto variable_name = "MC_GID_INDEX";

/// The smallest index that is routable on every port.
std::optional<int> common_index(const Ports& ports) {
  if (ports.empty()) return std::nullopt;
  for (const Gid& gid : ports.front().gids) {
    const bool everywhere = std::ranges::all_of(ports, [&gid](const RdmaPort& port) {
      const Gid* same = port.find(gid.index);
      return same != nullptr && same->fault.empty();
    });
    if (everywhere) return gid.index;
  }
  return std::nullopt;
}

/// `on mlx5_0 port 1: 3 (::ffff:192.0.2.1)`; without an index, each port's first routable one.
std::string list_routable(const Ports& ports, std::optional<int> index) {
  std::vector<std::string> texts;
  for (const RdmaPort& port : ports) {
    const Gid& gid = index ? *port.find(*index) : *port.first_routable();
    texts.push_back(index ? fmt::format("{} on {}", gid.text, port.name())
                          : fmt::format("{} on {} ({})", gid.index, port.name(), gid.text));
  }
  return enumerate(texts);
}

std::string way_out(const Ports& ports) {
  if (const auto index = common_index(ports)) {
    return fmt::format("set {}={}: {}", variable_name, *index, list_routable(ports, index));
  }
  return fmt::format("no index is routable on all ports: {}; leave ports out until one is",
                     list_routable(ports, std::nullopt));
}

/// The index that is asked for; 0 is what is used without. Nothing after a finding.
std::optional<int> asked_index(const Plan& plan, const Environment& environment, const Ports& ports,
                               Diagnostics& diagnostics) {
  const auto found = environment.find(variable_name);
  if (found == environment.end() || found->second.empty()) return 0;
  const auto index = parse_integer(found->second);
  if (index && *index >= 0 && *index <= 65535) return static_cast<int>(*index);
  diagnostics.add("host-gid", variable_place(plan, variable_name),
                  fmt::format("{} takes the number of a GID, not '{}'", variable_name, found->second), way_out(ports));
  return std::nullopt;
}

void check_no_routable(const Ports& ports, const std::string& directory, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const RdmaPort& port : ports) names.push_back(port.name());
  if (names.empty()) return;
  diagnostics.add("host-gid", label(directory),
                  fmt::format("no GID that other nodes can reach on {}", enumerate(names)),
                  "give the network interface of each an IP address");
}

void check_index(int index, const Ports& ports, const Place& where, Diagnostics& diagnostics) {
  std::vector<std::string> bad;
  for (const RdmaPort& port : ports) {
    const Gid* gid = port.find(index);
    if (gid == nullptr) {
      bad.push_back(fmt::format("{} (empty)", port.name()));
    } else if (!gid->fault.empty()) {
      bad.push_back(fmt::format("{} ({} {})", port.name(), gid->fault, gid->text));
    }
  }
  if (bad.empty()) return;
  diagnostics.add("host-gid", where, fmt::format("GID {} is not routable on {}", index, enumerate(bad)),
                  way_out(ports));
}

void add_no_active(const Ports& ports, const std::string& directory, Diagnostics& diagnostics) {
  std::vector<std::string> states;
  for (const RdmaPort& port : ports) states.push_back(fmt::format("{} is {}", port.name(), port.state));
  if (states.empty()) {
    diagnostics.add("host-rdma", label(directory), "there is no RDMA device",
                    "are the drivers of the network cards loaded, and the devices given to this container?");
    return;
  }
  diagnostics.add("host-rdma", label(directory), fmt::format("no RDMA port is active: {}", enumerate(states)),
                  "is the cable in, and its network interface up?");
}

}  // namespace

void check_rdma(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  const std::string directory = input.roots.sys + "/class/infiniband";
  const Ports all = read_rdma_ports(directory);
  if (std::ranges::none_of(all, &RdmaPort::active)) return add_no_active(all, directory, diagnostics);
  Ports routable;
  Ports unroutable;
  for (const RdmaPort& port : all) {
    // InfiniBand's subnet manager routes by LID: a link-local GID is the normal one there.
    if (!port.active() || port.infiniband) continue;
    (port.first_routable() != nullptr ? routable : unroutable).push_back(port);
  }
  check_no_routable(unroutable, directory, diagnostics);
  if (routable.empty()) return;
  const auto index = asked_index(plan, input.environment, routable, diagnostics);
  if (index) check_index(*index, routable, variable_place(plan, variable_name), diagnostics);
}

}  // namespace atomesh::host_checks
