// Parsing literals in tests of the yaml room, and trees and findings as short texts.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/yaml.hpp"

namespace atomesh::yaml {

struct Parsed {
  std::optional<Document> document;
  Diagnostics diagnostics;
};

inline Parsed parse_text(std::string_view text) {
  Parsed parsed;
  parsed.document = parse(make_source("t.yaml", text), parsed.diagnostics);
  return parsed;
}

/// `2:3+5 code: message | hint`, one for each finding.
inline std::vector<std::string> lines_of(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& found : diagnostics.sorted()) {
    lines.push_back(fmt::format("{}:{}+{} {}: {} | {}", found.where.mark.line, found.where.mark.column,
                                found.where.width, found.code.name(), found.message, found.hint));
  }
  return lines;
}

/// The findings of parsing, and of report_faults from the root.
inline std::vector<std::string> findings(std::string_view text) {
  Parsed parsed = parse_text(text);
  if (parsed.document) report_faults(*parsed.document, *parsed.document->root, parsed.diagnostics);
  return lines_of(parsed.diagnostics);
}

/// The findings without their hints.
inline std::vector<std::string> messages(std::string_view text) {
  std::vector<std::string> lines = findings(text);
  for (std::string& line : lines) line.resize(line.find(" | "));
  return lines;
}

/// The tree in one line: null as `~`, quoted scalars in double quotes, merged keys with `<` before them.
inline std::string outline(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Kind::null:
      return "~";
    case Kind::scalar:
      return node.quoted ? fmt::format("\"{}\"", node.text) : node.text;
    case Kind::sequence:
      for (const Node* item : node.items) out += (out.empty() ? "" : ", ") + outline(*item);
      return fmt::format("[{}]", out);
    case Kind::mapping:
      for (const Entry& entry : node.entries) {
        out += fmt::format("{}{}{}: {}", out.empty() ? "" : ", ", entry.merged ? "<" : "", outline(*entry.key),
                           outline(*entry.value));
      }
      return fmt::format("{{{}}}", out);
  }
  return out;
}

/// The outline of a text that parses, or its findings.
inline std::string outline(std::string_view text) {
  const Parsed parsed = parse_text(text);
  return parsed.document ? outline(*parsed.document->root)
                         : fmt::format("{}", fmt::join(lines_of(parsed.diagnostics), "\n"));
}

struct OutlineCase {
  std::string name;
  std::string text;
  std::string outline;
};

struct FindingsCase {
  std::string name;
  std::string text;
  std::vector<std::string> findings;
};

}  // namespace atomesh::yaml
