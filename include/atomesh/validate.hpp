// Both files, everything they can resolve to, and every word against the server that will read it: offline, with the
// code that launches.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "atomesh/deployment.hpp"
#include "atomesh/flags.hpp"
#include "atomesh/models.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// Which table of server options a plan is held against.
struct OptionTableChoice {
  enum class Kind { by_image, fixed, none };
  Kind kind = Kind::by_image;
  const OptionTable* table = nullptr;  ///< of `fixed`
};

/// The table for a recipe: the newest that is not after the date in the image's tag (the oldest if the image is older
/// than all), else the one of the commit in the router's version, else the newest.
const OptionTable& table_for_image(std::string_view image, std::string_view router_version);

/// `2026-07-01` of `nightly_202607011530` and `…20260701`; empty if the tag holds no date.
std::string image_date(std::string_view image);

struct ValidateInput {
  const yaml::Document* models = nullptr;  ///< null: not judged
  std::vector<const yaml::Document*> recipes;
  OptionTableChoice table;
  std::optional<Layout> layout;  ///< of every point; nothing: as each says
};

/// An entry that could not be loaded: its name, and the first line behind it.
struct RefusedEntry {
  Place name;
  int end_line = 0;
};

/// What was looked at.
struct ValidateCounts {
  int models = 0;
  int recipes = 0;
  int points = 0;
  int processes = 0;
  std::vector<SourcePtr> unread;      ///< files that hold no mapping, so that nothing in them was looked at
  std::vector<RefusedEntry> refused;  ///< entries with errors, whose processes could not be resolved
};

/// Adds every finding about the files, each model × role × mode that its keys describe, and each process of each point
/// of the recipes that can be launched.
ValidateCounts validate(const ValidateInput& input, Diagnostics& diagnostics);

}  // namespace atomesh
