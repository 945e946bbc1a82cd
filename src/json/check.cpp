#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "explain.hpp"
#include "listener.hpp"
#include "scan.hpp"

namespace atomesh::json {
namespace {

/// What a check is about.
struct Wanted {
  std::string_view kind;  ///< object, list
  char opening;
  std::string_view example;
};

bool is_left_over(std::string_view text) {
  if (text.front() == '\'' || text.front() == '`') return true;
  if (text.front() != '"') return false;
  const std::string_view inside = text.substr(std::min(text.find_first_not_of(blanks, 1), text.size()));
  return inside.starts_with('{') || inside.starts_with('[');
}

std::string_view kind_of(std::string_view text) {
  constexpr std::string_view number = "-0123456789";
  if (text.front() == '[') return "a list";
  if (text.front() == '{') return "an object";
  if (text.front() == '"') return "a string";
  if (text == "true" || text == "false") return "a boolean";
  if (text == "null") return "null";
  return number.find(text.front()) != std::string_view::npos ? "a number" : "";
}

/// A text that does not even begin like what is wanted.
Fault judge_beginning(std::string_view text, std::size_t begin, const Wanted& wanted) {
  const std::string_view rest = text.substr(begin);
  const std::string hint = fmt::format("write {}", wanted.example);
  if (is_left_over(rest)) {
    return {fmt::format("starts with a quote character ({}) left over from a shell", rest.front()),
            "remove the quotes around the JSON: no shell reads it", begin};
  }
  const std::string_view article = wanted.opening == '{' ? "an" : "a";
  const std::string_view kind = kind_of(rest);
  if (!kind.empty()) return {fmt::format("is {}, not {} {}", kind, article, wanted.kind), hint, begin};
  return {fmt::format("{} is not a JSON {}", shown(rest), wanted.kind), hint, begin};
}

/// What stands behind the container that begins at `begin`.
Fault judge_end(std::string_view text, std::size_t begin, const Wanted& wanted) {
  const std::size_t end = text.find_first_not_of(blanks, value_end(text, begin));
  if (end == std::string_view::npos) return {};
  const std::string_view rest = text.substr(end);
  const bool quote = rest == "'" || rest == "\"" || rest == "`";
  return {fmt::format("text after the {}: {}", wanted.kind, shown(rest)),
          quote ? "a quote character left over from a shell: remove it" : "", end};
}

Fault check(std::string_view text, const Wanted& wanted) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {"is empty", fmt::format("write {}", wanted.example), 0};
  if (text[begin] != wanted.opening) return judge_beginning(text, begin, wanted);
  Listener listener(text, Repetitions::refused);
  if (!nlohmann::json::sax_parse(text, &listener, nlohmann::json::input_format_t::json, false)) return listener.fault();
  return judge_end(text, begin, wanted);
}

}  // namespace

Fault check_object(std::string_view text) { return check(text, {"object", '{', "{\"name\": value}"}); }

Fault check_positive_ints(std::string_view text) {
  const Wanted wanted{"list", '[', "[1,2,4,8]"};
  if (Fault fault = check(text, wanted); !fault.message.empty()) return fault;
  const std::size_t begin = text.find('[');
  const std::vector<Span> spans = elements(text, begin);
  if (spans.empty()) return {"is an empty list", fmt::format("write {}", wanted.example), begin};
  for (const Span& span : spans) {
    const std::string_view element = text.substr(span.begin, span.end - span.begin);
    if (parse_integer(element).value_or(0) > 0) continue;
    return {fmt::format("{} is not a whole number above 0", shown(element)), "", span.begin};
  }
  return {};
}

}  // namespace atomesh::json
