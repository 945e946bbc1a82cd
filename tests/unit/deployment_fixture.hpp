// A deployment out of literals, and its values in one line.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "atomesh/deployment.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::test {

struct Resolved {
  std::optional<Deployment> deployment;
  std::string report;
};

inline Resolved resolve_deployment_of(const Request& request, const Environment& environment) {
  Diagnostics diagnostics;
  Resolved resolved;
  resolved.deployment = resolve_deployment(request, nullptr, environment, diagnostics);
  resolved.report = report(diagnostics);
  return resolved;
}

inline Resolved resolve_environment(const Environment& environment) { return resolve_deployment_of({}, environment); }

/// `prefill/decode` where a value is a role's.
inline std::string summary(const Deployment& d) {
  return fmt::format("{}P{}D tp {}/{} dpa {:d}/{:d} ep {:d}/{:d} mtp {} conc {} ports {}/{}/{}/{} gpus {} {}",
                     d.prefill.workers.value, d.decode.workers.value, d.prefill.tp.value, d.decode.tp.value,
                     d.prefill.dp_attention.value, d.decode.dp_attention.value, d.prefill.expert_parallel.value,
                     d.decode.expert_parallel.value, d.mtp_size.value, d.max_concurrency.value, d.prefill.port.value,
                     d.decode.port.value, d.router_port.value, d.handshake_port.value, d.gpus_per_node.value,
                     d.kv_connector.value);
}

}  // namespace atomesh::test
