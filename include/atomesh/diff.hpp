// What two configurations launch differently, process by process. The comparing and the rendering are pure; only
// read_diff_sides knows files and git.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/variables.hpp"

namespace atomesh {

/// What makes two processes of two sides the same one. A recipe's point is known by its lengths and its number among
/// the points of the same lengths, a process by its number within its role: neither moves when other ones come or go.
struct ProcessId {
  std::string recipe;  ///< empty: a model by itself, or a plan
  std::string model;   ///< of a model by itself
  std::optional<long long> isl, osl;
  int number = 0;            ///< of the point
  std::optional<Mode> mode;  ///< of a model by itself
  Role role = Role::prefill;
  int worker = 0;

  auto operator<=>(const ProcessId&) const = default;
};

/// One process of one side. `facts` belong to it without reaching its argv: the image.
struct DiffProcess {
  ProcessId id;
  std::optional<int> point;  ///< as `--point` counts
  Plan plan;
  std::vector<std::pair<std::string, std::string>> facts;
};

/// A recipe that can be launched, and how much there is of it.
struct DiffRecipe {
  std::string name;
  std::size_t points = 0;
  std::size_t processes = 0;
};

struct DiffSide {
  std::string name;  ///< as it was asked for
  std::vector<std::string> models;
  std::vector<DiffRecipe> recipes;
  std::vector<DiffProcess> processes;
};

/// Whether results, or KV blocks, of the two sides mean the same: model, parallelism, quantization, KV cache type,
/// block size, speculation and connector must match, everything else is tuning.
enum class ChangeClass { must_match, tuning };
std::string_view to_string(ChangeClass value);

enum class ChangeKind { command, option, environment, unset_environment, recipe };
std::string_view to_string(ChangeKind kind);

/// One difference of one process; secrets are masked. With `elements` the texts are members of a list that came and
/// went; else `before` and `after` hold one text each, or none where the setting is not there. The text of a switch is
/// empty.
struct Change {
  ChangeClass change_class = ChangeClass::tuning;
  ChangeKind kind = ChangeKind::option;
  std::string name;  ///< `--block-size`, a variable, `image`
  std::string path;  ///< within a JSON value: `exclude_layer`, `a.b`; empty: the whole
  bool elements = false;
  std::vector<std::string> before, after;

  friend bool operator==(const Change&, const Change&) = default;
};

/// How one process differs. Options are compared by setting, whatever they are spelled like and in whatever order;
/// where one stands twice, the last counts, as for the server. JSON objects are compared member by member, the lists
/// that ATOM reads as sets without order.
std::vector<Change> compare(const DiffProcess& before, const DiffProcess& after);

/// Compares texts as JSON if both are; the changes have `path`, `elements`, `before` and `after`.
std::vector<Change> compare_values(std::string_view before, std::string_view after);

struct ChangedProcess {
  DiffProcess before, after;
  std::vector<Change> changes;
};

/// Everything, in the order of side B; what is only in A in the order of A.
struct Diff {
  std::string from, to;
  std::vector<std::string> added_models, removed_models;
  std::vector<DiffRecipe> added_recipes, removed_recipes;
  std::vector<DiffProcess> added, removed;
  std::vector<ChangedProcess> changed;

  bool empty() const;
  bool must_match() const;  ///< a process changed in what must match
};

/// Two plans alone are compared with each other whatever their roles.
Diff compare(DiffSide before, DiffSide after);

/// The document atomesh.diff/1, one element a process.
std::string to_json(const Diff& diff);
/// For a terminal of 80 columns; empty if there is no difference.
std::string to_text(const Diff& diff);
/// For a comment of a pull request, within GitHub's limit of 65536 characters.
std::string to_markdown(const Diff& diff);

/// A and B: directories, model files, recipe files, plan JSON, or `git:REV` and `git:REV:PATH`. What only one of two
/// files holds is not compared; a recipe file is resolved with `models_file`, else with the other side's models, else
/// with those that a launch would find. Errors: those of the files and of resolving; not-comparable, bad-plan,
/// file-not-found, git-failed. Warnings: recipe-model.
std::optional<std::pair<DiffSide, DiffSide>> read_diff_sides(const std::string& before, const std::string& after,
                                                             const std::string& models_file,
                                                             const Environment& environment, Diagnostics& diagnostics);

}  // namespace atomesh
