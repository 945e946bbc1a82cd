// Each layer of tuning values, from the command line and from variables.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "atomesh/settings.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

struct ScopePrefix {
  std::string_view prefix;
  Tuning ScopedTuning::*scope;
};
constexpr ScopePrefix scopes[] = {{"ATOMESH_", &ScopedTuning::shared},
                                  {"ATOMESH_PREFILL_", &ScopedTuning::prefill},
                                  {"ATOMESH_DECODE_", &ScopedTuning::decode}};

void read_variable(const VariableSource& source, const std::string& name, ScopedKey key, ScopedTuning& into,
                   Diagnostics& diagnostics) {
  if (auto given = source.find(name)) {
    read_tuning_text(given->text, key, std::move(given->origin), into, diagnostics);
  }
}

void read_set_option(const std::string& option, std::set<std::string>& seen, ScopedTuning& into,
                     Diagnostics& diagnostics) {
  const std::size_t equals = option.find('=');
  const std::string name = option.substr(0, equals);
  Place place = label("--set " + name);
  if (equals == std::string::npos || equals + 1 == option.size()) {
    diagnostics.add(
        "bad-set", place, equals == std::string::npos ? "has no '='" : "has no value",
        "write the key and its value, such as --set block_size=128; leave the option out to keep what the file says");
    return;
  }
  const auto key = find_tuning_key(name);
  if (!key) {
    const auto& spellings = tuning_key_spellings();
    const std::vector<std::string_view> candidates(spellings.begin(), spellings.end());
    diagnostics.add("unknown-key", place, fmt::format("unknown key '{}'", name), did_you_mean(name, candidates));
    return;
  }
  if (!seen.insert(name).second) {
    diagnostics.add("duplicate-key", place, fmt::format("'{}' is set twice on the command line", name),
                    "keep one of the two");
    return;
  }
  Origin origin{Layer::command_line, std::move(place), name, {}};
  read_tuning_text(std::string_view(option).substr(equals + 1), *key, std::move(origin), into, diagnostics);
}

}  // namespace

ScopedTuning tuning_from_options(std::span<const std::string> set_options, Diagnostics& diagnostics) {
  ScopedTuning layer;
  std::set<std::string> seen;
  for (const std::string& option : set_options) read_set_option(option, seen, layer, diagnostics);
  return layer;
}

ScopedTuning tuning_from_atomesh_variables(const VariableSource& source, Diagnostics& diagnostics) {
  ScopedTuning layer;
  if (!source.has_own_names()) return layer;
  for (const ScopePrefix& scope : scopes) {
    for (const TuningKey& key : tuning_keys()) {
      read_variable(source, std::string(scope.prefix) + env_spelling(key.name), {&key, scope.scope}, layer,
                    diagnostics);
    }
  }
  return layer;
}

ScopedTuning tuning_from_plain_variables(const VariableSource& source, Diagnostics& diagnostics) {
  ScopedTuning layer;
  for (const TuningKey& key : tuning_keys()) {
    if (key.plain_variable)
      read_variable(source, env_spelling(key.name), {&key, &ScopedTuning::shared}, layer, diagnostics);
  }
  return layer;
}

}  // namespace atomesh
