// One key with one value, from YAML or from a text: what it comes to.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "atomesh/models.hpp"
#include "atomesh/tuning.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::test {

inline std::string written(const ScopedTuning& tuning, std::string_view name) {
  const ScopedKey key = *find_tuning_key(name);
  return std::visit(
      [&](auto member) {
        const auto& slot = tuning.*(key.scope).*member;
        return slot ? slot->written : std::string("unset");
      },
      key.key->member);
}

/// What `Tiny: {key: value}` comes to: the value's text, or what is wrong.
inline std::string from_file(std::string_view key, std::string_view value) {
  Diagnostics diagnostics;
  const std::string text = fmt::format("Tiny:\n  {}: {}\n", key, value);
  const auto document = yaml::parse(yaml::make_source("m.yaml", text), diagnostics);
  if (!document) return report(diagnostics);
  const auto model = load_model(*document, *find_model(*document, "Tiny"), diagnostics);
  return model && !diagnostics.has_errors() ? written(model->tuning, key) : report(diagnostics);
}

inline std::string from_text(std::string_view key, std::string_view value) {
  Diagnostics diagnostics;
  ScopedTuning tuning;
  const Origin origin{Layer::environment, label("env X"), "X", {}};
  const bool good = read_tuning_text(value, *find_tuning_key(key), origin, tuning, diagnostics);
  EXPECT_EQ(good, !diagnostics.has_errors()) << key;
  return good ? written(tuning, key) : report(diagnostics);
}

struct ValueCase {
  std::string name, key, value, result;
};

inline void expect_from_file(const std::vector<ValueCase>& cases) {
  for (const ValueCase& test : cases) EXPECT_EQ(from_file(test.key, test.value), test.result) << test.name;
}

inline void expect_from_text(const std::vector<ValueCase>& cases) {
  for (const ValueCase& test : cases) EXPECT_EQ(from_text(test.key, test.value), test.result) << test.name;
}

}  // namespace atomesh::test
