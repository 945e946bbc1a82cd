// What each command takes, one file for each.
#pragma once

#include "option_set.hpp"
#include "options.hpp"

namespace atomesh {

/// What `launch`, `print-args` and their kin know of a deployment (plan_options.cpp).
void add_plan_options(OptionSet& set, Request& request);
/// How a plan is printed.
void add_print_options(OptionSet& set, Options& options);
void add_validate_options(OptionSet& set, ValidateOptions& options);

}  // namespace atomesh
