// Models and recipes as they were loaded: documents with aliases, merge keys and spellings resolved, which load again
// to the same thing.
#pragma once

#include "atomesh/models.hpp"
#include "atomesh/recipes.hpp"
#include "atomesh/value.hpp"

namespace atomesh {

/// What may be shown.
struct ShowOptions {
  bool show_secrets = false;
};

/// The entry of a model: each key that is set, in the order of the key table, its shared form before the roles' own.
/// JSON that a mapping can hold byte for byte is a mapping, other JSON a text.
Value show_model(const Model& model, ShowOptions options);

/// What each role gets out of the entry and `defaults` (null: none), every key in the role's own form: first prefill's,
/// then decode's. What stands above or below the file is not in it.
Value show_resolved_model(const Model& model, const Model* defaults, ShowOptions options);

/// The entry of a recipe that load_recipe accepted, in the order of the table of its shape: numbers and booleans in
/// their plain form, empty keys left out. The document that it was loaded from must still be there.
Value show_recipe(const Recipe& recipe, ShowOptions options);

}  // namespace atomesh
