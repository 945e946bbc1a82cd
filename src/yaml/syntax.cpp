#include "syntax.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "position.hpp"
#include "wording.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

namespace msg = YAML::ErrorMsg;

/// What is known when yaml-cpp stops.
struct Stop {
  const SourcePtr& source;
  std::size_t offset;  ///< where it stopped, inside the text
  const Builder& builder;

  std::string_view text() const { return source->text; }
  std::size_t line_start() const { return text().substr(0, offset).rfind('\n') + 1; }
  /// What stands before the offset on its line, without indentation.
  std::string_view before() const {
    const std::string_view line = text().substr(line_start(), offset - line_start());
    return line.substr(std::min(line.find_first_not_of(" -"), line.size()));
  }
  Place place(std::size_t at, int width = 1) const { return {source, Cursor(text()).at(at), width, {}}; }
  int line_of(std::size_t at) const { return Cursor(text()).at(at).line; }

  Diagnostic finding(std::string message, std::string hint) const {
    return finding(offset, std::move(message), std::move(hint));
  }
  Diagnostic finding(std::size_t at, std::string message, std::string hint) const {
    return {"bad-syntax", place(at), std::move(message), std::move(hint)};
  }
};

/// The character at the offset, whole.
std::string_view character_at(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return text.substr(offset, end - offset);
}

/// A quoted text over several lines just before the stop: most likely its closing quote is missing further up.
std::string quote_hint(const Stop& stop) {
  const auto [node, begin, end] = stop.builder.last();
  const bool over_lines = begin < stop.line_start() && stop.line_start() <= end && end <= stop.offset;
  if (node == nullptr || !over_lines || !is_quote(char_at(stop.text(), begin))) return {};
  return fmt::format("the quoted text before it begins at line {}: is its closing quote missing there?",
                     stop.line_of(begin));
}

/// Something that fits nowhere.
Diagnostic stray(const Stop& stop, const Wording& wording) {
  const bool first = stop.before().empty();
  std::string hint = quote_hint(stop);
  if (hint.empty()) {
    hint = first ? wording.hint : "quote the whole value, or put this on a line of its own";
  }
  return stop.finding(std::string(first ? wording.message : "nothing can follow the value that ends before it"),
                      std::move(hint));
}

/// The line of the last text before the line of the stop; 0 if there is none.
int line_before(const Stop& stop) {
  const std::size_t last = stop.text().substr(0, stop.line_start()).find_last_not_of(" \n");
  return last == std::string_view::npos ? 0 : stop.line_of(last);
}

Diagnostic stray_colon(const Stop& stop) {
  const auto [value, begin, end] = stop.builder.last();
  std::string hint = quote_hint(stop);
  if (hint.empty() && value != nullptr && begin >= stop.line_start()) {
    return stop.finding("a second ':' in one line", "quote the value if the ':' belongs to it");
  }
  if (hint.empty() && value != nullptr && !value->quoted && value->text.ends_with(stop.before())) {
    return stop.finding(fmt::format("a ':' inside the value that begins at line {}", value->mark.line),
                        "a key cannot stand below a value: remove that value, or indent this line less");
  }
  const int line = line_before(stop);
  if (hint.empty() && line != 0) hint = fmt::format("does line {} lack a ':' or a closing quote?", line);
  return stop.finding("a ':' cannot stand here", std::move(hint));
}

/// Where the quote that nothing closes begins: the first such after the last value that was complete.
std::size_t unclosed_quote(const Stop& stop) {
  const std::string_view text = stop.text();
  for (std::size_t i = stop.builder.last().end; i < text.size(); ++i) {
    if (is_quote(text[i]) && end_of_quoted(text, i) == std::string_view::npos) return i;
  }
  return stop.offset;
}

/// Inside brackets that are not closed, or not by the bracket that stands here.
Diagnostic unclosed(const Stop& stop, const Node& open) {
  const bool list = open.kind == Kind::sequence;
  const std::string_view kind = list ? "list" : "mapping";
  const char bracket = list ? ']' : '}';
  std::string hint = fmt::format("close the {} with '{}'", kind, bracket);
  if (skip_space(stop.text(), stop.offset) < stop.text().size()) {
    return stop.finding(fmt::format("expected ',' or '{}' here: the {} that begins at line {} is still open", bracket,
                                    kind, open.mark.line),
                        std::move(hint));
  }
  Place place = stop.place(stop.offset);
  place.mark = open.mark;
  return {"bad-syntax", std::move(place), fmt::format("this {} is never closed", kind), std::move(hint)};
}

Diagnostic unknown_anchor(const Stop& stop) {
  const std::size_t length = end_of_name(stop.text(), stop.offset) - stop.offset;
  const std::string_view name = stop.text().substr(stop.offset, length);
  return {"bad-alias", stop.place(stop.offset, count_characters(name)),
          fmt::format("the alias {} names no anchor that stands before it", name),
          "quote the value if it begins with '*'"};
}

/// yaml-cpp stops behind an escape; the backslash is what the reader looks for.
std::size_t start_of_escape(const Stop& stop) {
  const std::size_t backslash = stop.text().substr(0, stop.offset).rfind('\\');
  return backslash == std::string_view::npos ? stop.offset : backslash;
}

Diagnostic too_deep(const Stop& stop, const Wording& wording) {
  Place place = stop.place(stop.offset);
  if (stop.builder.innermost_open() != nullptr) place.mark = stop.builder.innermost_open()->mark;
  return {"bad-syntax", std::move(place), std::string(wording.message), std::string(wording.hint)};
}

Diagnostic explain(const Stop& stop, std::string_view theirs) {
  const Wording wording = wording_of(theirs);
  if (theirs == msg::UNKNOWN_ANCHOR) return unknown_anchor(stop);
  if (theirs == msg::UNKNOWN_TOKEN) {
    return stop.finding(fmt::format("a value cannot begin with '{}'", character_at(stop.text(), stop.offset)),
                        "quote the value");
  }
  if (wording.message.empty()) return stop.finding(fmt::format("this is not YAML: {}", theirs), {});
  if (theirs == msg::END_OF_MAP || theirs == msg::END_OF_SEQ) return stray(stop, wording);
  const bool in_brackets = theirs == msg::END_OF_MAP_FLOW || theirs == msg::END_OF_SEQ_FLOW || theirs == msg::FLOW_END;
  if (in_brackets && stop.builder.open_flow() != nullptr) return unclosed(stop, *stop.builder.open_flow());
  if (theirs == msg::MAP_VALUE) return stray_colon(stop);
  if (theirs == msg::BAD_FILE) return too_deep(stop, wording);
  std::size_t at = stop.offset;
  if (theirs == msg::EOF_IN_SCALAR) at = unclosed_quote(stop);
  const bool escape = wording.theirs == msg::INVALID_ESCAPE || wording.theirs == msg::INVALID_HEX ||
                      wording.theirs == msg::INVALID_UNICODE;
  if (escape) at = start_of_escape(stop);
  return stop.finding(at, std::string(wording.message), std::string(wording.hint));
}

}  // namespace

void report_syntax(const SourcePtr& source, const YAML::Exception& error, const Builder& builder,
                   Diagnostics& diagnostics) {
  const std::size_t offset = error.mark.is_null() ? 0 : static_cast<std::size_t>(error.mark.pos);
  diagnostics.add(explain({source, std::min(offset, source->text.size()), builder}, error.msg));
}

void report_second_document(const SourcePtr& source, std::size_t offset, const Builder& builder,
                            Diagnostics& diagnostics) {
  const Stop stop{source, offset, builder};
  const std::string_view before = stop.text().substr(0, offset);
  const bool marker = stop.text().substr(offset).starts_with("---");
  if (!marker && !before.starts_with("...") && before.find("\n...") == std::string_view::npos) {
    diagnostics.add(stray(stop, wording_of(msg::END_OF_MAP)));
    return;
  }
  diagnostics.add("many-documents", stop.place(offset, marker ? 3 : 1),
                  "a second document begins here, and only one can be read",
                  "remove the marker, or move what follows to a file of its own");
}

void report_unclosed_quote(const SourcePtr& source, std::size_t offset, Diagnostics& diagnostics) {
  const Wording wording = wording_of(msg::EOF_IN_SCALAR);
  diagnostics.add("bad-syntax", {source, Cursor(source->text).at(offset), 1, {}}, std::string(wording.message),
                  std::string(wording.hint));
}

}  // namespace atomesh::yaml
