#include "atomesh/plan.hpp"

#include <fmt/format.h>

namespace atomesh {

std::string name_of(const Plan& plan) { return fmt::format("{}-{}", to_string(plan.role), plan.worker); }

std::string title_of(const Plan& plan) {
  return plan.has_mates ? fmt::format("{} worker {}", to_string(plan.role), plan.worker)
                        : fmt::format("{} rank {}", to_string(plan.role), plan.rank);
}

std::vector<std::string> argv_of(const Plan& plan) {
  std::vector<std::string> words;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) words.push_back(word.text);
  }
  return words;
}

}  // namespace atomesh
