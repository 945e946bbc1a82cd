// Candidates for one deployment value, from the strongest source to the weakest. Private to `resolve`.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/deployment.hpp"

namespace atomesh {

/// A value that the recipe's point gives by itself, such as `tp`.
struct PointValue {
  std::string text;
  Place place;
  std::string key;
};

/// The whole numbers that a value may be.
struct Range {
  long long low = 0;
  long long high = std::numeric_limits<int>::max();
};

inline constexpr Range port_range{1, 65535};

/// Looks values up and collects what lost. SPEC section 4: command line > recipe point > environment > default.
class Sources {
 public:
  Sources(const ChosenPoint* point, const Environment& environment, Diagnostics& diagnostics);

  // Each gives the winner, or the default of `variable` after an error at the winner's place (bad-value).
  Setting<int> number(std::string_view variable, Range range, std::vector<Given> options,
                      const std::optional<PointValue>& point = {});
  Setting<bool> boolean(std::string_view variable, std::vector<Given> options,
                        const std::optional<PointValue>& point = {});
  Setting<std::string> text(std::string_view variable, std::vector<Given> options,
                            const std::optional<PointValue>& point = {});

  /// The winner as text, or nothing if no source gives the value and it has no default.
  std::optional<Given> find(std::string_view variable, std::vector<Given> options,
                            const std::optional<PointValue>& point = {});

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  void check_overruled(std::string_view variable, const Origin& winner, const std::string& expected,
                       bool (*good)(std::string_view, Range), Range range);
  std::optional<Given> recipe_value(std::string_view variable, const std::optional<PointValue>& point);

  VariableSource environment_;
  const ChosenPoint* point_;
  std::vector<VariableSource> recipe_;  ///< additional-settings of prefill, then of decode
  Diagnostics& diagnostics_;
};

/// Warns of a variable of the environment that the recipe overrules with another value. Codes: recipe-over-env.
void warn_recipe_over_env(std::string_view variable, const Given& recipe, const Given& environment,
                          Diagnostics& diagnostics);

/// An option of the command line as a candidate; nothing if it was not given.
std::vector<Given> option(std::string_view name, const std::optional<int>& value);
std::vector<Given> option(std::string_view name, const std::optional<bool>& value);
std::vector<Given> option(std::string_view name, const std::string& value);
std::vector<Given> operator+(std::vector<Given> first, std::vector<Given> second);

}  // namespace atomesh
