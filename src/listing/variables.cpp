#include "atomesh/variables.hpp"

#include <fmt/format.h>

#include "atomesh/listing.hpp"
#include "atomesh/text.hpp"
#include "atomesh/tuning.hpp"

namespace atomesh {
namespace {

class Rows {
 public:
  explicit Rows(const Environment& environment) : environment_(environment) {}

  void add(std::string_view name, std::string_view fallback, std::string_view help) {
    const auto found = environment_.find(name);
    // SPEC section 4: an empty variable is not set.
    const bool set = found != environment_.end() && !found->second.empty();
    const Value value = set ? Value::string(presentable(mask_value(name, found->second))) : Value();
    listing_.rows.push_back(
        {Value::string(name), fallback.empty() ? Value() : Value::string(fallback), Value::string(help), value});
  }

  Listing take() { return std::move(listing_); }

 private:
  const Environment& environment_;
  Listing listing_{"atomesh.variables/1", "variables", {{"name"}, {"default"}, {"meaning"}, {"value"}}, {}};
};

std::string below_the_file(const TuningKey& key) {
  return fmt::format("{} where no file gives it. {}", key.name, key.help);
}

}  // namespace

Listing list_variables(const Environment& environment) {
  Rows rows(environment);
  for (const Variable& row : variables()) rows.add(row.name, row.fallback, row.help);
  for (const TuningKey& key : tuning_keys()) {
    if (key.plain_variable) rows.add(env_spelling(key.name), "", below_the_file(key));
  }
  for (const std::string& spelling : tuning_key_spellings()) {
    const TuningKey& key = *find_tuning_key(spelling)->key;
    rows.add("ATOMESH_" + env_spelling(spelling), "", fmt::format("{} above the file. {}", spelling, key.help));
  }
  for (const Variable& row : host_variables()) rows.add(row.name, row.fallback, row.help);
  return rows.take();
}

}  // namespace atomesh
