#include "atomesh/models.hpp"

#include <algorithm>
#include <array>

#include "atomesh/listing.hpp"
#include "atomesh/settings.hpp"
#include "filter.hpp"

namespace atomesh {
namespace {

/// The modes that a role has flags for; what it has none for is refused at launch.
std::vector<std::string> modes_of(const Tuning& tuning) {
  std::vector<std::string> modes = {std::string(to_string(Mode::tp))};
  for (const auto& [mode, slot] :
       {std::pair(Mode::tp_dpa, &tuning.tp_dp_flags), std::pair(Mode::ep_dpa, &tuning.ep_dp_flags),
        std::pair(Mode::ep, &tuning.ep_flags)}) {
    if (*slot) modes.emplace_back(to_string(mode));
  }
  return modes;
}

/// What both roles can do: a deployment needs both.
std::vector<Value> abilities(const Model& model, const Model* defaults) {
  const std::array<ScopedTuning, 2> layers = {model.tuning, defaults != nullptr ? defaults->tuning : ScopedTuning()};
  const Tuning prefill = choose_tuning(Role::prefill, layers);
  const Tuning decode = choose_tuning(Role::decode, layers);
  std::vector<std::string> modes = modes_of(prefill);
  const std::vector<std::string> of_decode = modes_of(decode);
  std::erase_if(modes, [&](const std::string& mode) { return std::ranges::count(of_decode, mode) == 0; });
  const bool mtp = prefill.mtp_flags && decode.mtp_flags;
  return {Value::strings(modes), Value::boolean(mtp)};
}

/// The names of the recipes that serve a model.
std::vector<std::string> recipes_of(std::string_view model, const std::vector<Recipe>& recipes) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes) {
    if (base_name(recipe.model) == model) names.push_back(recipe.name);
  }
  return names;
}

}  // namespace

Listing list_models(const yaml::Document& models, const yaml::Document* recipes, const RecipeFilter& filter,
                    Diagnostics& diagnostics) {
  Listing listing{"atomesh.models/1", "models", {{"model"}, {"modes"}, {"mtp"}, {"recipes"}}, {}};
  if (!check_models_file(models, diagnostics)) return listing;
  const yaml::Entry* entry_of_defaults = find_model(models, "defaults");
  const auto defaults =
      entry_of_defaults == nullptr ? std::nullopt : load_model(models, *entry_of_defaults, diagnostics);
  Diagnostics unused;
  Diagnostics& of_recipes = filter.needs_recipes() ? diagnostics : unused;
  const auto serving = recipes != nullptr ? filtered_recipes(*recipes, filter, of_recipes) : std::vector<Recipe>();
  for (const yaml::Entry* entry : model_entries(models)) {
    const std::string& name = entry->key->text;
    const auto model = load_model(models, *entry, diagnostics);
    const std::vector<std::string> names = recipes_of(name, serving);
    if (!model || !names_model({{}, std::string(base_name(filter.model)), {}, {}}, name)) continue;
    if (filter.needs_recipes() && names.empty()) continue;
    std::vector<Value> row = {Value::string(name)};
    std::ranges::move(abilities(*model, defaults ? &*defaults : nullptr), std::back_inserter(row));
    row.push_back(recipes != nullptr ? Value::strings(names) : Value());
    listing.rows.push_back(std::move(row));
  }
  return listing;
}

}  // namespace atomesh
