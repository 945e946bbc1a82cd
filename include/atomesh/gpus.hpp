// The GPUs of the servers of one node.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// The tensor parallel size of a server; 0 for the router.
int tp_of(const Plan& plan);

/// The GPUs that a server takes, as HIP counts them: those that HIP_VISIBLE_DEVICES gives it, else the first of its
/// node. Where a server has its node to itself, the latter. None for the router.
std::vector<std::string> gpus_of(const Plan& plan, const Environment& inherited);

/// The servers of one node against each other. Errors: gpu-clash.
void check_gpus(std::span<const Plan> of_one_node, const Environment& inherited, Diagnostics& diagnostics);

}  // namespace atomesh
