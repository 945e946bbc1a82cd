// Everything that the two files can launch, as requests with an example host and example addresses. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/resolve.hpp"

namespace atomesh {

/// One request for each role × mode that the model's keys describe: TP always, the other modes where the role has their
/// flags; with speculation where the role has flags for it.
std::vector<Request> every_request(const Model& model);

/// The layout of a point: as asked, else as its settings say (ATOMESH_LAYOUT), else one worker a node.
Layout layout_of(const DeploymentPoint& deployment, std::optional<Layout> asked);

/// The workers of the point's deployment and their nodes.
Placement placement_of(const DeploymentPoint& deployment, std::optional<Layout> asked);

/// One request for each worker of the point's deployment in this layout, then one for its router.
std::vector<Request> every_request(const DeploymentPoint& deployment, std::optional<Layout> layout);

/// The plan of such a request on a host with documentation addresses and a router, with nothing in the environment.
/// Errors and warnings: those of resolve_loaded.
std::optional<Plan> example_plan(const Request& request, const Loaded& loaded, Diagnostics& diagnostics);

}  // namespace atomesh
