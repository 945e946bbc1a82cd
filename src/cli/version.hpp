// What this program is, for people and for records of runs.
#pragma once

#include <string>

#include "atomesh/manifest.hpp"

namespace atomesh {

Build this_build();

/// Version, commit, compiler, and the dates of the embedded tables of server options, a line each.
std::string version_text();

/// The same as the document atomesh.version/1.
std::string version_json();

}  // namespace atomesh
