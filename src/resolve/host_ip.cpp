#include <fmt/format.h>

#include "parts.hpp"

namespace atomesh {
namespace {

/// SPEC section 4: --host-ip > ATOM_HOST_IP > IPADDRS[rank] > source address of the default route.
Setting<std::string> find_host_ip(const Deployment& deployment, int rank, const HostFacts& host) {
  if (deployment.host_ip) return *deployment.host_ip;
  const bool numeric = deployment.addresses_origin.key != "SLURM_JOB_NODELIST";
  if (numeric && static_cast<std::size_t>(rank) < deployment.addresses.size()) {
    const std::string& address = deployment.addresses[static_cast<std::size_t>(rank)];
    return {address, deployment.addresses_origin, address};
  }
  return {host.default_route_ip, {Layer::built_in, label("default route"), "default route", {}}, host.default_route_ip};
}

}  // namespace

void complete_addresses(Deployment& deployment, const HostFacts& host, Diagnostics& diagnostics) {
  if (!deployment.addresses.empty() || deployment.nodes() != 1) return;
  const auto own = resolve_host_ip(deployment, 0, host, diagnostics);
  if (!own) return;
  deployment.addresses = {own->value};
  deployment.addresses_origin = own->origin;
}

std::optional<Setting<std::string>> resolve_host_ip(const Deployment& deployment, int rank, const HostFacts& host,
                                                    Diagnostics& diagnostics) {
  Setting<std::string> ip = find_host_ip(deployment, rank, host);
  constexpr auto way_out = "set --host-ip, ATOM_HOST_IP or IPADDRS to an address that the other nodes reach";
  if (ip.value.empty()) {
    diagnostics.add("no-host-ip", label("--host-ip"),
                    "the address of this node is not known: there is no default route", way_out);
    return std::nullopt;
  }
  if (is_unspecified(ip.value) || !is_address(ip.value)) {
    diagnostics.add("bad-address", ip.origin.where, fmt::format("'{}' is not the address of a node", ip.value),
                    way_out);
    return std::nullopt;
  }
  if (is_loopback(ip.value) && deployment.nodes() > 1 && !deployment.allow_loopback) {
    diagnostics.add("loopback-address", ip.origin.where,
                    fmt::format("{} is a loopback address, in a job of {} nodes", ip.value, deployment.nodes()),
                    fmt::format("{}; for tests on one machine set ATOMESH_ALLOW_LOOPBACK=1", way_out));
    return std::nullopt;
  }
  return ip;
}

}  // namespace atomesh
