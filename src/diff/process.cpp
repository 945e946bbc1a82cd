// One process against another.
#include <algorithm>
#include <map>

#include "atomesh/diff.hpp"
#include "atomesh/text.hpp"
#include "words.hpp"

namespace atomesh {
namespace {

using diff::Setting;

std::vector<std::string> masked(std::string_view name, const std::vector<std::string>& values) {
  std::vector<std::string> shown;
  for (const std::string& value : values) shown.push_back(mask_value(name, value));
  return shown;
}

/// The values of one list that the other does not have.
std::vector<std::string> without(std::vector<std::string> values, const std::vector<std::string>& other) {
  for (const std::string& value : other) {
    const auto found = std::ranges::find(values, value);
    if (found != values.end()) values.erase(found);
  }
  return values;
}

Change change_of(ChangeKind kind, std::string_view name, std::vector<std::string> before,
                 std::vector<std::string> after) {
  Change change;
  change.kind = kind;
  change.name = name;
  change.before = masked(name, before);
  change.after = masked(name, after);
  return change;
}

void add_if_changed(std::vector<Change>& changes, ChangeKind kind, std::string_view name, const std::string& before,
                    const std::string& after) {
  if (before == after) return;
  const auto listed = [](const std::string& text) {
    return text.empty() ? std::vector<std::string>() : std::vector<std::string>{text};
  };
  changes.push_back(change_of(kind, name, listed(before), listed(after)));
}

std::vector<Change> compare_lists(const Setting& before, const Setting& after) {
  std::vector<std::string> gone = without(before.values, after.values);
  std::vector<std::string> come = without(after.values, before.values);
  if (gone.empty() && come.empty()) return {};
  Change change = change_of(ChangeKind::option, after.name, std::move(gone), std::move(come));
  change.elements = true;
  return {std::move(change)};
}

std::vector<Change> compare_settings(const Setting& before, const Setting& after) {
  if (before.values.size() != 1 || after.values.size() != 1) return compare_lists(before, after);
  const std::string& old_value = before.values.front();
  const std::string& new_value = after.values.front();
  if (diff::same_number(after.key, old_value, new_value)) return {};
  std::vector<Change> changes = compare_values(old_value, new_value);
  for (Change& change : changes) {
    change.kind = ChangeKind::option;
    change.name = after.name;
    if (is_secret_name(after.name)) {
      change.before = masked(after.name, change.before);
      change.after = masked(after.name, change.after);
    }
  }
  return changes;
}

void compare_options(const diff::Words& before, const diff::Words& after, bool router, std::vector<Change>& changes) {
  const auto take = [&](const std::string& key, std::vector<Change> found) {
    for (Change& change : found) {
      if (!router) change.change_class = diff::class_of_option(key, change.path);
      changes.push_back(std::move(change));
    }
  };
  for (const Setting& setting : before.settings) {
    const auto other = std::ranges::find(after.settings, setting.key, &Setting::key);
    if (other != after.settings.end()) {
      take(setting.key, compare_settings(setting, *other));
    } else {
      take(setting.key, {change_of(ChangeKind::option, setting.name, setting.values, {})});
    }
  }
  for (const Setting& setting : after.settings) {
    if (std::ranges::find(before.settings, setting.key, &Setting::key) != before.settings.end()) continue;
    take(setting.key, {change_of(ChangeKind::option, setting.name, {}, setting.values)});
  }
}

void compare_environment(const Plan& before, const Plan& after, std::vector<Change>& changes) {
  std::map<std::string_view, std::pair<std::vector<std::string>, std::vector<std::string>>> values;
  for (const EnvChange& variable : before.env) values[variable.name].first.push_back(variable.value);
  for (const EnvChange& variable : after.env) values[variable.name].second.push_back(variable.value);
  for (const auto& [name, sides] : values) {
    if (sides.first == sides.second) continue;
    changes.push_back(change_of(ChangeKind::environment, name, sides.first, sides.second));
  }
  std::map<std::string_view, std::pair<bool, bool>> removals;
  for (const EnvRemoval& removal : before.unset_env) removals[removal.name].first = true;
  for (const EnvRemoval& removal : after.unset_env) removals[removal.name].second = true;
  const auto once = [](bool there) { return std::vector<std::string>(there ? 1 : 0); };
  for (const auto& [name, there] : removals) {
    if (there.first == there.second) continue;
    changes.push_back(change_of(ChangeKind::unset_environment, name, once(there.first), once(there.second)));
  }
}

void compare_facts(const DiffProcess& before, const DiffProcess& after, std::vector<Change>& changes) {
  std::map<std::string_view, std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : before.facts) values[name].first = value;
  for (const auto& [name, value] : after.facts) values[name].second = value;
  for (const auto& [name, sides] : values) {
    add_if_changed(changes, ChangeKind::recipe, name, sides.first, sides.second);
  }
}

}  // namespace

std::vector<Change> compare(const DiffProcess& before, const DiffProcess& after) {
  std::vector<Change> changes;
  const diff::Words old_words = diff::read_words(before.plan);
  const diff::Words new_words = diff::read_words(after.plan);
  add_if_changed(changes, ChangeKind::command, "role", std::string(to_string(before.plan.role)),
                 std::string(to_string(after.plan.role)));
  add_if_changed(changes, ChangeKind::command, "command", old_words.command, new_words.command);
  compare_options(old_words, new_words, after.plan.role == Role::router, changes);
  add_if_changed(changes, ChangeKind::command, "words", old_words.rest, new_words.rest);
  compare_environment(before.plan, after.plan, changes);
  compare_facts(before, after, changes);
  std::ranges::stable_sort(changes, {}, &Change::change_class);
  return changes;
}

}  // namespace atomesh
