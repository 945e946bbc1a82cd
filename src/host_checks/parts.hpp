// The single checks, one free function each. Private to `host_checks`.
#pragma once

#include <string>
#include <string_view>

#include "atomesh/host_checks.hpp"

namespace atomesh::host_checks {

/// The interpreter is found, and the atom module is. Codes: host-python, host-atom.
void check_interpreter(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// The router's binary is found and is not this program. Codes: host-router.
void check_router(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// The model's directory is complete. Codes: host-model, host-model-hub.
void check_model(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// Enough GPUs are visible, and the variables that choose among them make sense. Codes: host-gpus.
void check_gpus(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// Nobody holds the ports. Codes: host-port.
void check_ports(const HostCheckInput& input, Diagnostics& diagnostics);

/// There are active RDMA ports, and the GID that is used on them can be reached. Codes: host-rdma, host-gid.
void check_rdma(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics);

/// Where the program that the plan starts is named.
Place program_place(const Plan& plan);

/// Where the piece of argv with this flag comes from; the program's place if there is none.
Place flag_place(const Plan& plan, std::string_view flag);

/// Where a variable's value comes from: the plan, or else the environment.
Place variable_place(const Plan& plan, std::string_view name);

}  // namespace atomesh::host_checks
