// The values of recipes that load, and what follows from them for the launcher.
#include "atomesh/recipes.hpp"

#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;
using recipe_test::load;

using Numbers = std::vector<long long>;

TEST(Recipes, BaseLoadsWithoutAnyFinding) {
  const auto loaded = load(std::vector<Edit>{});
  EXPECT_EQ(test::report(loaded.diagnostics), "");
  ASSERT_EQ(loaded.recipes.size(), recipe_test::base_recipes);
  EXPECT_EQ(loaded.recipes[0].name, "disagg");
  EXPECT_EQ(loaded.recipes[3].name, "agentic-disagg");
}

TEST(Recipes, TopLevelFields) {
  const auto loaded = load(std::vector<Edit>{});
  const Recipe& recipe = loaded.recipe("disagg");
  EXPECT_EQ(recipe.image, "registry.example/atom:2026-07-01");
  EXPECT_EQ(recipe.model, "deepseek-ai/DeepSeek-V4-Pro");
  EXPECT_EQ(recipe.model_prefix, "dsv4");
  EXPECT_EQ(recipe.framework, "atom-disagg");
  EXPECT_EQ(recipe.precision, "fp4");
  EXPECT_EQ(recipe.runner, "mi355x-disagg");
  EXPECT_TRUE(recipe.multinode);
  EXPECT_TRUE(recipe.disagg);
  ASSERT_TRUE(recipe.router.has_value());
  EXPECT_EQ(recipe.router->name, "atomesh");
  EXPECT_EQ(recipe.router->version, "087b82d9");
  EXPECT_EQ(recipe.kv_p2p_transfer, "mooncake");
  EXPECT_EQ(recipe.name_node->mark, (Mark{1, 1}));
  EXPECT_EQ(recipe.node->mark, (Mark{2, 3}));
}

TEST(Recipes, OptionalTopLevelFieldsAreEmptyUnlessGiven) {
  const auto loaded = load(std::vector<Edit>{});
  const Recipe& recipe = loaded.recipe("single");
  EXPECT_FALSE(recipe.multinode);
  EXPECT_FALSE(recipe.disagg);
  EXPECT_FALSE(recipe.router.has_value());
  EXPECT_FALSE(recipe.kv_p2p_transfer.has_value());
}

TEST(Recipes, MultinodePoint) {
  const auto loaded = load(std::vector<Edit>{});
  const Point& point = loaded.recipe("disagg").points.at(0);
  EXPECT_EQ(point.scenario, ScenarioKind::fixed_seq_len);
  EXPECT_EQ(point.isl, 8192);
  EXPECT_EQ(point.osl, 1024);
  EXPECT_EQ(point.concurrency, (Numbers{256, 512}));
  EXPECT_EQ(point.spec_decoding, SpecDecoding::mtp);
  EXPECT_TRUE(point.spec_decoding_written);
  EXPECT_FALSE(point.tp.has_value());
  ASSERT_TRUE(point.prefill && point.decode);
  EXPECT_EQ(point.prefill->num_worker, 2);
  EXPECT_EQ(point.prefill->tp, 8);
  EXPECT_EQ(point.prefill->ep, 1);
  EXPECT_TRUE(point.prefill->dp_attn);
  EXPECT_EQ(point.prefill->additional_settings, (std::vector<std::string>{"PREFILL_NODES=2"}));
  EXPECT_EQ(point.decode->additional_settings, (std::vector<std::string>{"DECODE_NODES=1", "DECODE_MTP_SIZE=3"}));
  EXPECT_EQ(point.node->mark, (Mark{18, 9}));
  EXPECT_EQ(point.decode->node->mark, (Mark{28, 11}));
}

TEST(Recipes, SingleNodePoints) {
  const auto loaded = load({{53, "ep: 1", "ep: 2, pp: 2, dcp-size: 4, pcp-size: 3"}});
  const Recipe& recipe = loaded.recipe("single");
  ASSERT_EQ(recipe.points.size(), 2U);
  const Point& first = recipe.points[0];
  EXPECT_EQ(first.tp, 8);
  EXPECT_EQ(first.ep, 2);
  EXPECT_EQ(first.pp, 2);
  EXPECT_EQ(first.dcp_size, 4);
  EXPECT_EQ(first.pcp_size, 3);
  EXPECT_FALSE(first.dp_attn.has_value());
  EXPECT_FALSE(first.prefill || first.decode || first.deployment || first.kv_offloading);
  EXPECT_EQ(first.spec_decoding, SpecDecoding::none);
  EXPECT_TRUE(first.spec_decoding_written);
  EXPECT_EQ(recipe.points[1].dp_attn, true);
  EXPECT_FALSE(recipe.points[1].spec_decoding_written);
}

TEST(Recipes, AgenticPoints) {
  const auto loaded = load(std::vector<Edit>{});
  const Recipe& recipe = loaded.recipe("agentic");
  ASSERT_EQ(recipe.points.size(), 2U);
  EXPECT_EQ(recipe.points[0].scenario, ScenarioKind::agentic_coding);
  EXPECT_FALSE(recipe.points[0].isl || recipe.points[0].osl);
  EXPECT_EQ(recipe.points[0].dram_utilization, 0.80);
  EXPECT_EQ(recipe.points[0].kv_offloading, KvOffloading::none);
  EXPECT_FALSE(recipe.points[0].kv_offload_backend.has_value());
  EXPECT_EQ(recipe.points[1].kv_offloading, KvOffloading::dram);
  ASSERT_TRUE(recipe.points[1].kv_offload_backend.has_value());
  EXPECT_EQ(recipe.points[1].kv_offload_backend->name, "lmcache");
  EXPECT_EQ(recipe.points[1].kv_offload_backend->version, "0.5.3");
}

TEST(Recipes, WorkersOfOtherFrameworksKeepAnySetting) {
  const auto loaded = load(std::vector<Edit>{});
  const Point& point = loaded.recipe("agentic-disagg").points.at(0);
  EXPECT_EQ(point.prefill->hardware, "mi355x");
  EXPECT_EQ(point.decode->hardware, "mi325x");
  EXPECT_EQ(point.decode->additional_settings, (std::vector<std::string>{"any text"}));
  EXPECT_FALSE(point.deployment.has_value());
}

struct RangeCase {
  const char* name;
  const char* range;
  Numbers expanded;
};

TEST(Recipes, RangesDoubleAndEndWithTheirEnd) {
  const RangeCase cases[] = {
      {"powers", "conc-start: 4, conc-end: 64", {4, 8, 16, 32, 64}},
      {"end between", "conc-start: 4, conc-end: 100", {4, 8, 16, 32, 64, 100}},
      {"one number", "conc-start: 7, conc-end: 7", {7}},
      {"end below the double", "conc-start: 5, conc-end: 6", {5, 6}},
      {"near the limit",
       "conc-start: 4611686018427387904, conc-end: 9223372036854775807",
       {4611686018427387904, 9223372036854775807}},
      {"a list stays as it is", "conc-list: [ 8, 2, 8 ]", {8, 2, 8}},
  };
  for (const RangeCase& test_case : cases) {
    SCOPED_TRACE(test_case.name);
    const auto loaded = load({{53, "conc-start: 4, conc-end: 64", test_case.range}});
    EXPECT_EQ(loaded.recipe("single").points.at(0).concurrency, test_case.expanded);
  }
}

TEST(Recipes, PointsAreNumberedOverAllScenariosInFileOrder) {
  const auto loaded = load(std::string_view(R"(
r:
  image: i
  model: m
  model-prefix: p
  precision: fp4
  framework: vllm
  runner: cluster:c
  multinode: false
  scenarios:
    agentic-coding:
    - search-space:
      - { tp: 1, kv-offloading: none, conc-list: [ 1 ] }
    fixed-seq-len:
    - { isl: 1, osl: 2, search-space: [ { tp: 2, conc-list: [ 1 ] }, { tp: 3, conc-list: [ 1 ] } ] }
    - { isl: 3, osl: 4, search-space: [ { tp: 4, conc-list: [ 1 ] } ] }
)"));
  EXPECT_EQ(test::report(loaded.diagnostics), "");
  std::string seen;
  for (const Point& point : loaded.recipe("r").points) {
    seen += fmt::format("{}:tp{}:isl{} ", point.index, *point.tp, point.isl.value_or(0));
  }
  EXPECT_EQ(seen, "0:tp1:isl0 1:tp2:isl1 2:tp3:isl1 3:tp4:isl3 ");
}

TEST(Recipes, RouterOfPointComesBeforeTheRecipes) {
  const auto loaded = load({{53, "tp: 8,", "tp: 8, router: { name: sgl-router, version: \"1.0\" },"}});
  const Recipe& single = loaded.recipe("single");
  ASSERT_NE(router_of(single, single.points.at(0)), nullptr);
  EXPECT_EQ(router_of(single, single.points.at(0))->name, "sgl-router");
  EXPECT_EQ(router_of(single, single.points.at(1)), nullptr);
  const Recipe& disagg = loaded.recipe("disagg");
  EXPECT_EQ(router_of(disagg, disagg.points.at(1))->name, "atomesh");
}

TEST(Recipes, PlaceOfAKey) {
  const auto loaded = load(std::vector<Edit>{});
  const Point& point = loaded.recipe("disagg").points.at(0);
  EXPECT_EQ(describe(place_of(loaded.document, *point.prefill->node, "tp")), "r.yaml:22:11");
  EXPECT_EQ(describe(place_of(loaded.document, *point.prefill->node, "hardware")), "r.yaml:21:11");
}

}  // namespace
}  // namespace atomesh
