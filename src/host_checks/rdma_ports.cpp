#include "rdma_ports.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "files.hpp"

namespace atomesh::host_checks {
namespace {

std::string read_line(const std::string& path) { return std::string(trim(read_text(path).value_or(""))); }

/// `4: ACTIVE` is ACTIVE.
std::string read_state(const std::string& path) {
  const std::string text = read_line(path);
  const std::size_t colon = text.find(": ");
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

/// The GID of a file in `gids`; nothing for an empty slot, which reads as zero. RFC 4291: link-local is fe80::/10.
std::optional<Gid> read_gid(const std::string& port, const std::string& name, bool infiniband) {
  const auto index = parse_integer(name);
  in6_addr address{};
  if (!index || inet_pton(AF_INET6, read_line(port + "/gids/" + name).c_str(), &address) != 1) return std::nullopt;
  if (IN6_IS_ADDR_UNSPECIFIED(&address)) return std::nullopt;
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(AF_INET6, &address, text, sizeof text);
  Gid gid{static_cast<int>(*index), text, IN6_IS_ADDR_LINKLOCAL(&address) ? "link-local" : ""};
  // Version 1 is a protocol below IP. InfiniBand's own GIDs go by the same name.
  if (gid.fault.empty() && !infiniband && read_line(port + "/gid_attrs/types/" + name) == "IB/RoCE v1") {
    gid.fault = "RoCE v1";
  }
  return gid;
}

RdmaPort read_port(const std::string& directory, const std::string& device, const std::string& number) {
  const std::string path = fmt::format("{}/{}/ports/{}", directory, device, number);
  RdmaPort port{device, number, read_state(path + "/state"), read_line(path + "/link_layer") == "InfiniBand", {}};
  if (!port.active()) return port;
  for (const std::string& name : list_names(path + "/gids")) {
    auto gid = read_gid(path, name, port.infiniband);
    if (gid) port.gids.push_back(std::move(*gid));
  }
  return port;
}

}  // namespace

const Gid* RdmaPort::find(int index) const {
  const auto found = std::ranges::find(gids, index, &Gid::index);
  return found == gids.end() ? nullptr : &*found;
}

const Gid* RdmaPort::first_routable() const {
  const auto found = std::ranges::find_if(gids, [](const Gid& gid) { return gid.fault.empty(); });
  return found == gids.end() ? nullptr : &*found;
}

std::vector<RdmaPort> read_rdma_ports(const std::string& directory) {
  std::vector<RdmaPort> ports;
  for (const std::string& device : list_names(directory)) {
    for (const std::string& number : list_names(fmt::format("{}/{}/ports", directory, device))) {
      ports.push_back(read_port(directory, device, number));
    }
  }
  return ports;
}

}  // namespace atomesh::host_checks
