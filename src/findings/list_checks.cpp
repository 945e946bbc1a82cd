// The table of codes, for people, programs and the documentation.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "atomesh/findings.hpp"

namespace atomesh {
namespace {

std::string as_text(std::span<const Check> table) {
  std::size_t width = 0;
  for (const Check& check : table) width = std::max(width, check.code.size());
  std::string text;
  for (const Check& check : table) {
    text += fmt::format("{:<{}}  {:<7}  {}\n", check.code, width, to_string(check.severity), check.why);
  }
  return text;
}

std::string as_json(std::span<const Check> table) {
  nlohmann::ordered_json document;
  document["format"] = "atomesh.checks/1";
  document["checks"] = nlohmann::ordered_json::array();
  for (const Check& check : table) {
    document["checks"].push_back({{"code", check.code},
                                  {"severity", to_string(check.severity)},
                                  {"can_be_ignored", can_be_ignored(check.code)},
                                  {"why", check.why}});
  }
  return document.dump(2) + "\n";
}

/// Text inside a cell, where `|` would end it and `<` begin an HTML tag.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("|<*_\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string as_markdown(std::span<const Check> table) {
  std::string text =
      "# Checks\n"
      "\n"
      "What `atomesh` can find, by code. `--ignore CODE` drops a finding, as does the comment `# atomesh: ignore "
      "CODE`\n"
      "on its line or above it; `--error CODE` makes it an error; with `--strict` warnings fail, notes never do. A "
      "code\n"
      "with an asterisk cannot be ignored: of a file with such an error, nothing else can be checked.\n"
      "\n"
      "| code | severity | why |\n"
      "| --- | --- | --- |\n";
  for (const Check& check : table) {
    text += fmt::format("| `{}`{} | {} | {} |\n", check.code, can_be_ignored(check.code) ? "" : " \\*",
                        to_string(check.severity), cell(check.why));
  }
  return text;
}

}  // namespace

std::string list_checks(ListFormat format, std::span<const Check> table) {
  switch (format) {
    case ListFormat::text:
      return as_text(table);
    case ListFormat::json:
      return as_json(table);
    case ListFormat::markdown:
      return as_markdown(table);
  }
  return {};
}

}  // namespace atomesh
