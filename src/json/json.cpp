#include "atomesh/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "scan.hpp"

namespace atomesh::json {
namespace {

std::string_view piece(std::string_view text, Span span) { return text.substr(span.begin, span.end - span.begin); }

Part part_of(Span span) { return {span.begin, span.end - span.begin}; }

/// One step of a path: what it is called by, and the value behind it.
struct Step {
  Span key;
  Span value;
  std::string name;
};

Step member_step(std::string_view text, Span element) {
  const Span key{element.begin, value_end(text, element.begin)};
  const std::size_t value = text.find_first_not_of(blanks, text.find(':', key.end) + 1);
  return {key, {value, element.end}, nlohmann::json::parse(piece(text, key)).get<std::string>()};
}

/// The members or elements of the container that begins at `begin`; none if no container does.
std::vector<Step> steps(std::string_view text, std::size_t begin) {
  std::vector<Step> result;
  const char opening = begin < text.size() ? text[begin] : '\0';
  if (opening != '{' && opening != '[') return result;
  for (const Span& element : elements(text, begin)) {
    result.push_back(opening == '{' ? member_step(text, element)
                                    : Step{element, element, std::to_string(result.size())});
  }
  return result;
}

}  // namespace

std::optional<WrittenMember> find_member(std::string_view object, const Path& path) {
  std::size_t begin = object.find_first_not_of(blanks);
  std::optional<WrittenMember> found;
  for (const std::string& name : path) {
    const std::vector<Step> all = steps(object, begin);
    const auto step = std::ranges::find(all, name, &Step::name);
    if (step == all.end()) return std::nullopt;
    found = WrittenMember{part_of(step->key), part_of(step->value)};
    begin = step->value.begin;
  }
  return found;
}

std::vector<std::string> list_elements(std::string_view list) {
  std::vector<std::string> result;
  for (const Step& step : steps(list, list.find_first_not_of(blanks))) result.emplace_back(piece(list, step.value));
  return result;
}

std::vector<Member> members(std::string_view object) {
  std::vector<Member> result;
  for (Step& step : steps(object, object.find_first_not_of(blanks))) {
    result.push_back({std::move(step.name), std::string(piece(object, step.value))});
  }
  return result;
}

std::string object(const std::vector<Member>& members) {
  std::string text = "{";
  for (const Member& member : members) {
    if (text.size() > 1) text += ',';
    text += quote(member.key) + ':' + member.value;
  }
  return text + '}';
}

std::string quote(std::string_view text) {
  // The default would throw on bytes that are not UTF-8, which an environment may hold.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace atomesh::json
