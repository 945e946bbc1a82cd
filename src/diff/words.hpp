// A plan's argv as settings, for comparing: private to `diff`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diff.hpp"

namespace atomesh::diff {

/// One setting of an argv. A server keeps the last value of an option; the router takes `--prefill` once for each
/// worker, so that its values are a list.
struct Setting {
  std::string key;                  ///< the same for all spellings
  std::string name;                 ///< as written, without a value and without `no-`
  std::vector<std::string> values;  ///< an empty text for a switch
};

struct Words {
  std::string command;  ///< what stands before the options
  std::vector<Setting> settings;
  std::string rest;  ///< from `--` on
};

Words read_words(const Plan& plan);

/// True if both are numbers of an option that takes numbers, and equal: `0.80` and `0.8`.
bool same_number(std::string_view key, std::string_view before, std::string_view after);

/// The class of a change in an argv. `path` is that within a JSON value.
ChangeClass class_of_option(std::string_view key, std::string_view path);

}  // namespace atomesh::diff
