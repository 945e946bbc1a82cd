// The layers of tuning values and the choice among them (SPEC section 4, Tuning).
#pragma once

#include <span>
#include <string>

#include "atomesh/tuning.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// `--set key=value` options. Errors: bad-set (no `=`, or no value), unknown-key, duplicate-key and the type's own.
ScopedTuning tuning_from_options(std::span<const std::string> set_options, Diagnostics& diagnostics);

/// `ATOMESH_<KEY>`, `ATOMESH_PREFILL_<KEY>`, `ATOMESH_DECODE_<KEY>` of one source.
ScopedTuning tuning_from_atomesh_variables(const VariableSource& source, Diagnostics& diagnostics);

/// The plain names of the SLURM job template (`BLOCK_SIZE` …), which stand below the file.
ScopedTuning tuning_from_plain_variables(const VariableSource& source, Diagnostics& diagnostics);

/// The role's values: for every key the first layer that gives it, and within a layer the role's own form before the
/// shared one. The layers stand from highest to lowest; what lost is kept in `shadowed`.
Tuning choose_tuning(Role role, std::span<const ScopedTuning> layers);

/// Warns of each plain variable that something above it overruled with another value. Codes: env-ignored.
void warn_ignored_plain(const Tuning& chosen, const ScopedTuning& plain, Role role, Diagnostics& diagnostics);

/// Warns of a shared value on the command line or in ATOMESH_ that does not speak to this role. Codes:
/// other-roles-setting.
void warn_other_roles(const ScopedTuning& layer, Role role, Diagnostics& diagnostics);

}  // namespace atomesh
