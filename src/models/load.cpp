#include <fmt/format.h>

#include <algorithm>

#include "atomesh/models.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr std::string_view defaults_name = "defaults";

/// SPEC section 2: keys that begin with x- are notes.
bool is_note(std::string_view key) { return key.starts_with("x-"); }

void add_unknown_key(const yaml::Document& document, const yaml::Node& key, Diagnostics& diagnostics) {
  const auto& spellings = tuning_key_spellings();
  const std::vector<std::string_view> candidates(spellings.begin(), spellings.end());
  diagnostics.add("unknown-key", yaml::place(document, key), fmt::format("unknown key '{}'", key.text),
                  did_you_mean(key.text, candidates));
}

}  // namespace

bool check_models_file(const yaml::Document& document, Diagnostics& diagnostics) {
  if (document.root->kind == yaml::Kind::mapping) return true;
  const bool empty = document.root->kind == yaml::Kind::null;
  Place place = yaml::place(document, *document.root);
  if (empty) place.mark = {};
  diagnostics.add("wrong-type", std::move(place),
                  empty ? "the file holds no models" : "the top level is not a mapping of model names",
                  "write `MODEL_NAME:` at the start of a line and its keys indented below it");
  return false;
}

std::vector<const yaml::Entry*> model_entries(const yaml::Document& document) {
  std::vector<const yaml::Entry*> entries;
  for (const yaml::Entry& entry : document.root->entries) {
    if (entry.key->text != defaults_name && !is_note(entry.key->text)) entries.push_back(&entry);
  }
  return entries;
}

std::vector<std::string_view> model_names(const yaml::Document& document) {
  std::vector<std::string_view> names;
  for (const yaml::Entry* entry : model_entries(document)) names.push_back(entry->key->text);
  return names;
}

const yaml::Entry* find_model(const yaml::Document& document, std::string_view name) {
  return is_note(name) ? nullptr : document.root->find_entry(name);
}

std::optional<Model> load_model(const yaml::Document& document, const yaml::Entry& entry, Diagnostics& diagnostics) {
  const yaml::Node& node = *entry.value;
  const std::string& name = entry.key->text;
  if (node.kind == yaml::Kind::null) {
    diagnostics.add("null-model", yaml::place(document, *entry.key), fmt::format("'{}' has nothing under it", name),
                    fmt::format("indent its keys below it, or write {}: {{}} for a model without settings", name));
    return std::nullopt;
  }
  if (node.kind != yaml::Kind::mapping) {
    diagnostics.add("wrong-type", yaml::place(document, node), fmt::format("'{}' is not a mapping of keys", name));
    return std::nullopt;
  }
  Model model{name, {}};
  bool good = yaml::report_faults(document, node, diagnostics);
  for (const yaml::Entry& member : node.entries) {
    if (is_note(member.key->text)) continue;
    const auto key = find_tuning_key(member.key->text);
    if (!key) {
      add_unknown_key(document, *member.key, diagnostics);
      good = false;
      continue;
    }
    Origin origin{Layer::models, yaml::place(document, *member.value), name + "." + member.key->text, {}};
    good &= read_tuning_value(document, *member.value, *key, std::move(origin), model.tuning, diagnostics);
  }
  if (!good) return std::nullopt;
  return model;
}

}  // namespace atomesh
