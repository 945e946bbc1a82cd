// The document atomesh.findings/1.
#include <cmath>
#include <nlohmann/json.hpp>

#include "atomesh/findings.hpp"
#include "atomesh/text.hpp"
#include "extent.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const Finding& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  const Place& where = diagnostic.where;
  Json json;
  json["severity"] = to_string(finding.severity);
  json["code"] = diagnostic.code.name();
  json["message"] = mask_text(diagnostic.message);
  json["hint"] = diagnostic.hint.empty() ? Json() : Json(mask_text(diagnostic.hint));
  json["file"] = has_file(where) ? Json(mask_text(where.source->name)) : Json();
  json["line"] = has_line(where) ? Json(where.mark.line) : Json();
  json["column"] = has_column(where) ? Json(where.mark.column) : Json();
  json["end_column"] = has_column(where) ? Json(end_column(where)) : Json();
  if (!has_file(where)) json["where"] = mask_text(describe(where));
  return json;
}

/// Microseconds are all that a clock is good for.
double rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

}  // namespace

std::string to_json(std::span<const Finding> findings, const Checked& checked) {
  const Tally counts = tally(findings);
  Json document;
  document["format"] = "atomesh.findings/1";
  document["findings"] = Json::array();
  for (const Finding& finding : findings) document["findings"].push_back(as_json(finding));
  document["summary"] = {{"errors", counts.errors},        {"warnings", counts.warnings},
                         {"notes", counts.notes},          {"models", checked.models},
                         {"recipes", checked.recipes},     {"points", checked.points},
                         {"processes", checked.processes}, {"seconds", rounded(checked.seconds)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace atomesh
