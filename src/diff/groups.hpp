// A difference as a reader wants it: processes that changed alike together, and few words for many of them. Private to
// `diff`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diff.hpp"

namespace atomesh::diff {

/// Processes of one recipe, model or plan.
struct Owner {
  std::string kind;    ///< `recipe`, `model`; empty for plans
  std::string name;    ///< empty for plans
  std::string detail;  ///< `points 0, 1: prefill, decode`
};
std::vector<Owner> owners_of(const std::vector<const DiffProcess*>& processes);

struct Group {
  std::vector<Owner> owners;
  std::vector<Change> changes;
};
/// In the order in which the first process of each stands in the difference.
std::vector<Group> groups_of(const Diff& diff);

/// What came or went: whole models and recipes once, without their processes.
struct Arrival {
  bool added = true;
  Owner owner;
};
std::vector<Arrival> arrivals_of(const Diff& diff);

/// `4 processes changed, 2 of them in what must match; 1 model and 1 recipe added`
std::string summary_of(const Diff& diff);

/// The sign of a change: `+`, `-`, or `~` where both sides have the setting.
char sign_of(const Change& change);

/// How a change's setting is called: `env NAME`, `--block-size`, `image`.
std::string name_of(const Change& change);

/// One text of a change on one line, cut in the middle of a page; and the members of a list with their sign.
std::string short_value(const std::string& text);
std::string signed_elements(const Change& change);

}  // namespace atomesh::diff
