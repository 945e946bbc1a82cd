// Rules between the keys of a recipe, as schemas. The loader has each as a function in src/recipes/*_rules.cpp; these
// are the same rules once more, and tests hold them against the loader. Private to `schema`.
#pragma once

#include <vector>

#include "atomesh/recipe_shape.hpp"
#include "parts.hpp"

namespace atomesh::schema {

/// What a boolean of the recipes may be.
Value boolean();

/// What an integer above 0 of the recipes may be.
Value positive_integer();

/// The rules for one kind of mapping.
std::vector<Value> rules_of(const recipes::Shape& shape);

}  // namespace atomesh::schema
