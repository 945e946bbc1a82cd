#include "atomesh/plan.hpp"

namespace atomesh {

std::vector<std::string> argv_of(const Plan& plan) {
  std::vector<std::string> words;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) words.push_back(word.text);
  }
  return words;
}

}  // namespace atomesh
