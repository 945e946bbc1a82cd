// What `list` prints: rows of what the files hold, and of the variables that are read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"
#include "atomesh/value.hpp"
#include "atomesh/variables.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// A column; in JSON its name is a key. What only programs want is not in the table.
struct Column {
  std::string_view name;
  bool in_table = true;
};

struct Listing {
  std::string_view format;  ///< of the JSON document, such as `atomesh.models/1`
  std::string_view key;     ///< under which the document holds the rows
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;  ///< a value for each column
};

/// `{"format": …, KEY: [{COLUMN: …}]}`
std::string to_json(const Listing& listing);

/// Aligned columns under their names; null is `-`. `width` (0: no limit) bounds a line in characters: the widest
/// columns are wrapped, at blanks and hyphens if there are any, the first one last. Text is made harmless for a
/// terminal.
std::string to_table(const Listing& listing, std::size_t width);

/// Which recipes are meant: each word that is not empty must be the recipe's, letter case aside. A model is named whole
/// or by the last component of its name.
struct RecipeFilter {
  std::string framework, model, precision, runner;

  bool empty() const { return framework.empty() && model.empty() && precision.empty() && runner.empty(); }
  /// True if something besides `model` is asked for.
  bool needs_recipes() const { return !framework.empty() || !precision.empty() || !runner.empty(); }
};

/// Every model, what it can do, and the recipes that serve it. `recipes` may be null: then the filter is about the
/// model's name alone. Entries with errors are left out and reported; those of recipes only if the filter needs them.
Listing list_models(const yaml::Document& models, const yaml::Document* recipes, const RecipeFilter& filter,
                    Diagnostics& diagnostics);

/// Recipes with errors are left out and reported.
Listing list_recipes(const yaml::Document& document, const RecipeFilter& filter, Diagnostics& diagnostics);
Listing list_points(const yaml::Document& document, const RecipeFilter& filter, Diagnostics& diagnostics);

/// What each part of the filter could have been, where it is none of the file's: `no recipe has framework 'atm'; did
/// you mean 'atom'?`. Empty if nothing is wrong with any part by itself.
std::string explain_filter(const yaml::Document& recipes, const RecipeFilter& filter);

/// Every variable that is read, its default and its value now, which is masked.
Listing list_variables(const Environment& environment);

}  // namespace atomesh
