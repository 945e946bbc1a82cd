// One value against another: JSON by structure, everything else as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "atomesh/diff.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

std::string member_path(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

/// The first name of a path that is a secret's, for all under it is secret; else the last.
std::string_view judged_name(std::string_view path) {
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', begin)) {
    const std::string_view name = path.substr(begin, dot - begin);
    if (is_secret_name(name)) return name;
    begin = dot + 1;
  }
  return path.substr(begin);
}

std::string shown(std::string_view path, const Json& value) {
  return mask_value(judged_name(path), value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Change change_at(std::string_view path, const Json* before, const Json* after) {
  Change change;
  change.path = path;
  if (before != nullptr) change.before.push_back(shown(path, *before));
  if (after != nullptr) change.after.push_back(shown(path, *after));
  return change;
}

/// ordered_json's own comparison of objects minds the order of their members.
bool same(const Json& a, const Json& b) { return nlohmann::json(a) == nlohmann::json(b); }

/// The elements of `list` that `other` does not have, each as often as it is missing.
std::vector<std::string> missing_from(const Json& other, const Json& list, std::string_view path) {
  std::vector<Json> rest(other.begin(), other.end());
  std::vector<std::string> missing;
  for (const Json& element : list) {
    const auto found = std::ranges::find_if(rest, [&](const Json& candidate) { return same(candidate, element); });
    if (found == rest.end()) {
      missing.push_back(shown(path, element));
    } else {
      rest.erase(found);
    }
  }
  return missing;
}

/// Lists that ATOM reads as sets; elsewhere order is part of the value. A whole value that is a list is one of sizes.
bool is_set(std::string_view path) {
  return path.empty() || path == "exclude_layer" || path.ends_with(".exclude_layer");
}

void compare_lists(std::string_view path, const Json& before, const Json& after, std::vector<Change>& changes) {
  Change change;
  change.path = path;
  change.elements = true;
  change.before = missing_from(after, before, path);
  change.after = missing_from(before, after, path);
  if (!change.before.empty() || !change.after.empty()) {
    changes.push_back(std::move(change));
  } else if (!is_set(path) && before != after) {
    changes.push_back(change_at(path, &before, &after));
  }
}

void compare_json(std::string_view path, const Json& before, const Json& after, std::vector<Change>& changes);

void compare_objects(std::string_view path, const Json& before, const Json& after, std::vector<Change>& changes) {
  for (const auto& [key, value] : before.items()) {
    const std::string inner = member_path(path, key);
    const auto found = after.find(key);
    if (found == after.end()) {
      changes.push_back(change_at(inner, &value, nullptr));
    } else {
      compare_json(inner, value, *found, changes);
    }
  }
  for (const auto& [key, value] : after.items()) {
    if (!before.contains(key)) changes.push_back(change_at(member_path(path, key), nullptr, &value));
  }
}

void compare_json(std::string_view path, const Json& before, const Json& after, std::vector<Change>& changes) {
  if (same(before, after)) return;
  if (before.is_object() && after.is_object()) return compare_objects(path, before, after, changes);
  if (before.is_array() && after.is_array()) return compare_lists(path, before, after, changes);
  changes.push_back(change_at(path, &before, &after));
}

/// Only objects and lists are JSON to us: `true` and `8` are words.
Json parse(std::string_view text) {
  const std::string_view trimmed = trim(text);
  if (!trimmed.starts_with('{') && !trimmed.starts_with('[')) return Json::value_t::discarded;
  return Json::parse(trimmed, nullptr, false);
}

}  // namespace

std::vector<Change> compare_values(std::string_view before, std::string_view after) {
  if (before == after) return {};
  std::vector<Change> changes;
  const Json old_value = parse(before);
  const Json new_value = parse(after);
  if (old_value.is_discarded() || new_value.is_discarded()) {
    Change& change = changes.emplace_back();
    change.before.push_back(mask_text(before));
    change.after.push_back(mask_text(after));
  } else {
    compare_json("", old_value, new_value, changes);
  }
  return changes;
}

}  // namespace atomesh
