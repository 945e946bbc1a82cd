// All processes of two sides.
#include <algorithm>
#include <map>
#include <set>

#include "atomesh/diff.hpp"

namespace atomesh {
namespace {

std::vector<std::string> names_missing_from(const std::vector<std::string>& other,
                                            const std::vector<std::string>& names) {
  const std::set<std::string> known(other.begin(), other.end());
  std::vector<std::string> missing;
  std::ranges::copy_if(names, std::back_inserter(missing), [&](const auto& name) { return !known.contains(name); });
  return missing;
}

std::vector<DiffRecipe> recipes_missing_from(const std::vector<DiffRecipe>& other,
                                             const std::vector<DiffRecipe>& recipes) {
  std::set<std::string> known;
  for (const DiffRecipe& recipe : other) known.insert(recipe.name);
  std::vector<DiffRecipe> missing;
  std::ranges::copy_if(recipes, std::back_inserter(missing),
                       [&](const DiffRecipe& recipe) { return !known.contains(recipe.name); });
  return missing;
}

/// Whoever names two plans wants those two compared.
void pair_single_plans(DiffSide& before, DiffSide& after) {
  const auto single_plan = [](const DiffSide& side) {
    return side.processes.size() == 1 && side.models.empty() && side.recipes.empty();
  };
  if (single_plan(before) && single_plan(after)) before.processes.front().id = after.processes.front().id;
}

}  // namespace

std::string_view to_string(ChangeClass value) { return value == ChangeClass::must_match ? "must-match" : "tuning"; }

std::string_view to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::command:
      return "command";
    case ChangeKind::option:
      return "option";
    case ChangeKind::environment:
      return "env";
    case ChangeKind::unset_environment:
      return "unset_env";
    case ChangeKind::recipe:
      return "recipe";
  }
  return "";
}

bool Diff::empty() const {
  return added_models.empty() && removed_models.empty() && added_recipes.empty() && removed_recipes.empty() &&
         added.empty() && removed.empty() && changed.empty();
}

bool Diff::must_match() const {
  return std::ranges::any_of(changed, [](const ChangedProcess& process) {
    return process.changes.front().change_class == ChangeClass::must_match;
  });
}

Diff compare(DiffSide before, DiffSide after) {
  pair_single_plans(before, after);
  Diff diff;
  diff.from = before.name;
  diff.to = after.name;
  diff.added_models = names_missing_from(before.models, after.models);
  diff.removed_models = names_missing_from(after.models, before.models);
  diff.added_recipes = recipes_missing_from(before.recipes, after.recipes);
  diff.removed_recipes = recipes_missing_from(after.recipes, before.recipes);
  std::map<ProcessId, DiffProcess*> old_processes;
  for (DiffProcess& process : before.processes) old_processes.emplace(process.id, &process);
  std::set<const DiffProcess*> both;
  for (DiffProcess& process : after.processes) {
    const auto found = old_processes.find(process.id);
    if (found == old_processes.end()) {
      diff.added.push_back(std::move(process));
      continue;
    }
    both.insert(found->second);
    std::vector<Change> changes = compare(*found->second, process);
    if (changes.empty()) continue;
    diff.changed.push_back({std::move(*found->second), std::move(process), std::move(changes)});
  }
  for (DiffProcess& process : before.processes) {
    if (!both.contains(&process)) diff.removed.push_back(std::move(process));
  }
  return diff;
}

}  // namespace atomesh
