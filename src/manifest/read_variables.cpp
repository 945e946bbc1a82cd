#include "read_variables.hpp"

#include <algorithm>

namespace atomesh {

bool is_read_for_plans(std::string_view name) {
  if (name == "DRY_RUN" || name == "ATOMESH_ROUTER_GUARD") return false;
  return std::ranges::find(variables(), name, &Variable::name) != variables().end() || is_tuning_variable(name);
}

Environment read_variables(const Environment& environment) {
  Environment read;
  for (const auto& [name, value] : environment) {
    if (!value.empty() && is_read_for_plans(name)) read.emplace(name, value);
  }
  return read;
}

}  // namespace atomesh
