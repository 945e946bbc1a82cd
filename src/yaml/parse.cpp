// One document from text: the scans of ours first, then yaml-cpp's events into the builder.
#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include "builder.hpp"
#include "events.hpp"
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

}  // namespace

std::optional<Document> parse(SourcePtr source, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  scan_text(source, diagnostics);
  if (diagnostics.error_count() != errors_before) return std::nullopt;

  Document document;
  document.source = std::move(source);
  Builder builder(document, diagnostics);
  run(document.source, builder, diagnostics);
  check_last_quote(document.source, builder, diagnostics);
  if (const auto found = document.faults.find(document.root); found != document.faults.end()) {
    for (Diagnostic& fault : found->second) diagnostics.add(std::move(fault));
    document.faults.erase(found);
  }
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  if (document.root == nullptr) document.root = &document.nodes.emplace_back();
  document.line_starts = line_starts(document.source->text);
  return document;
}

}  // namespace atomesh::yaml
