// Every environment variable that atomesh reads, and where its values are looked up (SPEC section 4).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/recipes.hpp"

namespace atomesh {

/// The process environment as a value. A name given twice keeps its first value, as getenv does.
using Environment = std::map<std::string, std::string, std::less<>>;

/// One variable of the deployment: its name, its default as text (empty: none) and one line of help.
struct Variable {
  std::string_view name;
  std::string_view fallback;
  std::string_view help;
};

/// All variables but the tuning keys' own (`ATOMESH_<KEY>`, `BLOCK_SIZE` …), which follow from the key table.
std::span<const Variable> variables();

/// What is read besides: by the search for programs, by the checks of a node, and what servers inherit unless a default
/// of ours stands in. Recipes may give these to servers, so they are no variables of the deployment.
std::span<const Variable> host_variables();

/// The row of a name. The name is one of the table's: anything else is a bug and throws.
const Variable& variable(std::string_view name);

/// Names of the ATOMESH_ family that are read: fixed ones, `ATOMESH_<KEY>`, `ATOMESH_{PREFILL,DECODE}_<KEY>`.
std::vector<std::string> known_atomesh_names();

/// True for `ATOMESH_<KEY>`, `ATOMESH_{PREFILL,DECODE}_<KEY>` and the plain names such as BLOCK_SIZE.
bool is_tuning_variable(std::string_view name);

/// A value as it was given, not yet parsed.
struct Given {
  std::string text;
  Origin origin;
};

/// One place where variables stand: the environment, or the additional-settings of a recipe's point.
class VariableSource {
 public:
  explicit VariableSource(const Environment& environment) : environment_(&environment) {}
  explicit VariableSource(std::span<const AdditionalSetting> settings, std::string recipe)
      : settings_(settings), recipe_(std::move(recipe)) {}

  /// The value of a name; nothing if it is not there or empty (SPEC: an empty variable is not set).
  std::optional<Given> find(std::string_view name) const;

  /// True if any name begins with ATOMESH_.
  bool has_own_names() const;

 private:
  const Environment* environment_ = nullptr;
  std::span<const AdditionalSetting> settings_;
  std::string recipe_;
};

/// Warns of ATOMESH_ variables that nothing reads but that are close to one that is. Codes: env-misspelt.
void warn_misspelt(const Environment& environment, Diagnostics& diagnostics);

/// The same for names that a recipe hands to the server, near to any variable of ours. Codes: env-misspelt.
void warn_misspelt(std::span<const AdditionalSetting> settings, Diagnostics& diagnostics);

}  // namespace atomesh
