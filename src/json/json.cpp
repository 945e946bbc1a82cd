#include "atomesh/json.hpp"

#include <nlohmann/json.hpp>

#include "scan.hpp"

namespace atomesh::json {

std::vector<Member> members(std::string_view object) {
  std::vector<Member> result;
  for (const Span& element : elements(object, object.find('{'))) {
    const std::size_t key_end = value_end(object, element.begin);
    const std::string_view key = object.substr(element.begin, key_end - element.begin);
    const std::size_t value = object.find_first_not_of(blanks, object.find(':', key_end) + 1);
    result.push_back(
        {nlohmann::json::parse(key).get<std::string>(), std::string(object.substr(value, element.end - value))});
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
