#include "atomesh/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "atomesh/flags.hpp"
#include "atomesh/text.hpp"
#include "atomesh/words.hpp"

namespace atomesh {
namespace {

/// What lost, as it may be shown: the value of a secret's name never.
Origin shown(Origin origin, std::string_view name, bool show_secrets) {
  for (Shadowed& lost : origin.shadowed) {
    if (!show_secrets) lost.value = mask_value(name, lost.value);
  }
  return origin;
}

std::vector<Explanation> explain_argv(const Plan& plan, bool show_secrets) {
  const std::vector<std::string> argv = argv_of(plan);
  const std::vector<std::string> words = show_secrets ? argv : mask_words(argv);
  std::vector<Explanation> out;
  std::size_t first = 0;
  for (const Piece& piece : plan.argv) {
    if (piece.words.empty()) continue;
    Explanation entry;
    entry.first = first;
    first += piece.words.size();
    entry.last = first - 1;
    entry.text = join_words(std::span(words).subspan(entry.first, piece.words.size()));
    entry.origin = shown(piece.origin, argv[entry.first], show_secrets);
    out.push_back(std::move(entry));
  }
  return out;
}

bool is_about(const Explanation& entry, const std::vector<std::string>& argv, std::string_view name) {
  if (entry.kind != Explanation::Kind::argv) return entry.name == name;
  const std::string wanted = flag_identity(name.starts_with('-') ? std::string(name) : "--" + std::string(name));
  for (std::size_t i = entry.first; i <= entry.last; ++i) {
    if (argv[i] == name || flag_identity(argv[i]) == wanted) return true;
  }
  return false;
}

/// The words that belong to a flag may come from another source: the count behind `mtp_flags`.
bool continues(const Explanation& entry, const std::vector<std::string>& argv) {
  return entry.kind == Explanation::Kind::argv && !argv[entry.first].starts_with('-');
}

}  // namespace

std::vector<Explanation> explain(const Plan& plan, bool show_secrets) {
  std::vector<Explanation> out = explain_argv(plan, show_secrets);
  for (const EnvChange& change : plan.env) {
    const std::string value = show_secrets ? change.value : mask_value(change.name, change.value);
    out.push_back({Explanation::Kind::env, 0, 0, change.name, change.name + "=" + quote_word(value),
                   shown(change.origin, change.name, show_secrets)});
  }
  for (const EnvRemoval& removal : plan.unset_env) {
    out.push_back({Explanation::Kind::unset_env, 0, 0, removal.name, "-u " + removal.name, removal.origin});
  }
  return out;
}

std::vector<Explanation> explanations_of(std::vector<Explanation> all, const Plan& plan, std::string_view name) {
  const std::vector<std::string> argv = argv_of(plan);
  std::vector<Explanation> found;
  bool inside = false;
  for (Explanation& entry : all) {
    inside = is_about(entry, argv, name) || (inside && continues(entry, argv));
    if (inside) found.push_back(std::move(entry));
  }
  return found;
}

std::string suggest_explained(const Plan& plan, std::string_view name) {
  std::vector<std::string> names;
  for (const std::string& word : argv_of(plan)) {
    if (word.starts_with('-')) names.push_back(word.substr(0, word.find('=')));
  }
  for (const EnvChange& change : plan.env) names.push_back(change.name);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string hint = did_you_mean(name, candidates);
  return hint.empty() ? "--explain without a name tells all of them" : hint;
}

std::string describe(const Origin& origin) {
  const std::string where = describe(origin.where);
  const bool says_it = origin.key.empty() || where.find(origin.key) != std::string::npos;
  return says_it || origin.where.source == nullptr ? where : where + " " + origin.key;
}

}  // namespace atomesh
