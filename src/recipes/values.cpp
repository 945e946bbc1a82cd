#include "values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "atomesh/text.hpp"

namespace atomesh::recipes {
namespace {

/// The shape's size if there is no such field.
std::size_t index_of(const Shape& shape, std::string_view key) {
  std::size_t index = 0;
  for (const Field& field : shape.fields) {
    // Most keys differ in length or in their last letter, so that few are compared as a whole.
    if (field.key.size() == key.size() && field.key.back() == key.back() && field.key == key) break;
    ++index;
  }
  return index;
}

/// What has or lacks a key, for messages: `recipe 'a'`, `'prefill'`, `the single-node point`.
std::string owner_of(Subject subject, const Shape& shape) {
  if (&subject.anchor == &subject.mapping) return std::string(shape.name);
  return fmt::format("{}'{}'", &shape == &tables::recipe ? "recipe " : "", subject.anchor.text);
}

std::string hint_for(const std::string& owner, const Shape& shape, std::string_view key) {
  const auto misplaced = std::ranges::find(shape.misplaced, key, &Misplaced::key);
  if (misplaced != shape.misplaced.end()) return std::string(misplaced->hint);
  std::vector<std::string_view> keys;
  for (const Field& field : shape.fields) keys.push_back(field.key);
  std::string hint = did_you_mean(key, keys);
  return hint.empty() ? fmt::format("{} takes {}", owner, fmt::join(keys, ", ")) : hint;
}

void report_unknown(const Context& context, const yaml::Node& key, Subject subject, const Shape& shape) {
  const std::string owner = owner_of(subject, shape);
  context.add("unknown-key", key, fmt::format("unknown key '{}' in {}", key.text, owner),
              hint_for(owner, shape, key.text));
}

void report_missing(const Context& context, Subject subject, const Shape& shape, const Field& field) {
  context.add("missing-key", subject.anchor, fmt::format("{} has no '{}'", owner_of(subject, shape), field.key),
              fmt::format("'{}' takes {}: {}", field.key, describe_type(field), field.about));
}

/// SPEC section 3: null stands for "not given" where that is a value of the type; an empty text or choice is neither.
bool may_be_null(const Field& field) {
  return field.need == Need::optional && field.type != Type::text && field.type != Type::choice;
}

}  // namespace

Values::Values(const Context& context, Subject subject, const Shape& shape) : shape_(&shape), anchor_(&subject.anchor) {
  for (const yaml::Entry& entry : subject.mapping.entries) {
    const std::size_t index = index_of(shape, entry.key->text);
    if (index == shape.fields.size()) {
      report_unknown(context, *entry.key, subject, shape);
    } else {
      fill(context, entry, index);
    }
  }
  for (std::size_t i = 0; i < shape.fields.size(); ++i) {
    if (slots_[i].state != State::absent || shape.fields[i].need == Need::optional) continue;
    report_missing(context, subject, shape, shape.fields[i]);
  }
}

void Values::fill(const Context& context, const yaml::Entry& entry, std::size_t index) {
  const Field& field = shape_->fields[index];
  Slot& slot = slots_[index];
  slot.entry = &entry;
  if (entry.value->kind != yaml::Kind::null) {
    Converted converted = convert(context, field, *entry.value);
    slot.state = converted.good ? State::good : State::bad;
    slot.value = std::move(converted.value);
  } else if (may_be_null(field)) {
    slot.state = State::null;
  } else {
    // The place of an empty value is where the next thing stands; its key is what people look for.
    context.add("wrong-type", *entry.key,
                fmt::format("'{}' takes {}, but there is nothing", field.key, describe_type(field)),
                field.need == Need::optional ? "write a value, or remove the key" : "");
    slot.state = State::bad;
  }
}

std::optional<std::string> Values::optional_string(std::string_view key) const {
  const auto value = text(key);
  return value ? std::optional<std::string>(*value) : std::nullopt;
}

std::vector<long long> Values::integers(std::string_view key) const {
  return get<std::vector<long long>>(key).value_or(std::vector<long long>());
}

const yaml::Node* Values::container(std::string_view key) const {
  return get<const yaml::Node*>(key).value_or(nullptr);
}

bool Values::given(std::string_view key) const {
  const State state = slot(key).state;
  return state == State::bad || state == State::good;
}

const Values::Slot& Values::slot(std::string_view key) const {
  const std::size_t index = index_of(*shape_, key);
  if (index == shape_->fields.size()) throw std::logic_error(fmt::format("{} takes no '{}'", shape_->name, key));
  return slots_[index];
}

}  // namespace atomesh::recipes
