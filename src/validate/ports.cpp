// Every port of every process of one deployment, per host.
#include "atomesh/ports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rules.hpp"

namespace atomesh {
namespace {

/// Where the first port of the handshake was asked for: its place in the JSON is the launcher's own, unless a file
/// gives the object.
Place handshake_place(const Place& place, const DeploymentPoint& point) {
  if (place.source != nullptr) return place;
  for (const RolePoint* role : {&point.prefill, &point.decode}) {
    const auto found = std::ranges::find(role->settings, "HANDSHAKE_PORT", &AdditionalSetting::name);
    if (found != role->settings.end()) return found->place;
  }
  return place;
}

/// `free there: 8011`: the next port, or first port of a range, that nobody has; below where there is none above.
std::string free_port_hint(const std::vector<Listener>& all, const Listener& wanted) {
  const auto is_free = [&](long long first) {
    const Listener moved{wanted.kind, first, wanted.count, {}, {}};
    return std::ranges::none_of(all, [&](const Listener& other) { return overlap(moved, other); });
  };
  const long long last = 65535 - wanted.count + 1;
  for (long long first = wanted.first + 1; first <= last; ++first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  for (long long first = std::min(wanted.first, last); first > 0; --first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  return "";
}

void check_host_ports(const std::vector<Listener>& all, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].first + all[i].count - 1 > 65535) {
      diagnostics.add("port-range", all[i].place,
                      fmt::format("{} takes port {}, above 65535", all[i].owner, range_text(all[i])),
                      "lower the first port");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!overlap(all[i], all[j])) continue;
      diagnostics.add("port-clash", all[i].place,
                      fmt::format("{} (port {}) and {} (port {}) are on one host", all[i].owner, range_text(all[i]),
                                  all[j].owner, range_text(all[j])),
                      free_port_hint(all, all[i]));
    }
  }
}

}  // namespace

void check_ports(std::span<const CheckedProcess> processes, const DeploymentPoint& point, Diagnostics& diagnostics) {
  std::map<int, std::vector<Listener>> by_host;  // one worker a host; the router is on rank 0's
  for (const CheckedProcess& process : processes) {
    for (Listener& listener : listeners_of(process.plan, process.options)) {
      if (listener.kind == Listener::Kind::handshake) listener.place = handshake_place(listener.place, point);
      by_host[process.plan.rank].push_back(std::move(listener));
    }
  }
  for (const auto& [rank, listeners] : by_host) check_host_ports(listeners, diagnostics);
}

}  // namespace atomesh
