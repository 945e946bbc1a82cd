// Ports that two processes of one node ask for.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/ports.hpp"

namespace atomesh {
namespace {

/// `free there: 8011`: the next port, or first port of a range, that nobody has; below where there is none above.
std::string free_port_hint(const std::vector<Listener>& all, const Listener& wanted) {
  const auto is_free = [&](long long first) {
    const Listener moved{wanted.kind, first, wanted.count, {}, {}};
    return std::ranges::none_of(all, [&](const Listener& other) { return overlap(moved, other); });
  };
  const long long last = 65535 - wanted.count + 1;
  for (long long first = wanted.first + 1; first <= last; ++first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  for (long long first = std::min(wanted.first, last); first > 0; --first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  return "";
}

}  // namespace

void check_listeners(const std::vector<Listener>& all, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].first + all[i].count - 1 > 65535) {
      diagnostics.add("port-range", all[i].place,
                      fmt::format("{} takes port {}, above 65535", all[i].owner, range_text(all[i])),
                      "lower the first port");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!overlap(all[i], all[j])) continue;
      diagnostics.add("port-clash", all[i].place,
                      fmt::format("{} (port {}) and {} (port {}) are on one host", all[i].owner, range_text(all[i]),
                                  all[j].owner, range_text(all[j])),
                      free_port_hint(all, all[i]));
    }
  }
}

}  // namespace atomesh
