// Where a member of a JSON option is written. Private to `validate`.
#pragma once

#include <span>

#include "atomesh/json.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

using Documents = std::span<const yaml::Document* const>;

/// Where a member of an option's value is written.
struct MemberPlaces {
  Place key;
  Place value;
};

/// The places of the member at `path` of the option's value, whether that is a YAML mapping or a JSON text; both are
/// the option's own place if the value is not in one of the documents.
MemberPlaces member_places(Documents documents, const OptionValue& option, const json::Path& path);

}  // namespace atomesh
