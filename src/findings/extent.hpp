// How far the place of a finding is known, and where it ends.
#pragma once

#include <algorithm>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

inline bool has_file(const Place& place) { return place.source != nullptr; }
inline bool has_line(const Place& place) { return has_file(place) && place.mark.line > 0; }
inline bool has_column(const Place& place) { return has_line(place) && place.mark.column > 0; }

/// The column after the last.
inline int end_column(const Place& place) { return place.mark.column + std::max(place.width, 1); }

}  // namespace atomesh
