// Whether to print in place of running.
#pragma once

#include "atomesh/diagnostics.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// True if the option is there, or DRY_RUN is a true word; after an error nothing is to be run either. Errors:
/// bad-value.
bool is_dry_run(bool option, const Environment& environment, Diagnostics& diagnostics);

}  // namespace atomesh
