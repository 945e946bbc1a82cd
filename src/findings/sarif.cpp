// SARIF 2.1.0 as GitHub code scanning takes it.
#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "atomesh/findings.hpp"
#include "atomesh/text.hpp"
#include "extent.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

std::size_t rule_index(Code code) { return static_cast<std::size_t>(&code.check() - checks.data()); }

Json text_object(std::string text) { return {{"text", std::move(text)}}; }

std::string help(const Check& check) {
  if (!can_be_ignored(check.code)) return "This cannot be ignored: nothing else in the file can be checked.";
  return fmt::format(
      "To accept it, write the comment '# atomesh: ignore {0}' on the line or above it, or run with "
      "--ignore {0}.",
      check.code);
}

/// GitHub asks for the full description and the help of a rule.
Json rule(const Check& check) {
  Json json;
  json["id"] = check.code;
  json["shortDescription"] = text_object(std::string(check.why));
  json["fullDescription"] = text_object(std::string(check.why));
  json["help"] = text_object(help(check));
  json["defaultConfiguration"] = {{"level", to_string(check.severity)}};
  return json;
}

Json driver(std::string_view version) {
  Json json;
  json["name"] = "atomesh";
  json["version"] = version;
  json["rules"] = Json::array();
  for (const Check& check : checks) json["rules"].push_back(rule(check));
  return json;
}

/// Everything but unreserved characters is encoded, so that `a:b.yaml` is no scheme and `#` no fragment.
std::string to_uri(std::string_view name) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  const std::string path = std::filesystem::path(name).lexically_normal().string();
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

Json location(const Place& where) {
  Json physical;
  physical["artifactLocation"] = {{"uri", to_uri(mask_text(where.source->name))}};
  if (has_line(where)) physical["region"]["startLine"] = where.mark.line;
  if (has_column(where)) {
    physical["region"]["startColumn"] = where.mark.column;
    physical["region"]["endColumn"] = end_column(where);
  }
  return {{"physicalLocation", std::move(physical)}};
}

std::string message(const Diagnostic& diagnostic) {
  std::string text = mask_text(diagnostic.message);
  if (!has_file(diagnostic.where)) text = mask_text(describe(diagnostic.where)) + ": " + text;
  if (!diagnostic.hint.empty()) text += "\n" + mask_text(diagnostic.hint);
  return text;
}

Json result(const Finding& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  Json json;
  json["ruleId"] = diagnostic.code.name();
  json["ruleIndex"] = rule_index(diagnostic.code);
  json["level"] = to_string(finding.severity);
  json["message"] = text_object(message(diagnostic));
  json["locations"] = Json::array({location(diagnostic.where)});
  return json;
}

Json notification(const Finding& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  Json json;
  json["associatedRule"] = {{"id", diagnostic.code.name()}, {"index", rule_index(diagnostic.code)}};
  json["level"] = to_string(finding.severity);
  json["message"] = text_object(message(diagnostic));
  return json;
}

Json run(std::span<const Finding> findings, std::string_view version) {
  Json results = Json::array();
  Json notifications = Json::array();
  bool successful = true;
  for (const Finding& finding : findings) {
    if (has_file(finding.diagnostic.where)) {
      results.push_back(result(finding));
      continue;
    }
    notifications.push_back(notification(finding));
    successful = successful && finding.severity != Severity::error;
  }
  Json invocation;
  invocation["executionSuccessful"] = successful;
  invocation["toolConfigurationNotifications"] = std::move(notifications);
  Json json;
  json["tool"] = {{"driver", driver(version)}};
  json["columnKind"] = "unicodeCodePoints";
  json["invocations"] = Json::array({std::move(invocation)});
  json["results"] = std::move(results);
  return json;
}

}  // namespace

std::string to_sarif(std::span<const Finding> findings, std::string_view version) {
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run(findings, version)});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace atomesh
