// models_atom.yaml: how each model is served (SPEC section 2).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/tuning.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// One model's entry, or `defaults`.
struct Model {
  std::string name;
  ScopedTuning tuning;
};

/// Checks that the top level is a mapping of names. Errors: wrong-type.
bool check_models_file(const yaml::Document& document, Diagnostics& diagnostics);

/// The names of all models: not `defaults`, not notes (`x-…`).
std::vector<std::string_view> model_names(const yaml::Document& document);

/// The same as entries, in file order.
std::vector<const yaml::Entry*> model_entries(const yaml::Document& document);

/// The entry of a name, `defaults` included; null if there is none.
const yaml::Entry* find_model(const yaml::Document& document, std::string_view name);

/// Loads one entry whole or not at all. Errors: null-model, wrong-type, unknown-key and those of read_tuning_value; all
/// of them in one call.
std::optional<Model> load_model(const yaml::Document& document, const yaml::Entry& entry, Diagnostics& diagnostics);

}  // namespace atomesh
