// Which variables decide a plan. Private to `manifest`.
#pragma once

#include <array>
#include <string_view>

#include "atomesh/variables.hpp"

namespace atomesh {

/// Those that tell addresses, which belong to the machines and not to the plan.
inline constexpr auto address_variables =
    std::to_array<std::string_view>({"IPADDRS", "NODE0_ADDR", "ATOM_HOST_IP", "SLURM_JOB_NODELIST"});

/// True for what decides a plan. Not for DRY_RUN and the router's guard, which are about this one start.
bool is_read_for_plans(std::string_view name);

/// Those of the environment that are, unless they are empty.
Environment read_variables(const Environment& environment);

}  // namespace atomesh
