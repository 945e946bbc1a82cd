#include "member_places.hpp"

#include <algorithm>
#include <string>

namespace atomesh {
namespace {

using yaml::Kind;
using yaml::Node;

/// One step down, and the node that names it.
struct Step {
  const Node* key = nullptr;
  const Node* value = nullptr;
};

Step step_into(const Node& node, const std::string& name) {
  if (node.kind == Kind::mapping) {
    const yaml::Entry* entry = node.find_entry(name);
    return entry == nullptr ? Step{} : Step{entry->key, entry->value};
  }
  for (std::size_t i = 0; node.kind == Kind::sequence && i < node.items.size(); ++i) {
    if (std::to_string(i) == name) return {node.items[i], node.items[i]};
  }
  return {};
}

std::optional<MemberPlaces> places_in_yaml(const yaml::Document& document, const Node& value, const json::Path& path) {
  Step step{nullptr, &value};
  for (const std::string& name : path) {
    step = step_into(*step.value, name);
    if (step.key == nullptr) return std::nullopt;
  }
  return MemberPlaces{yaml::place(document, *step.key), yaml::place(document, *step.value)};
}

std::optional<MemberPlaces> places_in_text(const yaml::Document& document, const Node& text, const json::Path& path) {
  // Another kind of text, such as a list of words with the option in it, has no member of its own.
  if (!json::check_object(text.text).message.empty()) return std::nullopt;
  const auto member = json::find_member(text.text, path);
  if (!member) return std::nullopt;
  const auto place = [&](json::Part part) { return yaml::place_in(document, text, part.offset, part.length); };
  return MemberPlaces{place(member->key), place(member->value)};
}

}  // namespace

MemberPlaces member_places(Documents documents, const OptionValue& option, const json::Path& path) {
  const MemberPlaces whole{option.place, option.place};
  const auto found = std::ranges::find(documents, option.place.source, &yaml::Document::source);
  if (option.place.source == nullptr || found == documents.end()) return whole;
  const yaml::Document& document = **found;
  const Node* value = yaml::node_at(document, option.place.mark);
  if (value == nullptr) return whole;
  const bool text = value->kind == Kind::scalar;
  return (text ? places_in_text(document, *value, path) : places_in_yaml(document, *value, path)).value_or(whole);
}

}  // namespace atomesh
