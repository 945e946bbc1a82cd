// ${HOST_IP} and its like in env and flag values (SPEC section 2). Nothing else is ever expanded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// What the placeholders stand for in one plan.
struct PlaceholderValues {
  std::string host_ip, model_dir, model_name, role, rank;
};

/// The names that stand between `${` and `}`.
std::vector<std::string_view> placeholder_names();

/// True if every `${…}` of the text is known. Errors: bad-placeholder.
bool check_placeholders(std::string_view text, const Place& place, Diagnostics& diagnostics);

/// The text with placeholders replaced and `$$` as `$`; a plain `$` stays. The text has passed check_placeholders.
/// Errors: bad-placeholder at `place` where the value is not known in this plan (MODEL_DIR beside --model-path).
std::string expand_placeholders(std::string_view text, const PlaceholderValues& values, const Place& place,
                                Diagnostics& diagnostics);

}  // namespace atomesh
