// Options that stand twice in one argv: argparse keeps the last and says nothing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "atomesh/flags.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

/// SPEC section 5: the plan's own words, which nothing may overrule.
constexpr std::array<std::string_view, 5> core = {"tensor_parallel_size", "model", "host", "server_port",
                                                  "kv_transfer_config"};

std::vector<Place> places_of(const Plan& plan) {
  std::vector<Place> places;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) places.push_back(word.place);
  }
  return places;
}

}  // namespace

void check_repeated_flags(const Plan& plan, Diagnostics& diagnostics) {
  if (plan.role == Role::router) return;
  const std::vector<std::string> argv = argv_of(plan);
  const std::vector<Place> places = places_of(plan);
  std::map<std::string, std::size_t> first;
  for (const OptionUse& use : find_options(argv)) {
    const auto [seen, fresh] = first.emplace(use.identity, use.index);
    if (fresh) continue;
    const std::string message = fmt::format("{} stands twice: also as {} ({})", argv[use.index], argv[seen->second],
                                            describe(places[seen->second]));
    const bool is_core = std::ranges::find(core, use.identity) != core.end();
    diagnostics.add(is_core ? Code("core-flag-repeated") : Code("flag-repeated"), places[use.index], message,
                    "the server keeps the last one; take one out");
  }
}

}  // namespace atomesh
