// What a point of an atom-disagg recipe asks of the launcher.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;
using recipe_test::load;

const DeploymentPoint& deployment(const recipe_test::Loaded& loaded, std::size_t index) {
  return loaded.recipe("disagg").points.at(index).deployment.value();
}

TEST(RecipesDeployment, FollowsFromThePoint) {
  const auto loaded = load(std::vector<Edit>{});
  const DeploymentPoint& point = deployment(loaded, 0);
  EXPECT_EQ(point.model_name, "DeepSeek-V4-Pro");
  EXPECT_EQ(point.mtp_size, 3);
  EXPECT_EQ(point.kv_connector, "mooncake");
  EXPECT_EQ(point.prefill.nodes, 2);
  EXPECT_EQ(point.prefill.workers, 2);
  EXPECT_EQ(point.prefill.tp, 8);
  EXPECT_FALSE(point.prefill.expert_parallel);
  EXPECT_TRUE(point.prefill.dp_attention);
  EXPECT_TRUE(point.prefill.settings.empty());
  EXPECT_EQ(point.decode.nodes, 1);
  EXPECT_TRUE(point.decode.expert_parallel);
  EXPECT_TRUE(point.decode.settings.empty());
}

TEST(RecipesDeployment, RolesAreReachedByName) {
  const auto loaded = load(std::vector<Edit>{});
  const DeploymentPoint& point = deployment(loaded, 1);
  EXPECT_EQ(point.of(Role::prefill).tp, 4);
  EXPECT_EQ(point.of(Role::decode).tp, 8);
}

TEST(RecipesDeployment, OtherSettingsKeepTheirPlaces) {
  const auto loaded = load(std::vector<Edit>{});
  const auto& settings = deployment(loaded, 1).decode.settings;
  ASSERT_EQ(settings.size(), 1U);
  EXPECT_EQ(settings[0].name, "HSA_NO_SCRATCH");
  EXPECT_EQ(settings[0].value, "1");
  EXPECT_EQ(describe(settings[0].place), "r.yaml:38:87");
}

struct SettingCase {
  const char* name;
  std::vector<Edit> edits;
  const char* settings;  ///< `NAME=VALUE|…` of decode in point 0
};

TEST(RecipesDeployment, SettingsAreSplitAtTheFirstEquals) {
  const SettingCase cases[] = {
      {"more equals", {{33, "DECODE_NODES=1", "A=b=c"}}, "A=b=c"},
      {"an empty value is a value", {{33, "DECODE_NODES=1", "A="}}, "A="},
      {"blanks and quotes stay", {{33, "DECODE_NODES=1", "A= b 'c' "}}, "A= b 'c' "},
      {"plain scalar", {{33, "\"DECODE_NODES=1\"", "BLOCK_SIZE=128"}}, "BLOCK_SIZE=128"},
      {"the same twice", {{33, "", "          - A=1\n          - B=2\n          - A=1"}}, "A=1|B=2"},
      {"own role's names", {{33, "DECODE_NODES=1", "DECODE_PORT=9000"}}, "DECODE_PORT=9000"},
      {"a node's name within another", {{33, "DECODE_NODES=1", "MY_NODE_RANK=0"}}, "MY_NODE_RANK=0"},
  };
  for (const SettingCase& test_case : cases) {
    SCOPED_TRACE(test_case.name);
    const auto loaded = load(test_case.edits);
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    std::string settings;
    for (const AdditionalSetting& setting : deployment(loaded, 0).decode.settings) {
      settings += fmt::format("{}{}={}", settings.empty() ? "" : "|", setting.name, setting.value);
    }
    EXPECT_EQ(settings, test_case.settings);
  }
}

struct TpCase {
  const char* name;
  std::vector<Edit> edits;  ///< of prefill in point 0: 2 workers, 2 nodes, tp 8
  int nodes;
  int workers;
  int tp;
};

TEST(RecipesDeployment, TpIsTheRolesGpusOverItsWorkers) {
  const TpCase cases[] = {
      {"nodes default to workers", {{26, "PREFILL_NODES=2", "X=1"}}, 2, 2, 8},
      {"settings may be null", {{25, "settings:", "settings: ~"}, {26, "", ""}}, 2, 2, 8},
      {"two workers on a node", {{26, "PREFILL_NODES=2", "PREFILL_NODES=1"}}, 1, 2, 4},
      {"one worker over two nodes", {{21, "2", "1"}}, 2, 1, 16},
      {"nodes × tp divides though tp does not", {{21, "2", "3"}, {26, "=2", "=3"}, {22, "8", "5"}}, 3, 3, 5},
      {"numbers as text", {{21, "2", "\"2\""}, {22, "8", "8.0"}}, 2, 2, 8},
  };
  for (const TpCase& test_case : cases) {
    SCOPED_TRACE(test_case.name);
    const auto loaded = load(test_case.edits);
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    const RolePoint& prefill = deployment(loaded, 0).prefill;
    EXPECT_EQ(prefill.nodes, test_case.nodes);
    EXPECT_EQ(prefill.workers, test_case.workers);
    EXPECT_EQ(prefill.tp, test_case.tp);
  }
}

TEST(RecipesDeployment, ExpertParallelismBeginsAboveOne) {
  EXPECT_FALSE(deployment(load({{30, "8", "1"}}), 0).decode.expert_parallel);
  EXPECT_FALSE(deployment(load({{30, "8", "0"}}), 0).decode.expert_parallel);
  EXPECT_TRUE(deployment(load({{30, "8", "2"}}), 0).decode.expert_parallel);
}

TEST(RecipesDeployment, MtpSizeMayStandUnderEitherRole) {
  EXPECT_EQ(deployment(load({{26, "PREFILL_NODES=2", "DECODE_MTP_SIZE=3"}}), 0).mtp_size, 3);
  EXPECT_EQ(deployment(load({{26, "PREFILL_NODES=2", "DECODE_MTP_SIZE=2"}, {34, "", ""}}), 0).mtp_size, 2);
  EXPECT_EQ(deployment(load({{19, "", ""}, {34, "", ""}}), 0).mtp_size, 0);
}

TEST(RecipesDeployment, ModelIsTheLastComponent) {
  EXPECT_EQ(deployment(load({{3, "deepseek-ai/", ""}}), 0).model_name, "DeepSeek-V4-Pro");
  EXPECT_EQ(deployment(load({{3, "deepseek-ai/", "/models/a/"}}), 0).model_name, "DeepSeek-V4-Pro");
}

TEST(RecipesDeployment, ConnectorIsThePointsTheRecipesOrMooncake) {
  EXPECT_EQ(deployment(load({{9, "mooncake", "mori"}}), 0).kv_connector, "mori");
  EXPECT_EQ(deployment(load({{9, "", ""}}), 0).kv_connector, "mooncake");
  const auto loaded = load({{9, "", ""},
                            {18, "- conc", "- kv-p2p-transfer: nixl\n        conc"},
                            {35, "- conc", "- kv-p2p-transfer: mori\n        conc"}});
  EXPECT_EQ(deployment(loaded, 0).kv_connector, "nixl");
  EXPECT_EQ(deployment(loaded, 1).kv_connector, "mori");
}

TEST(RecipesDeployment, OnlyOfMultinodeAtomDisagg) {
  EXPECT_FALSE(load({{7, "atom-disagg", "sglang-disagg"}}).recipe("disagg").points.at(0).deployment.has_value());
  const auto agentic = load({{77, "sglang-disagg", "atom-disagg"}, {86, "any text", "A=1"}});
  EXPECT_TRUE(agentic.recipe("agentic-disagg").points.at(0).deployment.has_value());
  const auto one_node = load({{77, "sglang-disagg", "atom-disagg"},
                              {86, "any text", "A=1"},
                              {78, "", ""},
                              {79, "true", "false"},
                              {80, "", ""}});
  EXPECT_EQ(test::report(one_node.diagnostics), "");
  EXPECT_FALSE(one_node.recipe("agentic-disagg").points.at(0).deployment.has_value());
}

}  // namespace
}  // namespace atomesh
