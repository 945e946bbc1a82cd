// The additional-settings of atom-disagg recipes (SPEC section 3).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "atomesh/role.hpp"
#include "context.hpp"

namespace atomesh::recipes {

/// One NAME=VALUE; views into the node's text.
struct NamedSetting {
  std::string_view name;
  std::string_view value;
  const yaml::Node* node = nullptr;
};

/// The settings of one role; a repetition with the same value appears once. Reports: setting-not-name-value,
/// setting-twice, setting-other-role, setting-of-node. `list` may be null; items that are no text are passed over.
std::vector<NamedSetting> read_settings(const Context& context, const yaml::Node* list, Role role);

/// Reports the settings of the whole deployment that the two roles give differently: setting-twice.
void check_settings_agree(const Context& context, const std::vector<NamedSetting>& prefill,
                          const std::vector<NamedSetting>& decode);

const NamedSetting* find_setting(const std::vector<NamedSetting>& settings, std::string_view name);

/// The number a setting holds, at least `minimum`, or `fallback` if it is not there. Reports: bad-value.
std::optional<int> integer_setting(const Context& context, const NamedSetting* setting, int minimum, int fallback);

}  // namespace atomesh::recipes
