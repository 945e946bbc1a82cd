// A model and a recipe of one point that validate with no finding, edits of them, and what is found.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/validate.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::validate_test {

inline constexpr std::string_view base_models = R"(Tiny:
  extra_flags: [--enforce-eager]
  kv_cache_flags: [--kv_cache_dtype, fp8]
  max_model_len: 9216
  env: { ATOM_USE_TRITON_MOE: 1 }
)";

inline constexpr std::string_view base_recipes = R"(tiny:
  image: rocm/atom-dev:nightly_202607011530
  model: example/Tiny
  model-prefix: tiny
  runner: mi355x-disagg
  precision: fp4
  framework: atom-disagg
  router: { name: atomesh, version: "04b120d3" }
  kv-p2p-transfer: mooncake
  multinode: true
  disagg: true
  scenarios:
    fixed-seq-len:
    - isl: 8192
      osl: 1024
      search-space:
      - conc-list: [ 64, 256 ]
        prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1 ] }
        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ DECODE_NODES=1 ] }
)";

struct Checked {
  ValidateCounts counts;
  std::string report;
  std::string codes;  ///< `model-unused m.yaml` and so on, in order, joined by commas
};

/// Validates texts; an empty one stands for a file that was not named.
inline Checked check(std::string_view models, const std::vector<std::string_view>& recipes,
                     const OptionTableChoice& table = {}, std::optional<Layout> layout = {}) {
  Diagnostics diagnostics;
  ValidateInput input;
  input.table = table;
  input.layout = layout;
  const auto models_document = yaml::parse(yaml::make_source("m.yaml", models), diagnostics);
  if (!models.empty() && models_document) input.models = &*models_document;
  std::deque<yaml::Document> documents;  // a growing vector would copy them, and nodes point into their document
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    auto document =
        yaml::parse(yaml::make_source(i == 0 ? "r.yaml" : fmt::format("r{}.yaml", i + 1), recipes[i]), diagnostics);
    if (document) documents.push_back(std::move(*document));
  }
  for (const yaml::Document& document : documents) input.recipes.push_back(&document);
  Checked checked;
  checked.counts = validate(input, diagnostics);
  checked.report = test::report(diagnostics);
  for (const Diagnostic& one : diagnostics.sorted()) {
    checked.codes += fmt::format("{}{} {}", checked.codes.empty() ? "" : ", ", one.code.name(),
                                 one.where.source ? one.where.source->name : one.where.label);
  }
  return checked;
}

/// The text with one part of it, which stands there once, replaced.
inline std::string edited(std::string_view text, std::string_view from, std::string_view to) {
  const std::size_t found = text.find(from);
  if (found == std::string_view::npos || text.find(from, found + 1) != std::string_view::npos) {
    throw std::logic_error(fmt::format("'{}' does not stand once in the text", from));
  }
  return std::string(text).replace(found, from.size(), to);
}

/// One edit of the base, in whichever file `from` stands, and the whole of what is printed.
struct Fault {
  const char* name;
  std::string_view from;
  std::string_view to;
  std::string_view report;
};

inline std::string report_of(const Fault& fault, const OptionTableChoice& table = {}) {
  if (base_models.find(fault.from) != std::string_view::npos) {
    return check(edited(base_models, fault.from, fault.to), {base_recipes}, table).report;
  }
  return check(base_models, {edited(base_recipes, fault.from, fault.to)}, table).report;
}

inline void expect_faults(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) EXPECT_EQ(report_of(fault), fault.report) << fault.name;
}

}  // namespace atomesh::validate_test
