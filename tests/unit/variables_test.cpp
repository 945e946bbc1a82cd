#include "atomesh/variables.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

TEST(Variables, HaveTheNamesAndDefaultsOfTheBash) {
  std::string table;
  for (const Variable& row : variables()) {
    if (!row.fallback.empty()) table += fmt::format("{}={}\n", row.name, row.fallback);
  }
  EXPECT_EQ(table, R"(ATOMESH_LAYOUT=multi-node
xP=1
yD=1
PREFILL_TP_SIZE=8
DECODE_TP_SIZE=8
PREFILL_ENABLE_DP=false
DECODE_ENABLE_DP=false
PREFILL_ENABLE_EP=false
DECODE_ENABLE_EP=false
DECODE_MTP_SIZE=0
PREFILL_PORT=8010
DECODE_PORT=8020
ROUTER_PORT=8000
HANDSHAKE_PORT=6301
GPUS_PER_NODE=8
BENCH_MAX_CONCURRENCY=512
DRY_RUN=false
WAIT_SERVER_TIMEOUT=2500
ATOMESH_PYTHON=python3
ATOMESH_ALLOW_LOOPBACK=false
)");
}

TEST(Variables, AreUniqueAndExplained) {
  std::set<std::string_view> seen;
  for (const Variable& row : variables()) {
    EXPECT_TRUE(seen.insert(row.name).second) << row.name;
    EXPECT_TRUE(row.help.ends_with('.')) << row.name;
    EXPECT_EQ(&variable(row.name), &row);
  }
  EXPECT_THROW(variable("NO_SUCH"), std::logic_error);
}

TEST(Variables, OfTuningAreKnown) {
  for (const std::string_view yes :
       {"BLOCK_SIZE", "MEM_FRAC_STATIC", "ATOMESH_BLOCK_SIZE", "ATOMESH_DECODE_EXTRA_FLAGS", "ATOMESH_ENV"}) {
    EXPECT_TRUE(is_tuning_variable(yes)) << yes;
  }
  for (const std::string_view no :
       {"DECODE_BLOCK_SIZE", "EXTRA_FLAGS", "ENV", "ATOMESH_PYTHON", "ATOMESH_", "block_size", ""}) {
    EXPECT_FALSE(is_tuning_variable(no)) << no;
  }
}

TEST(VariableSource, OfTheEnvironmentSkipsEmptyOnes) {
  const Environment environment = {{"A", "1"}, {"B", ""}};
  const VariableSource source(environment);
  const auto given = source.find("A");
  EXPECT_EQ(given->text, "1");
  EXPECT_EQ(given->origin.layer, Layer::environment);
  EXPECT_EQ(describe(given->origin.where), "env A");
  EXPECT_FALSE(source.find("B"));
  EXPECT_FALSE(source.find("C"));
}

TEST(VariableSource, OfARecipeSkipsEmptyOnes) {
  const std::vector<AdditionalSetting> settings = {{"A", "1", label("there")}, {"B", "", {}}};
  const VariableSource source(settings, "tiny point 0");
  const auto given = source.find("A");
  EXPECT_EQ(given->text, "1");
  EXPECT_EQ(given->origin.layer, Layer::recipe);
  EXPECT_EQ(given->origin.key, "tiny point 0 A");
  EXPECT_EQ(describe(given->origin.where), "there");
  EXPECT_FALSE(source.find("B"));
  EXPECT_FALSE(source.find("C"));
}

std::string misspelt(const Environment& environment) {
  Diagnostics diagnostics;
  warn_misspelt(environment, diagnostics);
  return test::report(diagnostics);
}

TEST(MisspeltVariable, IsAWarningWithTheNearestName) {
  EXPECT_EQ(misspelt({{"ATOMESH_BLOK_SIZE", "1"}}),
            R"(env ATOMESH_BLOK_SIZE: warning: nothing reads this variable [env-misspelt]
    hint: did you mean ATOMESH_BLOCK_SIZE?
)");
  EXPECT_EQ(misspelt({{"ATOMESH_DECODE_BLOCKSIZE", "1"}}),
            R"(env ATOMESH_DECODE_BLOCKSIZE: warning: nothing reads this variable [env-misspelt]
    hint: did you mean ATOMESH_DECODE_BLOCK_SIZE?
)");
  EXPECT_EQ(misspelt({{"ATOMESH_MODEL", "1"}}),
            R"(env ATOMESH_MODEL: warning: nothing reads this variable [env-misspelt]
    hint: did you mean ATOMESH_MODELS?
)");
}

TEST(MisspeltVariable, IsNoneIfKnownOrFarOrNotOurs) {
  Environment environment = {{"ATOMESH_WEATHER_REPORT_OF_TOMORROW", "1"},
                             {"ATOMESH_FOO", "1"},
                             {"BLOK_SIZE", "1"},
                             {"ATOM_LOG_LEVEL", "INFO"}};
  for (const std::string& name : known_atomesh_names()) environment[name] = "1";
  EXPECT_EQ(misspelt(environment), "");
}

}  // namespace
}  // namespace atomesh
