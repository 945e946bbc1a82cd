#include "groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "../display.hpp"

namespace atomesh::diff {
namespace {

std::string counted(std::size_t number, std::string_view noun, std::string_view ending = "s") {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : ending);
}

/// Adds `item` under `key`, keys in the order of their first appearance.
template <typename Key, typename Item>
void add_to(std::vector<std::pair<Key, std::vector<Item>>>& lists, const Key& key, Item item) {
  auto found = std::ranges::find(lists, key, &std::pair<Key, std::vector<Item>>::first);
  if (found == lists.end()) found = lists.insert(lists.end(), {key, {}});
  if (std::ranges::find(found->second, item) == found->second.end()) found->second.push_back(std::move(item));
}

/// Keys that have equal lists, together: `tp, ep: a, b`.
std::string merged(const std::vector<std::pair<std::string, std::vector<std::string>>>& lists, std::string_view one,
                   std::string_view many) {
  std::vector<std::pair<std::string, std::vector<std::string>>> keys;
  for (const auto& [key, items] : lists) add_to(keys, fmt::format("{}", fmt::join(items, ", ")), key);
  std::string text;
  for (const auto& [items, names] : keys) {
    text += fmt::format("{}{}{}: {}", text.empty() ? "" : "; ", names.size() == 1 ? one : many, fmt::join(names, ", "),
                        items);
  }
  return text;
}

/// `decode`, or `decode 1` where the role's first worker is not meant.
std::string role_text(const DiffProcess& process) {
  const std::string_view role = to_string(process.id.role);
  return process.id.worker == 0 ? std::string(role) : fmt::format("{} {}", role, process.id.worker);
}

/// Workers of a role after its first one go without saying.
bool goes_without_saying(const DiffProcess& process, const std::vector<const DiffProcess*>& all) {
  return process.id.worker > 0 && std::ranges::any_of(all, [&](const DiffProcess* other) {
           ProcessId first = process.id;
           first.worker = 0;
           return other->id == first;
         });
}

std::string detail_of(const std::vector<const DiffProcess*>& processes) {
  const ProcessId& first = processes.front()->id;
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  for (const DiffProcess* process : processes) {
    if (!first.recipe.empty()) {
      if (goes_without_saying(*process, processes)) continue;
      add_to(lists, fmt::format("{}", process->point.value_or(0)), role_text(*process));
    } else if (process->id.mode) {
      add_to(lists, std::string(to_string(process->id.role)), std::string(to_string(*process->id.mode)));
    } else {
      add_to(lists, std::string(to_string(process->id.role)), fmt::format("rank {}", process->plan.rank));
    }
  }
  return first.recipe.empty() ? merged(lists, "", "") : merged(lists, "point ", "points ");
}

std::vector<Arrival> arrivals_of_processes(const std::vector<DiffProcess>& processes,
                                           const std::set<std::string>& models, const std::set<std::string>& recipes,
                                           bool added) {
  std::vector<const DiffProcess*> rest;
  for (const DiffProcess& process : processes) {
    if (!models.contains(process.id.model) && !recipes.contains(process.id.recipe)) rest.push_back(&process);
  }
  std::vector<Arrival> arrivals;
  for (Owner& owner : owners_of(rest)) arrivals.push_back({added, std::move(owner)});
  return arrivals;
}

void add_arrivals(const std::vector<std::string>& models, const std::vector<DiffRecipe>& recipes,
                  const std::vector<DiffProcess>& processes, bool added, std::vector<Arrival>& arrivals) {
  std::set<std::string> recipe_names;
  for (const std::string& model : models) arrivals.push_back({added, {"model", model, ""}});
  for (const DiffRecipe& recipe : recipes) {
    recipe_names.insert(recipe.name);
    arrivals.push_back(
        {added,
         {"recipe", recipe.name,
          fmt::format("{}, {}", counted(recipe.points, "point"), counted(recipe.processes, "process", "es"))}});
  }
  const std::set<std::string> model_names(models.begin(), models.end());
  std::ranges::move(arrivals_of_processes(processes, model_names, recipe_names, added), std::back_inserter(arrivals));
}

std::string short_list(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 12;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) shown.push_back(short_value(texts[i]));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  return texts.size() > most ? fmt::format("{}, … and {} more", text, texts.size() - most) : text;
}

}  // namespace

std::vector<Owner> owners_of(const std::vector<const DiffProcess*>& processes) {
  using Key = std::pair<std::string, std::string>;
  std::vector<std::pair<Key, std::vector<const DiffProcess*>>> lists;
  for (const DiffProcess* process : processes) {
    const bool of_recipe = !process->id.recipe.empty();
    const bool of_model = !process->id.model.empty();
    const Key key = of_recipe  ? Key{"recipe", process->id.recipe}
                    : of_model ? Key{"model", process->id.model}
                               : Key{"", ""};
    add_to(lists, key, process);
  }
  std::vector<Owner> owners;
  for (const auto& [key, of_owner] : lists) owners.push_back({key.first, key.second, detail_of(of_owner)});
  return owners;
}

std::vector<Group> groups_of(const Diff& diff) {
  struct Alike {
    const std::vector<Change>* changes;
    std::vector<const DiffProcess*> processes;
  };
  std::vector<Alike> alike;
  for (const ChangedProcess& process : diff.changed) {
    auto found = std::ranges::find_if(alike, [&](const Alike& one) { return *one.changes == process.changes; });
    if (found == alike.end()) found = alike.insert(alike.end(), {&process.changes, {}});
    found->processes.push_back(&process.after);
  }
  std::vector<Group> groups;
  for (const Alike& one : alike) groups.push_back({owners_of(one.processes), *one.changes});
  return groups;
}

std::vector<Arrival> arrivals_of(const Diff& diff) {
  std::vector<Arrival> arrivals;
  add_arrivals(diff.removed_models, diff.removed_recipes, diff.removed, false, arrivals);
  add_arrivals(diff.added_models, diff.added_recipes, diff.added, true, arrivals);
  return arrivals;
}

std::string summary_of(const Diff& diff) {
  const auto must_match = static_cast<std::size_t>(std::ranges::count_if(diff.changed, [](const auto& process) {
    return process.changes.front().change_class == ChangeClass::must_match;
  }));
  const std::string_view in_what = must_match == 0                     ? "in tuning only"
                                   : must_match == diff.changed.size() ? "in what must match"
                                                                       : "";
  std::string text = counted(diff.changed.size(), "process", "es") + " changed";
  if (!diff.changed.empty()) {
    text += in_what.empty() ? fmt::format(", {} of them in what must match", must_match) : fmt::format(" {}", in_what);
  }
  if (!diff.added.empty()) text += fmt::format(", {} added", diff.added.size());
  if (!diff.removed.empty()) text += fmt::format(", {} removed", diff.removed.size());
  return text;
}

char sign_of(const Change& change) {
  if (!change.path.empty() || change.elements || change.before.empty() == change.after.empty()) return '~';
  return change.before.empty() ? '+' : '-';
}

std::string name_of(const Change& change) {
  if (change.kind == ChangeKind::environment) return "env " + change.name;
  if (change.kind == ChangeKind::unset_environment) return "unset " + change.name;
  return change.name;
}

std::string short_value(const std::string& text) {
  constexpr std::size_t longest = 240;
  constexpr std::size_t kept = 200;
  const std::vector<Cell> cells = to_cells(escape_controls(text));
  const bool cut = cells.size() > longest;
  std::string shown;
  for (std::size_t i = 0; i < (cut ? kept : cells.size()); ++i) shown += cells[i].text;
  return cut ? fmt::format("{}… ({} characters)", shown, cells.size()) : shown;
}

std::string signed_elements(const Change& change) {
  std::vector<std::string> parts;
  if (!change.before.empty()) parts.push_back("- " + short_list(change.before));
  if (!change.after.empty()) parts.push_back("+ " + short_list(change.after));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace atomesh::diff
