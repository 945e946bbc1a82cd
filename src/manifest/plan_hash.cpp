#include "atomesh/plan_hash.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/render.hpp"
#include "atomesh/sha256.hpp"
#include "read_variables.hpp"

namespace atomesh {
namespace {

/// The request without addresses, and in one order.
Request without_machines(Request request) {
  request.addresses.clear();
  request.node0_address.clear();
  request.host_ip.clear();
  std::ranges::sort(request.unset_env);
  request.unset_env.erase(std::unique(request.unset_env.begin(), request.unset_env.end()), request.unset_env.end());
  return request;
}

std::string addresses_by_rank(int nodes) {
  std::string list;
  for (int rank = 0; rank < nodes; ++rank) list += fmt::format("{}node-{}", rank == 0 ? "" : ",", rank);
  return list;
}

Environment without_machines(const Environment& environment) {
  Environment read = read_variables(environment);
  for (const std::string_view name : address_variables) read.erase(std::string(name));
  return read;
}

/// A machine that has nothing but the router.
HostFacts no_machine(const Request& request, const Environment& environment) {
  const auto given = VariableSource(environment).find("ATOMESH_ROUTER_BIN");
  const std::string named = given ? given->text : "atomesh";
  HostFacts facts;
  facts.router = {{request.router_bin.empty() ? named : request.router_bin, built_in("router"), true, false}};
  return facts;
}

}  // namespace

std::optional<std::string> canonical_plan(const Request& request, const Config& config, const Environment& environment,
                                          Diagnostics& diagnostics) {
  Request neutral = without_machines(request);
  const Environment read = without_machines(environment);
  const auto deployment = find_deployment(neutral, config, read, diagnostics);
  if (!deployment) return std::nullopt;
  neutral.addresses = addresses_by_rank(deployment->nodes());
  const auto plan = resolve(neutral, config, read, no_machine(request, read), diagnostics);
  if (!plan) return std::nullopt;
  return render(*plan, Format::json, {}, diagnostics);
}

std::optional<std::string> plan_hash(const Request& request, const Config& config, const Environment& environment,
                                     Diagnostics& diagnostics) {
  const auto text = canonical_plan(request, config, environment, diagnostics);
  return text ? std::optional(sha256(*text)) : std::nullopt;
}

}  // namespace atomesh
