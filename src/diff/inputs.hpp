// What A and B name, as documents and plans: private to `diff`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "atomesh/diff.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh::diff {

/// One side before anything is resolved. A directory or revision is `whole`: a file that it lacks it does not have,
/// while a single file says nothing about the other one.
struct Input {
  std::string name;
  bool whole = false;
  std::optional<yaml::Document> models, recipes;
  std::optional<std::vector<DiffProcess>> plans;
};

enum class FileKind { models, recipes, plan };
/// By content; the name decides about a file that holds nothing.
FileKind kind_of_text(const Source& source);
FileKind kind_of(const yaml::Document& document);

/// Errors: those of reading and parsing; not-comparable, bad-plan, file-not-found, git-failed.
std::optional<Input> read_input(const std::string& word, const Environment& environment, Diagnostics& diagnostics);

/// The plans of a document atomesh.plan/1 or atomesh.plans/1, or of a list of such. Errors: bad-plan.
std::optional<std::vector<DiffProcess>> read_plans(const Source& source, Diagnostics& diagnostics);

/// Everything that an input's files can launch. `models`: those that its recipes are resolved with. `judge_models`,
/// `judge_recipes`: what the other side can be compared in. Errors: those of loading and resolving. Warnings:
/// recipe-model; others are dropped, because they are not about the difference.
std::optional<DiffSide> resolve_input(const Input& input, const yaml::Document* models, bool judge_models,
                                      bool judge_recipes, Diagnostics& diagnostics);

}  // namespace atomesh::diff
