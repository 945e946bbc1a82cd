// What is checked before yaml-cpp sees the text, so that all of it is reported in one run.
#pragma once

#include "atomesh/diagnostics.hpp"

namespace atomesh::yaml {

/// Errors: bad-encoding, tab, and bad-syntax for directives.
void scan_text(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace atomesh::yaml
