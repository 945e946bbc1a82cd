// Both sides, and what they have in common.
#include <fmt/format.h>

#include "atomesh/host.hpp"
#include "inputs.hpp"

namespace atomesh {
namespace {

using diff::Input;

std::string_view describe_kind(const Input& input) {
  if (input.plans) return "a plan";
  if (input.whole) return "a directory of files";
  return input.models ? "a models file" : "a recipes file";
}

bool check_comparable(const Input& before, const Input& after, bool models, bool recipes, Diagnostics& diagnostics) {
  const bool plans = before.plans && after.plans;
  if (plans || (!before.plans && !after.plans && (models || recipes))) return true;
  diagnostics.add("not-comparable", {},
                  fmt::format("{} is {} and {} is {}: they have nothing in common", before.name, describe_kind(before),
                              after.name, describe_kind(after)),
                  "name two of one kind, or directories that hold both files");
  return false;
}

/// The models that a side's recipes are resolved with: its own; else those named, the other side's, those of a launch.
struct ModelsChoice {
  std::optional<yaml::Document> loaded;
  const yaml::Document* before = nullptr;
  const yaml::Document* after = nullptr;
};

const yaml::Document* pointer(const std::optional<yaml::Document>& document) { return document ? &*document : nullptr; }

bool choose_models(const Input& before, const Input& after, bool recipes, const std::string& file,
                   const Environment& environment, ModelsChoice& choice, Diagnostics& diagnostics) {
  choice.before = pointer(before.models);
  choice.after = pointer(after.models);
  const bool needed = recipes && (choice.before == nullptr || choice.after == nullptr);
  if (!needed) return true;
  const yaml::Document* other = choice.before != nullptr ? choice.before : choice.after;
  if (other == nullptr || !file.empty()) {
    choice.loaded = read_models(file, environment, diagnostics);
    if (!choice.loaded) return false;
    other = &*choice.loaded;
  }
  if (choice.before == nullptr) choice.before = other;
  if (choice.after == nullptr) choice.after = other;
  return true;
}

}  // namespace

std::optional<std::pair<DiffSide, DiffSide>> read_diff_sides(const std::string& before, const std::string& after,
                                                             const std::string& models_file,
                                                             const Environment& environment, Diagnostics& diagnostics) {
  const auto a = diff::read_input(before, environment, diagnostics);
  const auto b = diff::read_input(after, environment, diagnostics);
  if (!a || !b) return std::nullopt;
  const bool models = (a->models || a->whole) && (b->models || b->whole) && (a->models || b->models);
  const bool recipes = (a->recipes || a->whole) && (b->recipes || b->whole) && (a->recipes || b->recipes);
  if (!check_comparable(*a, *b, models, recipes, diagnostics)) return std::nullopt;
  ModelsChoice choice;
  if (!choose_models(*a, *b, recipes, models_file, environment, choice, diagnostics)) return std::nullopt;
  auto old_side = diff::resolve_input(*a, choice.before, models, recipes, diagnostics);
  auto new_side = diff::resolve_input(*b, choice.after, models, recipes, diagnostics);
  if (!old_side || !new_side) return std::nullopt;
  return std::pair(std::move(*old_side), std::move(*new_side));
}

}  // namespace atomesh
