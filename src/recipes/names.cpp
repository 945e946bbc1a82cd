// The top level of amd-master.yaml: names only, nothing read below them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "atomesh/recipes.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

/// Anchors for several recipes are kept under such names.
bool is_note(std::string_view name) { return name.starts_with("x-"); }

Place whole_file(const yaml::Document& document) { return {document.source, {}, 1, {}}; }

bool is_launchable(const yaml::Entry& entry) {
  const yaml::Node* framework = entry.value->find("framework");
  return framework != nullptr && framework->text == atom_disagg;
}

std::string hint_for_unknown(std::string_view name, const std::vector<const yaml::Entry*>& entries) {
  std::vector<std::string_view> names;
  std::vector<std::string_view> launchable;
  for (const yaml::Entry* entry : entries) {
    names.push_back(entry->key->text);
    if (is_launchable(*entry)) launchable.push_back(entry->key->text);
  }
  std::string hint = did_you_mean(name, names);
  if (!hint.empty()) return hint;
  if (launchable.empty()) return fmt::format("the file has no {} recipe", atom_disagg);
  return fmt::format("{} recipes of this file: {}", atom_disagg, fmt::join(launchable, ", "));
}

}  // namespace

bool check_recipes_file(const yaml::Document& document, Diagnostics& diagnostics) {
  if (document.root->kind == yaml::Kind::mapping) return true;
  const bool empty = document.root->kind == yaml::Kind::null;
  diagnostics.add("wrong-type", empty ? whole_file(document) : yaml::place(document, *document.root),
                  empty ? "the file holds no recipes" : "the top level is not a mapping of recipe names",
                  "write `RECIPE-NAME:` at the start of a line and its keys indented below it");
  return false;
}

std::vector<const yaml::Entry*> recipe_entries(const yaml::Document& document) {
  std::vector<const yaml::Entry*> entries;
  entries.reserve(document.root->entries.size());
  for (const yaml::Entry& entry : document.root->entries) {
    if (!is_note(entry.key->text)) entries.push_back(&entry);
  }
  return entries;
}

const yaml::Entry* find_recipe(const yaml::Document& document, std::string_view name, Diagnostics& diagnostics) {
  if (!check_recipes_file(document, diagnostics)) return nullptr;
  const yaml::Entry* entry = is_note(name) ? nullptr : document.root->find_entry(name);
  if (entry != nullptr) return entry;
  diagnostics.add("unknown-recipe", whole_file(document), fmt::format("there is no recipe '{}' in this file", name),
                  hint_for_unknown(name, recipe_entries(document)));
  return nullptr;
}

Place place_of(const yaml::Document& document, const yaml::Node& node, std::string_view key) {
  const yaml::Entry* entry = node.find_entry(key);
  return yaml::place(document, entry == nullptr ? node : *entry->key);
}

}  // namespace atomesh
