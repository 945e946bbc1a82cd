// SPEC section 4: the addresses of all ranks.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "atomesh/topology.hpp"
#include "deployment_parts.hpp"

namespace atomesh {
namespace {

/// `1P1D`, `1P1D, single-node`
std::string shape_of(const Deployment& out) {
  const Layout layout = out.layout.value;
  return fmt::format("{}P{}D{}{}", out.prefill.workers.value, out.decode.workers.value,
                     layout == Layout::multi_node ? "" : ", ", layout == Layout::multi_node ? "" : to_string(layout));
}

void check_addresses(const Deployment& out, Diagnostics& diagnostics) {
  const Place& where = out.addresses_origin.where;
  const std::size_t nodes = static_cast<std::size_t>(out.nodes());
  for (std::size_t i = 1; i < std::min(out.addresses.size(), nodes); ++i) {
    const auto first = std::ranges::find(out.addresses, out.addresses[i]);
    const auto rank = static_cast<std::size_t>(first - out.addresses.begin());
    if (rank == i) continue;
    diagnostics.add("same-address", where,
                    fmt::format("{} is the address of rank {} and of rank {}", out.addresses[i], rank, i),
                    "workers of one host need different ports: give each node its own address");
  }
  for (std::size_t i = 0; i < out.addresses.size(); ++i) {
    if (is_address(out.addresses[i])) continue;
    diagnostics.add("bad-address", where,
                    out.addresses[i].empty() ? fmt::format("the address of rank {} is empty", i)
                                             : fmt::format("'{}' of rank {} is not an address", out.addresses[i], i),
                    "give one host name or IP address a node, separated by commas");
  }
  if (out.addresses.size() < nodes) {
    diagnostics.add("too-few-addresses", where,
                    fmt::format("{} addresses for {} nodes ({})", out.addresses.size(), nodes, shape_of(out)),
                    "give one address a node, in order of rank");
  } else if (out.addresses.size() > nodes) {
    diagnostics.add("surplus-addresses", where,
                    fmt::format("{} addresses for {} node{}: the last {} are not used", out.addresses.size(), nodes,
                                nodes == 1 ? "" : "s", out.addresses.size() - nodes),
                    fmt::format("the job is {}; is xP or yD right?", shape_of(out)));
  }
}

}  // namespace

void resolve_addresses(const Request& request, Sources& sources, Deployment& out) {
  Diagnostics& diagnostics = sources.diagnostics();
  if (auto given = sources.find("IPADDRS", option("--ips", request.addresses))) {
    out.addresses = split_list(given->text);
    out.addresses_origin = std::move(given->origin);
    check_addresses(out, diagnostics);
    return;
  }
  auto list = sources.find("SLURM_JOB_NODELIST", {});
  if (!list) return;
  auto names = expand_host_list(list->text);
  if (!names) {
    diagnostics.add("bad-address", list->origin.where, fmt::format("'{}' is not a SLURM host list", list->text),
                    "set IPADDRS or --ips to the addresses instead");
    return;
  }
  // A job may hold more nodes than this deployment, or fewer (an interactive shell on one of them).
  if (names->size() < static_cast<std::size_t>(out.nodes())) return;
  out.addresses = std::move(*names);
  out.addresses_origin = std::move(list->origin);
}

void check_node0(const Request& request, Sources& sources, const Deployment& out) {
  const auto node0 = sources.find("NODE0_ADDR", option("--node0-addr", request.node0_address));
  const bool from_list = out.addresses_origin.key == "SLURM_JOB_NODELIST";
  if (!node0 || out.addresses.empty() || from_list || node0->text == out.addresses.front()) return;
  sources.diagnostics().add("node0-address", node0->origin.where,
                            fmt::format("{} is not the first address, {}", node0->text, out.addresses.front()),
                            "rank 0 is the first of IPADDRS");
}

}  // namespace atomesh
