// What a sink holds, as the user reads it.
#pragma once

#include <string>

#include "atomesh/diagnostics.hpp"

namespace atomesh::test {

inline std::string report(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& finding : diagnostics.sorted()) text += to_text(finding);
  return text;
}

}  // namespace atomesh::test
