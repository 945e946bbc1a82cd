// How much was checked, and how many findings there are.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/findings.hpp"

namespace atomesh {
namespace {

std::string count(std::size_t number, std::string_view noun, std::string_view ending = "s") {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : ending);
}

std::string duration(double seconds) {
  constexpr double shown_as_a_second = 0.99995;
  return seconds < shown_as_a_second ? fmt::format("{:.1f} ms", seconds * 1000) : fmt::format("{:.2f} s", seconds);
}

}  // namespace

Tally tally(std::span<const Finding> findings) {
  const auto count_of = [findings](Severity severity) {
    return static_cast<std::size_t>(std::count_if(
        findings.begin(), findings.end(), [severity](const Finding& finding) { return finding.severity == severity; }));
  };
  return {count_of(Severity::error), count_of(Severity::warning), count_of(Severity::note)};
}

std::string summary_line(const Checked& checked, const Tally& tally) {
  return fmt::format("checked {}, {}, {}, {} in {}: {}, {}, {}", count(checked.models, "model"),
                     count(checked.recipes, "recipe"), count(checked.points, "point"),
                     count(checked.processes, "process", "es"), duration(checked.seconds), count(tally.errors, "error"),
                     count(tally.warnings, "warning"), count(tally.notes, "note"));
}

std::string to_text(std::span<const Finding> findings) {
  std::string text;
  for (const Finding& finding : findings) text += to_text(finding.diagnostic, finding.severity);
  return text;
}

}  // namespace atomesh
