// Every port and GPU of every process of one deployment, per node.
#include <algorithm>
#include <map>

#include "atomesh/gpus.hpp"
#include "atomesh/ports.hpp"
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

}  // namespace

void check_nodes(std::span<const CheckedProcess> processes, const DeploymentPoint& point, Diagnostics& diagnostics) {
  std::map<int, std::vector<Listener>> listeners;
  std::map<int, std::vector<Plan>> servers;
  for (const CheckedProcess& process : processes) {
    const Plan& plan = process.plan;
    if (plan.has_mates) servers[plan.rank].push_back(plan);
    for (Listener& listener : listeners_of(plan, process.options)) {
      if (listener.kind == Listener::Kind::handshake) listener.place = handshake_place(listener.place, point);
      listeners[plan.rank].push_back(std::move(listener));
    }
  }
  for (const auto& [rank, of_node] : listeners) check_listeners(of_node, diagnostics);
  for (const auto& [rank, of_node] : servers) check_gpus(of_node, {}, diagnostics);
}

}  // namespace atomesh
