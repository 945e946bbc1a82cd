// Findings that every format is shown with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "atomesh/findings.hpp"

namespace atomesh::test {

inline SourcePtr source(std::string text, std::string name) {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

/// One of each severity, and every extent of a place.
inline std::vector<Finding> examples() {
  const SourcePtr models = source("A:\n  blok_size: 16\n", "./configs/models_atom.yaml");
  const SourcePtr recipes = source("r:\n", "my recipes/50%,a:b#1.yaml");
  return {
      {{"bad-value", {nullptr, {}, 1, "env BLOCK_SIZE"}, "BLOCK_SIZE takes a number, not 'x'", "unset it"},
       Severity::error},
      {{"unknown-key", {models, {2, 3}, 9, ""}, "unknown key 'blok_size'", "did you mean 'block_size'?"},
       Severity::error},
      {{"unread-env", {recipes, {1, 0}, 1, ""}, "100% of: a,\nb", ""}, Severity::warning},
      {{"over-capture-sizes", {recipes, {0, 0}, 1, ""}, "512 is above 256", ""}, Severity::note},
  };
}

/// Secrets in every text that a finding has.
inline std::vector<Finding> secrets() {
  const SourcePtr file = source("HF_TOKEN: hf_0123456789\n", "hf_0123456789/a.yaml");
  return {
      {{"bad-value", {nullptr, {}, 1, "--env A=hf_0123456789"}, "API_KEY=abc is wrong", "see http://u:p@192.0.2.1/"},
       Severity::warning},
      {{"bad-value", {file, {1, 1}, 8, ""}, "hf_0123456789\x1b\xff", ""}, Severity::warning}};
}

}  // namespace atomesh::test
