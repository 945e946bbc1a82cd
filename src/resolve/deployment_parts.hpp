// The parts of a deployment that are judged together. Private to `resolve`.
#pragma once

#include "sources.hpp"

namespace atomesh {

/// IPADDRS in order of rank, else the job's host list. Errors: bad-address, too-few-addresses. Warnings:
/// surplus-addresses, same-address.
void resolve_addresses(const Request& request, Sources& sources, Deployment& out);

/// NODE0_ADDR against the first address. Warnings: node0-address.
void check_node0(const Request& request, Sources& sources, const Deployment& out);

/// The workers of each node against its GPUs. Errors: tp-too-wide, node-too-small, no-workers.
void check_node_sizes(const Deployment& out, Diagnostics& diagnostics);

}  // namespace atomesh
