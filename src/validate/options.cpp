// The words of a plan against the server's own argument parser.
#include <fmt/format.h>

#include <algorithm>

#include "rules.hpp"

namespace atomesh {
namespace {

std::vector<const PlacedWord*> words_of(const Plan& plan) {
  std::vector<const PlacedWord*> words;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) words.push_back(&word);
  }
  return words;
}

Code code_of(ArgFault fault) {
  switch (fault) {
    case ArgFault::unknown_option:
      return "option-unknown";
    case ArgFault::other_date:
      return "option-other-date";
    case ArgFault::abbreviation:
      return "option-abbreviated";
    case ArgFault::ambiguous:
      return "option-ambiguous";
    case ArgFault::help:
      return "option-help";
    case ArgFault::missing_value:
      return "option-without-value";
    case ArgFault::surplus_value:
      return "option-surplus-value";
    case ArgFault::bare_word:
      return "bare-word";
    case ArgFault::wrong_type:
      return "option-type";
    case ArgFault::wrong_choice:
      return "option-choice";
    case ArgFault::bad_json:
      return "bad-json";
    case ArgFault::repeated:
      return "flag-repeated";
  }
  return "option-unknown";
}

/// The engine's own --port is rarely what is meant: clients reach --server-port.
void warn_engine_port(const Plan& plan, Diagnostics& diagnostics) {
  for (const PlacedWord* word : words_of(plan)) {
    if (word->place.label == "built-in") continue;  // ours, which keeps the engines of one node apart
    if (word->text != "--port" && !word->text.starts_with("--port=")) continue;
    diagnostics.add(
        "engine-port", word->place, "--port is the engine's internal port, not the one that clients reach",
        fmt::format("the HTTP port is --server-port; set {}_PORT", plan.role == Role::prefill ? "PREFILL" : "DECODE"));
  }
}

}  // namespace

void check_server_options(const Plan& plan, const OptionTable& table, Diagnostics& diagnostics) {
  const std::vector<std::string> argv = argv_of(plan);
  const std::vector<const PlacedWord*> words = words_of(plan);
  for (const ArgFinding& finding : check_argv(argv, table)) {
    if (finding.fault == ArgFault::repeated) continue;  // the plan's own check names both places
    diagnostics.add(code_of(finding.fault), words[std::min(finding.index, words.size() - 1)]->place, finding.message,
                    finding.hint);
  }
  warn_engine_port(plan, diagnostics);
}

}  // namespace atomesh
