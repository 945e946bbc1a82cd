#include "atomesh/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "atomesh/text.hpp"
#include "display.hpp"
#include "excerpt.hpp"

namespace atomesh {
namespace {

std::string_view file_of(const Diagnostic& diagnostic) {
  return diagnostic.where.source ? std::string_view(diagnostic.where.source->name) : std::string_view();
}

/// The order of the files, by first report; 0 is "no file".
std::map<std::string_view, std::size_t> rank_files(const std::vector<Diagnostic>& findings) {
  std::map<std::string_view, std::size_t> ranks{{"", 0}};
  for (const Diagnostic& finding : findings) ranks.try_emplace(file_of(finding), ranks.size());
  return ranks;
}

auto identity(const Diagnostic& finding) {
  return std::tuple(file_of(finding), finding.where.mark, std::string_view(finding.where.label), finding.code.name(),
                    std::string_view(finding.message), std::string_view(finding.hint));
}

}  // namespace

std::string describe(const Place& place) {
  if (!place.source) return place.label.empty() ? "atomesh" : place.label;
  if (place.mark.line < 1) return place.source->name;
  if (place.mark.column < 1) return fmt::format("{}:{}", place.source->name, place.mark.line);
  return fmt::format("{}:{}:{}", place.source->name, place.mark.line, place.mark.column);
}

void Diagnostics::add(Code code, Place where, std::string message, std::string hint) {
  findings_.push_back({code, std::move(where), std::move(message), std::move(hint)});
}

bool Diagnostics::has_errors() const { return error_count() > 0; }

std::size_t Diagnostics::error_count() const {
  return static_cast<std::size_t>(std::count_if(findings_.begin(), findings_.end(), [](const Diagnostic& finding) {
    return finding.code.severity() == Severity::error;
  }));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  const auto ranks = rank_files(findings_);
  std::vector<const Diagnostic*> order;
  std::set<decltype(identity(findings_.front()))> seen;
  for (const Diagnostic& finding : findings_) {
    if (seen.insert(identity(finding)).second) order.push_back(&finding);
  }
  std::stable_sort(order.begin(), order.end(), [&ranks](const Diagnostic* left, const Diagnostic* right) {
    return std::pair(ranks.at(file_of(*left)), left->where.mark) <
           std::pair(ranks.at(file_of(*right)), right->where.mark);
  });
  std::vector<Diagnostic> result;
  result.reserve(order.size());
  for (const Diagnostic* finding : order) result.push_back(*finding);
  return result;
}

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

// Masked before it is escaped: escapes would glue letters to the beginning of a token.
std::string presentable(std::string_view text) {
  constexpr std::size_t longest = 4000;
  std::string masked = mask_text(text);
  if (masked.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(masked[end]) & 0xC0U) == 0x80U) --end;
    masked = fmt::format("{}… ({} bytes)", masked.substr(0, end), text.size());
  }
  return escape_controls(masked);
}

std::string to_text(const Diagnostic& diagnostic) { return to_text(diagnostic, diagnostic.code.severity()); }

std::string to_text(const Diagnostic& diagnostic, Severity severity) {
  // Piece by piece, so that `env HF_TOKEN: error` is not taken for a name and its secret value.
  std::string text = fmt::format("{}: {}: {} [{}]\n", presentable(describe(diagnostic.where)), to_string(severity),
                                 presentable(diagnostic.message), diagnostic.code.name());
  text += excerpt(diagnostic.where);
  if (!diagnostic.hint.empty()) text += fmt::format("    hint: {}\n", presentable(diagnostic.hint));
  return text;
}

}  // namespace atomesh
