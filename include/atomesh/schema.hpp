// JSON Schema 2020-12 of the two files, made from the tables that load them, so that editors complete and check what
// the loader takes.
#pragma once

#include "atomesh/value.hpp"

namespace atomesh {

/// Of models_atom.yaml: every spelling of every key of tuning_keys().
Value models_schema();

/// Of amd-master.yaml: the tables of recipe_shape.hpp, and those rules between keys that a schema can express.
/// What neither schema can express says its `$comment`.
Value recipes_schema();

}  // namespace atomesh
