// One value, checked against its row of recipe_shape.hpp.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "atomesh/recipe_shape.hpp"
#include "context.hpp"

namespace atomesh::recipes {

/// The node stands for mappings, lists of mappings and lists of texts, which their readers go through.
using FieldValue =
    std::variant<std::monostate, bool, long long, double, std::string_view, std::vector<long long>, const yaml::Node*>;

struct Converted {
  FieldValue value;
  bool good = false;  ///< false: reported; a list keeps its node all the same
};

/// The value is not null. Reports: wrong-type, bad-value.
Converted convert(const Context& context, const Field& field, const yaml::Node& node);

/// `an integer above 0`: what a field takes, for messages.
std::string describe_type(const Field& field);

}  // namespace atomesh::recipes
