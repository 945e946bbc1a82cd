// One document from text: the scans of ours first, then the events of its values into the builder.
#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include "builder.hpp"
#include "events.hpp"
#include "everyday.hpp"
#include "position.hpp"
#include "scan.hpp"
#include "syntax.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

/// Runs yaml-cpp over the text; what it cannot read becomes one finding.
void run(const SourcePtr& source, Builder& builder, Diagnostics& diagnostics) {
  try {
    send_events(source->text, builder);
  } catch (const SecondDocument& second) {
    report_second_document(source, second.offset, builder, diagnostics);
  } catch (const YAML::Exception& error) {
    report_syntax(source, error, builder, diagnostics);
  } catch (const std::exception& error) {
    diagnostics.add("bad-syntax", {source, {}, 1, {}}, fmt::format("this file cannot be read: {}", error.what()));
  }
}

/// yaml-cpp takes a quoted scalar that the end of the file cuts off for a whole one.
void check_last_quote(const SourcePtr& source, const Builder& builder, Diagnostics& diagnostics) {
  const auto [node, offset, end] = builder.last();
  const bool quoted = node != nullptr && is_quote(char_at(source->text, offset));
  if (quoted && end > source->text.size()) report_unclosed_quote(source, offset, diagnostics);
}

/// A faultless file in everyday YAML. Whatever is wrong is left to yaml-cpp, so that one reader finds all faults.
std::optional<Document> parse_everyday(const SourcePtr& source) {
  Document document;
  document.source = source;
  Diagnostics complaints;
  Builder builder(document, complaints);
  const bool complete = send_everyday_events(source->text, builder);
  if (!complete || complaints.error_count() != 0 || !document.faults.empty()) return std::nullopt;
  return document;
}

/// Any file. Without a value if a fault leaves nothing to judge.
std::optional<Document> parse_any(const SourcePtr& source, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  Document document;
  document.source = source;
  Builder builder(document, diagnostics);
  run(document.source, builder, diagnostics);
  check_last_quote(document.source, builder, diagnostics);
  if (const auto found = document.faults.find(document.root); found != document.faults.end()) {
    for (Diagnostic& fault : found->second) diagnostics.add(std::move(fault));
    document.faults.erase(found);
  }
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  if (document.root == nullptr) document.root = &document.nodes.emplace_back();
  return document;
}

}  // namespace

std::optional<Document> parse(SourcePtr source, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  scan_text(source, diagnostics);
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  std::optional<Document> document = parse_everyday(source);
  if (!document) document = parse_any(source, diagnostics);
  return document;
}

}  // namespace atomesh::yaml
