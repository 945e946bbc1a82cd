// What the fuzz targets share. Each is fed by libFuzzer and must neither crash, nor break its property, nor take long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "atomesh/diagnostics.hpp"

namespace atomesh::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the run where a property does not hold.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Every finding can be told: places inside of files, masked and escaped.
inline void tell(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.sorted()) require(!to_text(diagnostic).empty());
}

}  // namespace atomesh::fuzz

/// Called by libFuzzer with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
