// Recipes that a filter lets through. Private to `listing`.
#pragma once

#include <vector>

#include "atomesh/listing.hpp"
#include "atomesh/recipes.hpp"

namespace atomesh {

/// The last path component of a recipe's model: its name in models_atom.yaml.
std::string_view base_name(std::string_view model);

/// True if the filter names this model, whole or by its last component, or names none.
bool names_model(const RecipeFilter& filter, std::string_view model);

/// The recipes without errors that the filter means; errors of the others are reported.
std::vector<Recipe> filtered_recipes(const yaml::Document& document, const RecipeFilter& filter,
                                     Diagnostics& diagnostics);

}  // namespace atomesh
