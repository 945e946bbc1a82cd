#include "atomesh/every_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace atomesh {
namespace {

/// The host that plans are made for: documentation addresses, a router that is there.
HostFacts example_host() {
  HostFacts host;
  host.default_route_ip = "192.0.2.1";
  host.router = {{"/usr/local/bin/atomesh", built_in("router"), true, false}};
  return host;
}

Request base_request(int nodes) {
  Request request;
  request.model_dir = "/models";
  // Past the documentation's 254 they repeat, which no rule minds.
  for (int rank = 0; rank < nodes; ++rank) {
    request.addresses += fmt::format("{}192.0.2.{}", rank == 0 ? "" : ",", rank % 254 + 1);
  }
  return request;
}

bool has_flags(const Model& model, Role role, Slot<FlagList> Tuning::*member) {
  const Tuning& own = role == Role::prefill ? model.tuning.prefill : model.tuning.decode;
  const Slot<FlagList>& slot = own.*member ? own.*member : model.tuning.shared.*member;
  return slot && !slot->value.empty();
}

std::vector<Mode> modes_of(const Model& model, Role role) {
  std::vector<Mode> modes = {Mode::tp};
  if (has_flags(model, role, &Tuning::tp_dp_flags)) modes.push_back(Mode::tp_dpa);
  if (has_flags(model, role, &Tuning::ep_dp_flags)) modes.push_back(Mode::ep_dpa);
  if (has_flags(model, role, &Tuning::ep_flags)) modes.push_back(Mode::ep);
  return modes;
}

}  // namespace

std::vector<Request> every_request(const Model& model) {
  std::vector<Request> requests;
  for (const Role role : {Role::prefill, Role::decode}) {
    for (const Mode mode : modes_of(model, role)) {
      Request& request = requests.emplace_back(base_request(2));
      request.model = model.name;
      request.role = role;
      request.both.dp_attention = mode == Mode::tp_dpa || mode == Mode::ep_dpa;
      request.both.expert_parallel = mode == Mode::ep || mode == Mode::ep_dpa;
      if (has_flags(model, role, &Tuning::mtp_flags)) request.mtp = 1;
    }
  }
  return requests;
}

Layout layout_of(const DeploymentPoint& deployment, std::optional<Layout> asked) {
  if (asked) return *asked;
  for (const RolePoint* role : {&deployment.prefill, &deployment.decode}) {
    const auto found = std::ranges::find(role->settings, "ATOMESH_LAYOUT", &AdditionalSetting::name);
    if (found != role->settings.end()) return parse_layout(found->value).value_or(Layout::multi_node);
  }
  return Layout::multi_node;
}

Placement placement_of(const DeploymentPoint& deployment, std::optional<Layout> asked) {
  return place_workers(layout_of(deployment, asked), {deployment.prefill.workers, deployment.decode.workers,
                                                      deployment.prefill.tp, deployment.decode.tp});
}

std::vector<Request> every_request(const DeploymentPoint& deployment, std::optional<Layout> layout) {
  const Placement placement = placement_of(deployment, layout);
  std::vector<Request> requests(placement.workers.size() + 1, base_request(placement.nodes));
  for (Request& request : requests) request.layout = layout;
  for (const Worker& worker : placement.workers) {
    Request& own = requests[static_cast<std::size_t>(worker.number)];
    own.rank = worker.node;
    own.worker = worker.number;
  }
  requests.back().rank = 0;
  requests.back().role = Role::router;
  return requests;
}

std::optional<Plan> example_plan(const Request& request, const Loaded& loaded, Diagnostics& diagnostics) {
  return resolve_loaded(request, loaded, {}, example_host(), diagnostics);
}

}  // namespace atomesh
