#include "filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

bool same(std::string_view asked, std::string_view value) { return asked.empty() || lower(asked) == lower(value); }

bool lets_through(const RecipeFilter& filter, const Recipe& recipe) {
  return same(filter.framework, recipe.framework) && names_model(filter, recipe.model) &&
         same(filter.precision, recipe.precision) && same(filter.runner, recipe.runner);
}

/// The texts of one key over all entries. They are read from the tree, so that a fault elsewhere hides none.
std::set<std::string_view> texts_of(const yaml::Document& document, std::string_view key) {
  std::set<std::string_view> texts;
  for (const yaml::Entry* entry : recipe_entries(document)) {
    const yaml::Node* node = entry->value->find(key);
    if (node == nullptr || node->kind != yaml::Kind::scalar) continue;
    texts.insert(key == "model" ? base_name(node->text) : std::string_view(node->text));
  }
  return texts;
}

std::string explain_part(const yaml::Document& document, std::string_view key, std::string_view asked) {
  if (asked.empty()) return "";
  const std::set<std::string_view> texts = texts_of(document, key);
  const std::string_view word = key == "model" ? base_name(asked) : asked;
  if (std::ranges::any_of(texts, [&](std::string_view text) { return same(word, text); })) return "";
  const std::vector<std::string_view> candidates(texts.begin(), texts.end());
  std::string hint = did_you_mean(asked, candidates);
  if (hint.empty()) hint = fmt::format("the file has {}", fmt::join(candidates, ", "));
  return fmt::format("no recipe has {} '{}': {}", key, asked, hint);
}

}  // namespace

std::string_view base_name(std::string_view model) { return model.substr(model.rfind('/') + 1); }

bool names_model(const RecipeFilter& filter, std::string_view model) {
  return same(filter.model, model) || same(filter.model, base_name(model));
}

std::vector<Recipe> filtered_recipes(const yaml::Document& document, const RecipeFilter& filter,
                                     Diagnostics& diagnostics) {
  std::vector<Recipe> recipes = load_recipes(document, diagnostics);
  std::erase_if(recipes, [&](const Recipe& recipe) { return !lets_through(filter, recipe); });
  return recipes;
}

std::string explain_filter(const yaml::Document& recipes, const RecipeFilter& filter) {
  for (const auto& [key, asked] : {std::pair("framework", &filter.framework), std::pair("model", &filter.model),
                                   std::pair("precision", &filter.precision), std::pair("runner", &filter.runner)}) {
    if (std::string text = explain_part(recipes, key, *asked); !text.empty()) return text;
  }
  return "";
}

}  // namespace atomesh
