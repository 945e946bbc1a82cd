// A document on its way to standard output: a tree whose order is the order of the text, and whose numbers keep the
// text that they were written with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh {

struct Value {
  enum class Kind : std::uint8_t { null, raw, text, list, mapping };

  Kind kind = Kind::null;
  std::string text;                ///< raw: a JSON text on one line, as it is; text: the text
  std::vector<Value> items;        ///< of a list; the values of a mapping
  std::vector<std::string> names;  ///< of a mapping, one for each of `items`

  static Value raw(std::string json);
  static Value number(long long value);
  static Value boolean(bool value);
  static Value string(std::string_view text);
  static Value list(std::vector<Value> items = {});
  static Value strings(const std::vector<std::string>& texts);
  static Value numbers(const std::vector<long long>& numbers);
  static Value mapping();

  /// Appends to a mapping; a name is given once. Returns the mapping, so that calls can be chained.
  Value& set(std::string_view name, Value value);
};

/// JSON with two blanks a level; lists of scalars on one line. Ends with a newline. Bytes that are not UTF-8 become
/// U+FFFD.
std::string to_json(const Value& value);

/// The same without blanks and newlines.
std::string to_compact_json(const Value& value);

/// Block YAML that YAML 1.1 and 1.2 read alike: a text that either would take for something else stands in quotes.
/// Ends with a newline.
std::string to_yaml(const Value& value);

}  // namespace atomesh
