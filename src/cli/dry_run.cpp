#include "dry_run.hpp"

#include <fmt/format.h>

#include "atomesh/text.hpp"

namespace atomesh {

bool is_dry_run(bool option, const Environment& environment, Diagnostics& diagnostics) {
  if (option) return true;
  const auto given = VariableSource(environment).find("DRY_RUN");
  if (!given) return false;
  const auto value = parse_bool_word(given->text);
  if (!value) {
    diagnostics.add("bad-value", given->origin.where, fmt::format("DRY_RUN takes a boolean, not '{}'", given->text),
                    "write true, false, yes, no, 1 or 0");
  }
  return value.value_or(true);
}

}  // namespace atomesh
