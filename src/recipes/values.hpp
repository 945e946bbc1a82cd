// One mapping read by its table of recipe_shape.hpp: unknown, missing and mistyped keys are reported, the rest is there
// as values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context.hpp"
#include "convert.hpp"

namespace atomesh::recipes {

/// One mapping and the node at which its missing keys are reported: its own key, or itself where it is a list's item.
struct Subject {
  const yaml::Node& mapping;
  const yaml::Node& anchor;
};

class Values {
 public:
  /// Reports: unknown-key, missing-key and those of `convert`.
  Values(const Context& context, Subject subject, const Shape& shape);

  // The value under a key of the shape; nothing if it is not given or was reported. Any other key is a bug and throws.
  std::optional<long long> integer(std::string_view key) const { return get<long long>(key); }
  std::optional<bool> boolean(std::string_view key) const { return get<bool>(key); }
  std::optional<double> number(std::string_view key) const { return get<double>(key); }
  std::optional<std::string_view> text(std::string_view key) const { return get<std::string_view>(key); }
  std::string string(std::string_view key) const { return std::string(text(key).value_or("")); }
  std::optional<std::string> optional_string(std::string_view key) const;
  std::vector<long long> integers(std::string_view key) const;
  /// The mapping or list; a list also if some of its items were reported. Null if it is not there.
  const yaml::Node* container(std::string_view key) const;

  /// True if something other than null stands there, be it right or wrong.
  bool given(std::string_view key) const;
  /// True if what stands there was reported.
  bool bad(std::string_view key) const { return slot(key).state == State::bad; }
  /// Key and value of what is given.
  const yaml::Node& key_node(std::string_view key) const { return *slot(key).entry->key; }
  const yaml::Node& value_node(std::string_view key) const { return *slot(key).entry->value; }

  const yaml::Node& anchor() const { return *anchor_; }
  const Shape& shape() const { return *shape_; }

 private:
  enum class State { absent, null, bad, good };
  struct Slot {
    const yaml::Entry* entry = nullptr;
    State state = State::absent;
    FieldValue value;
  };

  void fill(const Context& context, const yaml::Entry& entry, std::size_t index);
  const Slot& slot(std::string_view key) const;
  template <class T>
  std::optional<T> get(std::string_view key) const {
    const T* value = std::get_if<T>(&slot(key).value);
    return value == nullptr ? std::nullopt : std::optional<T>(*value);
  }

  const Shape* shape_;
  const yaml::Node* anchor_;
  std::array<Slot, max_fields> slots_;
};

}  // namespace atomesh::recipes
