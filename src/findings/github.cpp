// Workflow commands of GitHub Actions, which become annotations of the changed files.
#include <fmt/format.h>

#include <filesystem>

#include "atomesh/findings.hpp"
#include "extent.hpp"

namespace atomesh {
namespace {

/// What the runner unescapes in a message; in a property `:` and `,` too, which separate properties.
std::string escape(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      escaped += c;
    } else {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

std::string escape_message(std::string_view text) { return escape(presentable(text), "%\r\n"); }
std::string escape_property(std::string_view text) { return escape(presentable(text), "%\r\n:,"); }

std::string_view command_of(Severity severity) {
  return severity == Severity::note ? std::string_view("notice") : to_string(severity);
}

/// `file=…,line=…,col=…,endColumn=…,` as far as known. `./configs/a.yaml` would match no file of the change.
std::string properties_of(const Place& where) {
  if (!has_file(where)) return {};
  const std::string name = std::filesystem::path(where.source->name).lexically_normal().string();
  std::string text = fmt::format("file={},", escape_property(name));
  if (has_line(where)) text += fmt::format("line={},", where.mark.line);
  if (has_column(where)) text += fmt::format("col={},endColumn={},", where.mark.column, end_column(where));
  return text;
}

std::string command(const Finding& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  std::string text = fmt::format("::{} {}title=atomesh {}::", command_of(finding.severity),
                                 properties_of(diagnostic.where), diagnostic.code.name());
  if (!has_file(diagnostic.where)) text += escape_message(describe(diagnostic.where)) + ": ";
  text += escape_message(diagnostic.message);
  if (!diagnostic.hint.empty()) text += "%0A" + escape_message(diagnostic.hint);
  return text + "\n";
}

}  // namespace

std::string to_github(std::span<const Finding> findings) {
  std::string text;
  for (const Finding& finding : findings) text += command(finding);
  return text;
}

}  // namespace atomesh
