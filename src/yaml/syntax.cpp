#include "syntax.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <array>

#include "position.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

/// A message of yaml-cpp (or how it begins) and ours for it.
struct Wording {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};

namespace msg = YAML::ErrorMsg;
constexpr std::string_view indent_hint = "keys of one mapping begin in the same column";

const auto wordings = std::to_array<Wording>({
    {msg::END_OF_MAP, "this belongs neither to the value before it nor to a mapping around it", indent_hint},
    {msg::END_OF_SEQ, "this belongs neither to the list before it nor to a mapping around it",
     "items of one list begin with '- ' in the same column"},
    {msg::END_OF_MAP_FLOW, "expected ',' or '}' here", "close the mapping with '}'"},
    {msg::END_OF_SEQ_FLOW, "expected ',' or ']' here", "close the list with ']'"},
    {msg::FLOW_END, "this bracket closes nothing", "remove it, or quote the value that it belongs to"},
    {msg::BLOCK_ENTRY, "a list item cannot begin here", "begin the list on a line of its own, or quote the value"},
    {msg::MAP_KEY, "a key cannot begin here", "begin the mapping on a line of its own"},
    {msg::MAP_VALUE, "a ':' cannot stand here", "quote the value if the ':' belongs to it, or check the indentation"},
    {msg::TAB_IN_INDENTATION, "a tab cannot indent", "use blanks"},
    {msg::DOC_IN_SCALAR, "a document marker stands inside a quoted text", "close the quote before it"},
    {msg::EOF_IN_SCALAR, "this quote is never closed", "close the quote"},
    {msg::CHAR_IN_BLOCK, "only '+', '-', a digit or a comment can follow '|' and '>'",
     "begin the text on the next line"},
    {msg::ZERO_INDENT_IN_BLOCK, "the indentation of a block text cannot be 0", "write a digit from 1 to 9, or none"},
    {msg::INVALID_ESCAPE, "unknown escape in a double-quoted text",
     R"(write \\ for a backslash, or use single quotes)"},
    {msg::INVALID_HEX, "an escape in this double-quoted text lacks its hexadecimal digits",
     R"(write \\ for a backslash, or use single quotes)"},
    {msg::INVALID_UNICODE, "an escape in this double-quoted text is not a Unicode character",
     "write the character itself"},
    {msg::MULTIPLE_TAGS, "a value has two tags", "keep one of them"},
    {msg::MULTIPLE_ANCHORS, "a value has two anchors", "keep one of them"},
    {msg::ALIAS_CONTENT, "an alias cannot have an anchor, a tag or a value of its own", "remove what stands with it"},
    {msg::ALIAS_NOT_FOUND, "a '*' begins an alias, but no name follows", "quote the value if it begins with '*'"},
    {msg::ANCHOR_NOT_FOUND, "a '&' begins an anchor, but no name follows", "quote the value if it begins with '&'"},
    {msg::CHAR_IN_ALIAS, "this character cannot stand in the name of an alias",
     "quote the value if it begins with '*'"},
    {msg::CHAR_IN_ANCHOR, "this character cannot stand in the name of an anchor",
     "quote the value if it begins with '&'"},
    {msg::BAD_FILE, "values are nested too deeply", "flatten them; a few levels are enough for any setting"},
});

Wording wording_of(std::string_view theirs) {
  const auto found = std::find_if(wordings.begin(), wordings.end(),
                                  [&](const Wording& wording) { return theirs.starts_with(wording.theirs); });
  return found == wordings.end() ? Wording{theirs, {}, {}} : *found;
}

/// What is known when yaml-cpp stops.
struct Stop {
  const SourcePtr& source;
  std::size_t offset;  ///< where it stopped, inside the text
  const Builder& builder;

  std::string_view text() const { return source->text; }
  bool at_end() const { return skip_space(text(), offset) >= text().size(); }
};

Place place_of(const SourcePtr& source, std::size_t offset, int width = 1) {
  return {source, Cursor(source->text).at(offset), width, {}};
}

/// The character at the offset, whole.
std::string_view character_at(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return text.substr(offset, end - offset);
}

/// A quoted text over several lines just before the stop: most likely its closing quote is missing further up.
std::string quote_hint(const Stop& stop) {
  const std::size_t begin = stop.builder.last_quote();
  if (begin >= stop.offset) return {};
  const std::size_t end = end_of_quoted(stop.text(), begin);
  const std::string_view quoted = stop.text().substr(begin, end - begin);
  const bool near =
      end <= stop.offset && stop.text().substr(end, stop.offset - end).find('\n') == std::string_view::npos;
  if (!near || quoted.find('\n') == std::string_view::npos) return {};
  return fmt::format("the quoted text before it begins at line {}: is its closing quote missing there?",
                     place_of(stop.source, begin).mark.line);
}

/// Where the quote that nothing closes begins: the first such after the last value that was complete.
std::size_t unclosed_quote(const Stop& stop) {
  const std::string_view text = stop.text();
  for (std::size_t i = stop.builder.last_value(); i < text.size(); ++i) {
    if (is_quote(text[i]) && end_of_quoted(text, i) == std::string_view::npos) return i;
  }
  return stop.offset;
}

Diagnostic unclosed_collection(const Stop& stop, const Wording& wording) {
  const Node* open = stop.builder.innermost_open();
  const bool list = wording.theirs == msg::END_OF_SEQ_FLOW;
  if (open == nullptr) return {"bad-syntax", place_of(stop.source, stop.offset), std::string(wording.message), {}};
  if (stop.at_end()) {
    return {"bad-syntax",
            {stop.source, open->mark, 1, {}},
            fmt::format("this {} is never closed", list ? "list" : "mapping"),
            std::string(wording.hint)};
  }
  return {"bad-syntax", place_of(stop.source, stop.offset),
          fmt::format("{}: the {} that begins at line {} is still open", wording.message, list ? "list" : "mapping",
                      open->mark.line),
          std::string(wording.hint)};
}

Diagnostic unknown_token(const Stop& stop) {
  return {"bad-syntax", place_of(stop.source, stop.offset),
          fmt::format("a value cannot begin with '{}'", character_at(stop.text(), stop.offset)), "quote the value"};
}

Diagnostic unknown_anchor(const Stop& stop) {
  const std::size_t length = end_of_name(stop.text(), stop.offset) - stop.offset;
  const std::string_view name = stop.text().substr(stop.offset, length);
  return {"bad-alias", place_of(stop.source, stop.offset, count_characters(name)),
          fmt::format("the alias {} names no anchor that stands before it", name),
          "quote the value if it begins with '*'"};
}

/// yaml-cpp stops after the escape; the backslash is what the reader looks for.
std::size_t start_of_escape(const Stop& stop) {
  const std::size_t backslash = stop.text().substr(0, stop.offset).rfind('\\');
  return backslash == std::string_view::npos ? stop.offset : backslash;
}

Diagnostic describe_stop(const Stop& stop, std::string_view theirs) {
  const Wording wording = wording_of(theirs);
  if (theirs == msg::UNKNOWN_TOKEN) return unknown_token(stop);
  if (theirs == msg::UNKNOWN_ANCHOR) return unknown_anchor(stop);
  if (theirs == msg::END_OF_MAP_FLOW || theirs == msg::END_OF_SEQ_FLOW) return unclosed_collection(stop, wording);
  std::size_t offset = stop.offset;
  if (theirs == msg::EOF_IN_SCALAR) offset = unclosed_quote(stop);
  if (wording.theirs == msg::INVALID_ESCAPE || wording.theirs == msg::INVALID_UNICODE) offset = start_of_escape(stop);
  if (wording.message.empty()) {
    return {"bad-syntax", place_of(stop.source, offset), fmt::format("this is not YAML: {}", theirs), {}};
  }
  std::string hint = quote_hint(stop);
  if (hint.empty()) hint = wording.hint;
  return {"bad-syntax", place_of(stop.source, offset), std::string(wording.message), std::move(hint)};
}

}  // namespace

void report_syntax(const SourcePtr& source, const YAML::Exception& error, const Builder& builder,
                   Diagnostics& diagnostics) {
  const std::size_t offset = error.mark.is_null() ? 0 : static_cast<std::size_t>(error.mark.pos);
  diagnostics.add(describe_stop({source, std::min(offset, source->text.size()), builder}, error.msg));
}

void report_second_document(const SourcePtr& source, std::size_t offset, Diagnostics& diagnostics) {
  const std::string_view before = std::string_view(source->text).substr(0, offset);
  const bool marker = rest_of_line(source->text, offset).starts_with("---");
  if (marker || before.starts_with("...") || before.find("\n...") != std::string_view::npos) {
    diagnostics.add("many-documents", place_of(source, offset, marker ? 3 : 1),
                    "a second document begins here, and only one can be read",
                    "remove the marker, or move what follows to a file of its own");
    return;
  }
  diagnostics.add("bad-syntax", place_of(source, offset), "this does not belong to the value above it",
                  std::string(indent_hint));
}

void report_unclosed_quote(const SourcePtr& source, std::size_t offset, Diagnostics& diagnostics) {
  diagnostics.add("bad-syntax", place_of(source, offset), "this quote is never closed", "close the quote");
}

}  // namespace atomesh::yaml
