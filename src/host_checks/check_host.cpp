#include "atomesh/host_checks.hpp"
#include "parts.hpp"

namespace atomesh {

namespace host_checks {

Place program_place(const Plan& plan) { return plan.argv.front().origin.where; }

Place flag_place(const Plan& plan, std::string_view flag) {
  for (const Piece& piece : plan.argv) {
    if (!piece.words.empty() && piece.words.front().text == flag) return piece.origin.where;
  }
  return program_place(plan);
}

Place variable_place(const Plan& plan, std::string_view name) {
  for (const EnvChange& change : plan.env) {
    if (change.name == name) return change.origin.where;
  }
  return label("env " + std::string(name));
}

}  // namespace host_checks

void check_host(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  if (plan.role == Role::router) {
    host_checks::check_router(plan, input, diagnostics);
  } else {
    host_checks::check_interpreter(plan, input, diagnostics);
    host_checks::check_model(plan, input, diagnostics);
    host_checks::check_gpus(plan, input, diagnostics);
    host_checks::check_rdma(plan, input, diagnostics);
  }
  host_checks::check_ports(input, diagnostics);
}

}  // namespace atomesh
