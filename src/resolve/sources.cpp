#include "sources.hpp"

#include <fmt/format.h>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

bool same_value(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto a_bool = parse_bool_word(a);
  return a_bool && a_bool == parse_bool_word(b);
}

bool is_number_in(std::string_view text, Range range) {
  const auto value = parse_integer(text);
  return value && *value >= range.low && *value <= range.high;
}

bool is_boolean(std::string_view text, Range /*range*/) { return parse_bool_word(text).has_value(); }

Given from_option(std::string_view name, std::string text) {
  return {std::move(text), {Layer::command_line, label(std::string(name)), std::string(name), {}}};
}

}  // namespace

void warn_recipe_over_env(std::string_view variable, const Given& recipe, const Given& environment,
                          Diagnostics& diagnostics) {
  if (environment.text.empty() || same_value(recipe.text, environment.text)) return;
  diagnostics.add(
      "recipe-over-env", label(fmt::format("env {}", variable)),
      fmt::format("{}={} is ignored: the recipe gives {} at {}", variable, mask_value(variable, environment.text),
                  mask_value(variable, recipe.text), describe(recipe.origin.where)),
      "use an option of the command line to overrule the recipe");
}

std::vector<Given> option(std::string_view name, const std::optional<int>& value) {
  if (!value) return {};
  return {from_option(name, std::to_string(*value))};
}

std::vector<Given> option(std::string_view name, const std::optional<bool>& value) {
  if (!value) return {};
  return {from_option(name, *value ? "true" : "false")};
}

std::vector<Given> option(std::string_view name, const std::string& value) {
  if (value.empty()) return {};
  return {from_option(name, value)};
}

std::vector<Given> operator+(std::vector<Given> first, std::vector<Given> second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end()));
  return first;
}

Sources::Sources(const ChosenPoint* point, const Environment& environment, Diagnostics& diagnostics)
    : environment_(environment), point_(point), diagnostics_(diagnostics) {
  if (point == nullptr) return;
  recipe_.emplace_back(point->deployment().prefill.settings, point->name());
  recipe_.emplace_back(point->deployment().decode.settings, point->name());
}

std::optional<Given> Sources::recipe_value(std::string_view variable, const std::optional<PointValue>& point) {
  std::optional<Given> value;
  if (point) value = Given{point->text, {Layer::recipe, point->place, point_->name() + " " + point->key, {}}};
  for (const VariableSource& settings : recipe_) {
    std::optional<Given> other = settings.find(variable);
    if (!other) continue;
    if (value && !same_value(value->text, other->text)) {
      diagnostics_.add(
          "setting-conflict", other->origin.where,
          fmt::format("{}={} contradicts {} at {}", variable, other->text, value->text, describe(value->origin.where)),
          "keep one of the two");
    }
    if (!value) value = std::move(other);
  }
  return value;
}

std::optional<Given> Sources::find(std::string_view variable, std::vector<Given> options,
                                   const std::optional<PointValue>& point) {
  std::vector<Given> candidates = std::move(options);
  std::optional<Given> recipe = recipe_value(variable, point);
  std::optional<Given> environment = environment_.find(variable);
  const bool recipe_wins = recipe && candidates.empty();
  if (recipe_wins && environment) warn_recipe_over_env(variable, *recipe, *environment, diagnostics_);
  if (recipe) candidates.push_back(std::move(*recipe));
  if (environment) candidates.push_back(std::move(*environment));
  const std::string_view fallback = atomesh::variable(variable).fallback;
  if (!fallback.empty()) candidates.push_back({std::string(fallback), built_in(std::string(variable))});
  if (candidates.empty()) return std::nullopt;
  Given winner = std::move(candidates.front());
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].origin.layer == Layer::built_in) continue;
    winner.origin.shadowed.push_back({candidates[i].origin.where, candidates[i].text});
  }
  return winner;
}

Setting<std::string> Sources::text(std::string_view variable, std::vector<Given> options,
                                   const std::optional<PointValue>& point) {
  std::optional<Given> given = find(variable, std::move(options), point);
  if (!given) return {"", built_in(std::string(variable)), ""};
  return {given->text, std::move(given->origin), given->text};
}

/// What the environment gives must make sense also where something else wins: it was meant.
void Sources::check_overruled(std::string_view variable, const Origin& winner, const std::string& expected,
                              bool (*good)(std::string_view, Range), Range range) {
  const std::optional<Given> given = environment_.find(variable);
  if (!given || winner.layer == Layer::environment || good(given->text, range)) return;
  diagnostics_.add("bad-value", given->origin.where, fmt::format("{}, not '{}'", expected, given->text),
                   "correct it, or unset it: it is overruled here");
}

Setting<int> Sources::number(std::string_view variable, Range range, std::vector<Given> options,
                             const std::optional<PointValue>& point) {
  Setting<std::string> given = text(variable, std::move(options), point);
  const std::string expected = fmt::format("{} takes a whole number from {} to {}", variable, range.low, range.high);
  check_overruled(variable, given.origin, expected, is_number_in, range);
  const auto value = parse_integer(given.value);
  if (!value || *value < range.low || *value > range.high) {
    diagnostics_.add("bad-value", given.origin.where, fmt::format("{}, not '{}'", expected, given.value),
                     "write plain decimal digits");
    return {static_cast<int>(range.low), std::move(given.origin), given.value};
  }
  return {static_cast<int>(*value), std::move(given.origin), given.value};
}

Setting<bool> Sources::boolean(std::string_view variable, std::vector<Given> options,
                               const std::optional<PointValue>& point) {
  Setting<std::string> given = text(variable, std::move(options), point);
  const std::string expected = fmt::format("{} takes a boolean", variable);
  check_overruled(variable, given.origin, expected, is_boolean, {});
  const auto value = parse_bool_word(given.value);
  if (!value) {
    diagnostics_.add("bad-value", given.origin.where, fmt::format("{}, not '{}'", expected, given.value),
                     "write true, false, yes, no, 1 or 0");
  }
  return {value.value_or(false), std::move(given.origin), given.value};
}

}  // namespace atomesh
