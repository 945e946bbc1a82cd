#include "wording.hpp"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>

namespace atomesh::yaml {
namespace {

namespace msg = YAML::ErrorMsg;
constexpr std::string_view stray_hint = "check its indentation, and that a ':' follows its key";
constexpr std::string_view escape_hint = R"(write \\ for a backslash, or use single quotes)";

const auto wordings = std::to_array<Wording>({
    {msg::END_OF_MAP, "this line is neither a key of a mapping above it nor part of a value", stray_hint},
    {msg::END_OF_SEQ, "this line is neither an item of a list above it nor part of a value", stray_hint},
    {msg::END_OF_MAP_FLOW, "expected ',' or '}' here", "close the mapping with '}'"},
    {msg::END_OF_SEQ_FLOW, "expected ',' or ']' here", "close the list with ']'"},
    {msg::FLOW_END, "this bracket matches none that is open",
     "check the brackets before it, or quote the value that it belongs to"},
    {msg::BLOCK_ENTRY, "a list item cannot begin here", "begin the list on a line of its own, or quote the value"},
    {msg::MAP_KEY, "a key cannot begin here", "begin the mapping on a line of its own"},
    {msg::MAP_VALUE, "a ':' cannot stand here", "quote the value if the ':' belongs to it, or check the indentation"},
    {msg::TAB_IN_INDENTATION, "a tab cannot indent", "use blanks"},
    {msg::DOC_IN_SCALAR, "a document marker stands inside a quoted text", "close the quote before it"},
    {msg::EOF_IN_SCALAR, "this quote is never closed", "close the quote"},
    {msg::CHAR_IN_BLOCK, "only '+', '-', a digit or a comment can follow '|' and '>'",
     "begin the text on the next line"},
    {msg::ZERO_INDENT_IN_BLOCK, "the indentation of a block text cannot be 0", "write a digit from 1 to 9, or none"},
    {msg::INVALID_ESCAPE, "unknown escape in a double-quoted text", escape_hint},
    {msg::INVALID_HEX, "an escape in this double-quoted text lacks its hexadecimal digits", escape_hint},
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

}  // namespace

Wording wording_of(std::string_view theirs) {
  const auto found = std::find_if(wordings.begin(), wordings.end(),
                                  [&](const Wording& wording) { return theirs.starts_with(wording.theirs); });
  return found == wordings.end() ? Wording{theirs, {}, {}} : *found;
}

}  // namespace atomesh::yaml
