#include "secret_values.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "atomesh/codes.hpp"
#include "atomesh/text.hpp"
#include "text_cursor.hpp"

namespace atomesh {
namespace {

constexpr std::string_view blanks_in_line = " \t";
constexpr std::string_view blanks = " \t\r\n";

/// A secret's name, and how it is written.
struct Name {
  std::string text;     ///< without leading dashes, escapes decoded
  bool option = false;  ///< two dashes stand before it
  Quote quote;          ///< before it
  bool quoted = false;  ///< the quote is closed right after it
  bool begins_line = false;

  bool plain_word() const { return text.find_first_of("_-") == std::string::npos; }
};

std::optional<ByteRange> unless_empty(ByteRange range) {
  return range.end > range.begin ? std::optional(range) : std::nullopt;
}

std::optional<ByteRange> quoted_value(TextCursor cursor) {
  const Quote quote = cursor.quote_after();
  cursor.skip(quote.size());
  return unless_empty({cursor.at(), cursor.closing(quote)});
}

std::optional<ByteRange> value_at(TextCursor cursor, std::string_view stops) {
  if (cursor.quote_after()) return quoted_value(cursor);
  if (cursor.peek() == '[' || cursor.peek() == '{') return ByteRange{cursor.at(), cursor.group_end()};
  return unless_empty({cursor.at(), cursor.bare_end(stops)});
}

/// After `NAME=`. In a quoted word, `'NAME=two words'`, all of the word is the value.
std::optional<ByteRange> assigned_value(const Name& name, TextCursor cursor) {
  cursor.skip(1);
  if (name.quote && !name.quoted) return unless_empty({cursor.at(), cursor.closing(name.quote)});
  return value_at(cursor, "");
}

/// After `NAME:`, as YAML, JSON and Python write it.
std::optional<ByteRange> member_value(const Name& name, TextCursor cursor) {
  cursor.skip(1);
  const bool apart = cursor.skip_blanks(name.quoted ? blanks : blanks_in_line);
  if (!name.quoted && !apart) return std::nullopt;
  if (name.begins_line && !cursor.quote_after()) return unless_empty({cursor.at(), cursor.line_end()});
  return value_at(cursor, name.quoted ? ",}]" : ",");
}

/// After `--name,`: the next element of a list of JSON or YAML.
std::optional<ByteRange> element_value(const Name& name, TextCursor cursor) {
  cursor.skip(1);
  const bool apart = cursor.skip_blanks(blanks);
  if (cursor.quote_after()) return quoted_value(cursor);
  return apart && !name.quoted && cursor.peek() != '-' ? value_at(cursor, ",]") : std::nullopt;
}

/// After `--name`; quoted as a word or an element of a list, its value is quoted too. In a quoted text, `"--name
/// value"`, the value ends with the text.
std::optional<ByteRange> option_value(const Name& name, TextCursor cursor) {
  if (cursor.peek() == ',') return element_value(name, cursor);
  if (!cursor.skip_blanks(blanks) || cursor.peek() == '-') return std::nullopt;
  if (name.quoted && !cursor.quote_after()) return std::nullopt;
  return value_at(cursor, name.quote.mark == '"' ? "\"" : name.quote.mark == '\'' ? "'" : "");
}

bool is_code(std::string_view name) {
  return std::any_of(checks.begin(), checks.end(), [name](const Check& check) { return check.code == name; });
}

std::optional<ByteRange> value_of(const Name& name, TextCursor after, TextKind kind) {
  if (name.quoted) after.skip(name.quote.size());
  TextCursor separator = after;
  if (name.quoted) separator.skip_blanks(blanks);
  if (separator.peek() == '=') return assigned_value(name, separator);
  // Diagnostic codes and plain words before a colon are ours: `missing-key: 2`, `unknown key: 'x'`.
  const bool ours = kind == TextKind::message && !name.quoted && (name.plain_word() || is_code(name.text));
  if (separator.peek() == ':' && !name.option && !ours) return member_value(name, separator);
  return name.option ? option_value(name, after) : std::nullopt;
}

/// A run of characters that names are made of, written as they are or escaped.
struct Run {
  ByteRange range;
  std::string text;  ///< escapes decoded
};

Run read_run(std::string_view text, std::size_t begin) {
  Run run{{begin, begin}, ""};
  for (std::size_t& end = run.range.end; end < text.size();) {
    const EscapedChar escaped = escaped_char(text, end);
    const char character = escaped.size > 0 ? escaped.character : text[end];
    if (!is_option_char(character)) break;
    run.text += character;
    end += std::max<std::size_t>(escaped.size, 1);
  }
  return run;
}

/// The run, if what it spells is the name of a secret.
std::optional<Name> read_name(std::string_view text, const Run& spelt) {
  if (!is_secret_name(spelt.text)) return std::nullopt;
  const ByteRange run = spelt.range;
  Name name;
  name.text = spelt.text;
  name.option = name.text.starts_with("--");
  name.text.erase(0, std::min(name.text.find_first_not_of('-'), name.text.size()));
  const TextCursor begin(text, run.begin);
  name.quote = begin.quote_before();
  name.quoted = name.quote && TextCursor(text, run.end).quote_after() == name.quote;
  name.begins_line = TextCursor(text, run.begin - name.quote.size()).begins_line();
  return name;
}

}  // namespace

std::vector<ByteRange> find_secret_values(std::string_view text, TextKind kind) {
  std::vector<ByteRange> values;
  std::size_t i = 0;
  while (i < text.size()) {
    const Run run = read_run(text, i);
    i = std::max(run.range.end, i + 1);
    if (run.text.empty()) continue;
    const std::optional<Name> name = read_name(text, run);
    if (!name) continue;
    const auto value = value_of(*name, TextCursor(text, run.range.end), kind);
    // `--set key=value` is how our own help spells an assignment.
    if (!value || (name->text == "key" && text.substr(value->begin, value->end - value->begin) == "value")) continue;
    values.push_back(*value);
    i = value->end;
  }
  return values;
}

}  // namespace atomesh
