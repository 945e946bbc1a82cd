// What --ignore, --error, --strict and the comments of the files make of the diagnostics.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "atomesh/findings.hpp"
#include "codes.hpp"
#include "ignores.hpp"

namespace atomesh {
namespace {

bool has(const std::vector<std::string>& codes, std::string_view code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

std::string unknown_codes(std::string_view option, const std::vector<std::string>& codes) {
  std::string text;
  for (const std::string& code : codes) {
    if (find_check(code) != nullptr) continue;
    text += fmt::format("atomesh: error: unknown code '{}' for {} [usage]\n    hint: {}\n", presentable(code), option,
                        unknown_code_hint(code));
  }
  return text;
}

/// Reads the comments of each file once.
class FileIgnores {
 public:
  void read(const SourcePtr& source, Diagnostics& diagnostics) {
    if (!source || by_source_.contains(source.get())) return;
    by_source_.emplace(source.get(), read_ignores(source, diagnostics));
  }

  bool ignore(const Diagnostic& diagnostic) const {
    const auto found = by_source_.find(diagnostic.where.source.get());
    return found != by_source_.end() && found->second.contains({diagnostic.where.mark.line, diagnostic.code.name()});
  }

 private:
  std::map<const Source*, Ignores> by_source_;
};

bool ignored_by_option(const Diagnostic& diagnostic, const FindingOptions& options) {
  return has(options.ignore, diagnostic.code.name()) && can_be_ignored(diagnostic.code.name());
}

}  // namespace

std::string usage_error(const FindingOptions& options) {
  std::string text = unknown_codes("--ignore", options.ignore);
  for (const std::string& code : options.ignore) {
    if (can_be_ignored(code)) continue;
    text += fmt::format("atomesh: error: '{}' cannot be ignored [usage]\n    hint: {}\n", code, cannot_ignore_hint);
  }
  return text + unknown_codes("--error", options.as_error);
}

std::vector<Finding> apply_policy(const std::vector<Diagnostic>& diagnostics, const FindingOptions& options,
                                  std::span<const SourcePtr> sources) {
  FileIgnores comments;
  Diagnostics all;
  for (const Diagnostic& diagnostic : diagnostics) all.add(diagnostic);
  for (const Diagnostic& diagnostic : diagnostics) comments.read(diagnostic.where.source, all);
  for (const SourcePtr& source : sources) comments.read(source, all);
  std::vector<Finding> findings;
  for (Diagnostic& diagnostic : all.sorted()) {
    if (ignored_by_option(diagnostic, options) || comments.ignore(diagnostic)) continue;
    const bool raised = has(options.as_error, diagnostic.code.name());
    const Severity severity = raised ? Severity::error : diagnostic.code.severity();
    findings.push_back({std::move(diagnostic), severity});
  }
  return findings;
}

bool fails(std::span<const Finding> findings, bool strict) {
  const Tally counts = tally(findings);
  return counts.errors > 0 || (strict && counts.warnings > 0);
}

}  // namespace atomesh
