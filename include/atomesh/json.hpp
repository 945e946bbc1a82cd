// JSON objects as they reach argv: checked, but never rewritten. The only rooms that know nlohmann_json are this one
// and `render`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/yaml.hpp"

namespace atomesh::json {

/// One member of an object, with its value exactly as it was written, blanks around it removed.
struct Member {
  std::string key;    ///< decoded
  std::string value;  ///< JSON text
};

/// What is wrong with a JSON text, at which byte of it.
struct Fault {
  std::string message;  ///< empty: nothing is wrong
  std::string hint;
  std::size_t offset = 0;
};

/// Checks that the text is one JSON object and nothing else. Also a fault: a leading quote character left over from a
/// shell, text after the object, a key given twice in one object (Python would drop the first).
Fault check_object(std::string_view text);

/// Checks that the text is a JSON list of integers above 0, not empty, as ATOM reads capture sizes.
Fault check_positive_ints(std::string_view text);

/// Checks that Python's json.loads takes the text, as ATOM's argparse hands it over: any value, also NaN, Infinity,
/// lone surrogates and repeated keys.
Fault check_loads(std::string_view text);

/// Where a part of a JSON text stands in it, in bytes.
struct Part {
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// One step into a JSON value: the name of a member, or the number of a list's element in decimal.
using Path = std::vector<std::string>;

/// A member as it is written: its key, quotes included, and its value. Of a list's element, both are the element.
struct WrittenMember {
  Part key;
  Part value;
};

/// The member at the end of `path` in a text that check_object accepts.
std::optional<WrittenMember> find_member(std::string_view object, const Path& path);

/// The elements of a list in a text that is known to be JSON, exactly as they are written.
std::vector<std::string> list_elements(std::string_view list);

/// The members of a text that check_object accepts, in order.
std::vector<Member> members(std::string_view object);

/// The compact object of the members.
std::string object(const std::vector<Member>& members);

/// A JSON string literal.
std::string quote(std::string_view text);

/// A YAML value as compact JSON: key order kept, numbers as they are written. Errors at their places: ambiguous-scalar,
/// wrong-type (a number that JSON cannot write, such as `.5` or `.inf`). Returns the empty string after an error.
std::string from_yaml(const yaml::Document& document, const yaml::Node& node, Diagnostics& diagnostics);

}  // namespace atomesh::json
