// The SHA-256 of a plan: the same on every machine, whatever it finds there.
#pragma once

#include <optional>
#include <string>

#include "atomesh/resolve.hpp"

namespace atomesh {

/// The canonical form of a plan, which is what its hash is of: the document atomesh.plan/1 as `print-args --format
/// json` writes it, secrets masked, resolved from the same request, files and variables, but without what belongs to
/// the machines. Rank N has the address `node-N`; of the environment there is only what atomesh reads, so `env` holds
/// all that the plan sets; no library directory is there; the router that nobody named is `atomesh`; `unset_env` is
/// sorted. Errors, which give nothing: those of `resolve`, not-utf8.
std::optional<std::string> canonical_plan(const Request& request, const Config& config, const Environment& environment,
                                          Diagnostics& diagnostics);

/// The SHA-256 of `canonical_plan`; its errors.
std::optional<std::string> plan_hash(const Request& request, const Config& config, const Environment& environment,
                                     Diagnostics& diagnostics);

}  // namespace atomesh
