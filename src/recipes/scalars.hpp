// Scalars as the benchmark's own check reads them: YAML 1.1 types, then lax conversion of text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "atomesh/yaml.hpp"

namespace atomesh::recipes {

/// The text of a scalar that YAML 1.1 reads as text. Valid as long as the node.
std::optional<std::string_view> to_text(const yaml::Node& node);

/// A plain YAML 1.1 integer within 64 bits.
std::optional<long long> to_strict_integer(const yaml::Node& node);

/// Also integral floats, and text of decimal digits (blanks around, a sign, single underscores between, `.0` after).
std::optional<long long> to_integer(const yaml::Node& node);

/// YAML 1.1 words, such words and the letters t f y n as text in any case, 0 and 1 in any spelling.
std::optional<bool> to_boolean(const yaml::Node& node);

/// An integer, a float, or the text of one; a boolean is no number.
std::optional<double> to_number(const yaml::Node& node);

/// What stands there, for messages: `the text 'eight'`, `the boolean yes`, `a list`, `nothing`.
std::string describe_value(const yaml::Node& node);

}  // namespace atomesh::recipes
