// Any text as JSON: an accepted object has members that make the same object again, and each can be found in the text.
#include "atomesh/json.hpp"

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace atomesh;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::require(json::check_loads(text).offset <= text.size());
  fuzz::require(json::check_positive_ints(text).offset <= text.size());
  const json::Fault fault = json::check_object(text);
  fuzz::require(fault.offset <= text.size());
  if (!fault.message.empty()) return 0;
  fuzz::require(json::check_loads(text).message.empty());
  const std::vector<json::Member> members = json::members(text);
  const std::string compact = json::object(members);
  fuzz::require(json::check_object(compact).message.empty());
  fuzz::require(json::members(compact).size() == members.size());
  for (const json::Member& member : members) {
    const auto found = json::find_member(text, {member.key});
    fuzz::require(found && text.substr(found->value.offset, found->value.length) == member.value);
  }
  return 0;
}
