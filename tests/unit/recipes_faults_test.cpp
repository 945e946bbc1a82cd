// One fault at a time in recipes that are right otherwise: keys, types and values.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;
using recipe_test::expect_faults;

TEST(RecipesFaults, UnknownKeys) {
  expect_faults({
      {"in a recipe", {{2, "image:", "imege:"}}, "missing-key 1:1, unknown-key 2:3"},
      {"a note below the top level", {{3, "  model", "  x-note: 1\n  model"}}, "unknown-key 3:3"},
      {"in the scenarios", {{13, "fixed-seq-len", "fixed-seq"}}, "no-scenario 12:3, unknown-key 13:5"},
      {"in a fixed scenario", {{15, "osl: 1024", "osl: 1024\n      dram-utilization: 0.5"}}, "unknown-key 16:7"},
      {"in an agentic scenario", {{66, "dram-utilization: 0.80", "isl: 8"}}, "unknown-key 66:7, kv-offloading 69:33"},
      {"in a single-node point", {{53, "ep", "epp"}}, "unknown-key 53:18"},
      {"underscore for dash", {{54, "dp-attn", "dp_attn"}}, "unknown-key 54:18"},
      {"prefill in a single-node point", {{53, "ep: 1", "prefill: {}"}}, "unknown-key 53:18"},
      {"kv-offloading in a fixed point", {{53, "ep: 1", "kv-offloading: none"}}, "unknown-key 53:18"},
      {"in a multinode point", {{18, "- conc", "- dp: 1\n        conc"}}, "unknown-key 18:9"},
      {"tp in a multinode point", {{18, "- conc", "- tp: 8\n        conc"}}, "unknown-key 18:9"},
      {"in an agentic point", {{68, "tp: 8,", "tp: 8, kv-offload: none,"}}, "unknown-key 68:18"},
      {"in a worker group", {{23, "ep: 1", "ep: 1\n          conc-list: [ 1 ]"}}, "unknown-key 24:11"},
      {"in a router", {{8, "version: \"087b82d9\"", "version: \"1\", image: x"}}, "unknown-key 8:42"},
      {"in a KV offload backend", {{69, "version", "release"}}, "unknown-key 69:76"},
      {"case matters", {{53, "ep", "EP"}}, "unknown-key 53:18"},
      {"an empty key", {{53, "ep", "\"\""}}, "unknown-key 53:18"},
      {"merged",
       {{39, "", "x-a: &a { osll: 1 }"}, {50, "- isl: 1024", "- <<: *a\n      isl: 1024"}},
       "unknown-key 39:11"},
  });
}

TEST(RecipesFaults, MissingKeys) {
  expect_faults({
      {"image", {{2, "", ""}}, "missing-key 1:1"},
      {"model", {{3, "", ""}}, "missing-key 1:1"},
      {"model-prefix", {{4, "", ""}}, "missing-key 1:1"},
      {"runner", {{5, "", ""}}, "missing-key 1:1"},
      {"precision", {{6, "", ""}}, "missing-key 1:1"},
      {"framework", {{46, "", ""}}, "missing-key 40:1"},
      {"multinode", {{47, "", ""}}, "missing-key 40:1"},
      {"multinode, points are judged by their keys",
       {{10, "", ""}, {21, "2", "two"}},
       "missing-key 1:1, wrong-type 20:23"},
      {"isl", {{50, "", ""}, {51, "      osl", "    - osl"}}, "missing-key 50:7"},
      {"osl", {{15, "", ""}}, "missing-key 14:7"},
      {"search-space", {{67, "search-space", "search-spaces"}}, "missing-key 66:7, unknown-key 67:7"},
      {"tp of a fixed point", {{54, "tp: 4, ", ""}}, "missing-key 54:9"},
      {"prefill", {{37, "", ""}}, "missing-key 35:9"},
      {"decode", {{38, "", ""}}, "missing-key 35:9"},
      {"num-worker", {{21, "", ""}}, "missing-key 20:9"},
      {"tp of a role", {{22, "", ""}}, "missing-key 20:9"},
      {"ep of a role", {{30, "", ""}}, "missing-key 27:9"},
      {"dp-attn of a role", {{31, "", ""}}, "missing-key 27:9"},
      {"name of a router", {{8, "name: atomesh, ", ""}}, "missing-key 8:3"},
      {"version of a router", {{8, ", version: \"087b82d9\"", ""}}, "missing-key 8:3"},
      {"name of a KV offload backend", {{69, "name: lmcache, ", ""}}, "missing-key 69:39"},
      {"two at once", {{21, "", ""}, {22, "", ""}}, "missing-key 20:9, missing-key 20:9"},
  });
}

TEST(RecipesFaults, Texts) {
  expect_faults({
      {"number", {{45, "fp4", "4"}}, "wrong-type 45:14"},
      {"float", {{8, "\"087b82d9\"", "1.10"}}, "wrong-type 8:37"},
      {"boolean", {{45, "fp4", "yes"}}, "wrong-type 45:14"},
      {"octal", {{45, "fp4", "010"}}, "wrong-type 45:14"},
      {"date", {{41, "registry.example/sglang:v0.5.12", "2026-07-01"}}, "wrong-type 41:10"},
      {"list", {{45, "fp4", "[ fp4 ]"}}, "wrong-type 45:14"},
      {"mapping", {{45, "fp4", "{ a: b }"}}, "wrong-type 45:14"},
      {"null", {{45, "fp4", "~"}}, "wrong-type 45:3"},
      {"nothing", {{45, " fp4", ""}}, "wrong-type 45:3"},
      {"optional and null", {{9, "mooncake", "~"}}, "wrong-type 9:3"},
      {"hardware and null", {{85, "hardware: mi355x", "hardware: ~"}}, "wrong-type 85:65"},
      {"version of a backend", {{69, "\"0.5.3\"", "0.5"}}, "wrong-type 69:85"},
      {"empty router name", {{8, "atomesh", "\"\""}}, "bad-value 8:19"},
      {"empty router version", {{8, "087b82d9", ""}}, "bad-value 8:37"},
      {"spec-decoding number", {{53, "none", "1"}}, "wrong-type 53:69"},
      {"spec-decoding null", {{53, "none", "null"}}, "wrong-type 53:54"},
      {"spec-decoding other word", {{53, "none", "eagle"}}, "bad-value 53:69"},
      {"spec-decoding case", {{53, "none", "MTP"}}, "bad-value 53:69"},
      {"kv-offloading other word", {{68, "none", "disk"}}, "bad-value 68:33"},
      {"kv-offloading boolean", {{68, "none", "no"}}, "wrong-type 68:33"},
      {"backend number", {{69, "{ name: lmcache, version: \"0.5.3\" }", "3"}}, "wrong-type 69:59"},
      {"setting null", {{86, "\"any text\"", "~"}}, "wrong-type 86:105"},
      {"setting number", {{86, "\"any text\"", "1"}}, "wrong-type 86:105"},
  });
}

TEST(RecipesFaults, Numbers) {
  expect_faults({
      {"text", {{53, "tp: 8", "tp: eight"}}, "wrong-type 53:15"},
      {"boolean", {{53, "ep: 1", "ep: true"}}, "wrong-type 53:22"},
      {"fraction", {{53, "tp: 8", "tp: 8.5"}}, "wrong-type 53:15"},
      {"null where required", {{53, "tp: 8", "tp: ~"}}, "wrong-type 53:11"},
      {"list", {{53, "tp: 8", "tp: [ 8 ]"}}, "wrong-type 53:15"},
      {"exponent without dot", {{53, "tp: 8", "tp: 8e0"}}, "wrong-type 53:15"},
      {"1.2 octal", {{53, "tp: 8", "tp: 0o10"}}, "wrong-type 53:15"},
      {"beyond 64 bits", {{53, "tp: 8", "tp: 9223372036854775808"}}, "bad-value 53:15"},
      {"infinity", {{53, "tp: 8", "tp: .inf"}}, "wrong-type 53:15"},
      {"hexadecimal text", {{53, "tp: 8", "tp: \"0x8\""}}, "wrong-type 53:15"},
      {"isl text", {{14, "8192", "8k"}}, "wrong-type 14:12"},
      {"pp quoted", {{53, "ep: 1", "pp: \"2\""}}, "wrong-type 53:22"},
      {"pp float", {{53, "ep: 1", "pp: 2.0"}}, "wrong-type 53:22"},
      {"pp boolean", {{53, "ep: 1", "pp: true"}}, "wrong-type 53:22"},
      {"pp zero", {{53, "ep: 1", "pp: 0"}}, "bad-value 53:22"},
      {"dcp-size negative", {{53, "ep: 1", "dcp-size: -1"}}, "bad-value 53:28"},
      {"pcp-size of a role", {{23, "ep: 1", "ep: 1\n          pcp-size: \"2\""}}, "wrong-type 24:21"},
      {"dp-attn word", {{54, "true", "maybe"}}, "wrong-type 54:27"},
      {"dp-attn number", {{54, "true", "2"}}, "wrong-type 54:27"},
      {"dp-attn text with blanks", {{54, "true", "\" true\""}}, "wrong-type 54:27"},
      {"dp-attn of a role null", {{24, "true", "~"}}, "wrong-type 24:11"},
      {"multinode word", {{47, "false", "never"}}, "wrong-type 47:14"},
      {"dram-utilization zero", {{66, "0.80", "0"}}, "bad-value 66:25"},
      {"dram-utilization above one", {{66, "0.80", "1.01"}}, "bad-value 66:25"},
      {"dram-utilization not a number", {{66, "0.80", ".nan"}}, "bad-value 66:25"},
      {"dram-utilization boolean", {{66, "0.80", "true"}}, "wrong-type 66:25"},
      {"dram-utilization percent", {{66, "0.80", "80%"}}, "wrong-type 66:25"},
  });
}

/// Lines 48 to 54, the scenarios of `single`, replaced.
std::vector<Edit> scenarios(std::string_view text) {
  return {{48, "", text}, {49, "", ""}, {50, "", ""}, {51, "", ""}, {52, "", ""}, {53, "", ""}, {54, "", ""}};
}

TEST(RecipesFaults, Containers) {
  expect_faults({
      {"router is a name", {{8, "{ name: atomesh, version: \"087b82d9\" }", "atomesh"}}, "wrong-type 8:11"},
      {"scenarios null", scenarios("  scenarios: ~"), "wrong-type 48:3"},
      {"scenarios a list", scenarios("  scenarios: []"), "wrong-type 48:14"},
      {"scenarios empty", scenarios("  scenarios: {}"), "no-scenario 48:3"},
      {"every scenario empty", scenarios("  scenarios: { fixed-seq-len: [], agentic-coding: ~ }"), "no-scenario 48:3"},
      {"a scenario is a mapping", scenarios("  scenarios: { fixed-seq-len: {} }"), "wrong-type 48:31"},
      {"an item of a scenario is null", scenarios("  scenarios: { fixed-seq-len: [ ~ ] }"), "wrong-type 48:33"},
      {"search-space null", scenarios("  scenarios: { fixed-seq-len: [ { isl: 1, osl: 1, search-space: ~ } ] }"),
       "wrong-type 48:51"},
      {"a point is a text", {{54, "{ tp: 4, dp-attn: true, conc-list: [ 1, 2 ] }", "tp4"}}, "wrong-type 54:9"},
      {"conc-list is a number", {{54, "[ 1, 2 ]", "2"}}, "wrong-type 54:44"},
      {"conc-list is empty", {{54, "[ 1, 2 ]", "[]"}}, "bad-value 54:44"},
      {"conc-list holds zero", {{54, "1, 2", "1, 0"}}, "bad-value 54:49"},
      {"conc-list holds a text", {{54, "1, 2", "x, 2"}}, "wrong-type 54:46"},
      {"conc-list holds a boolean and a null", {{54, "1, 2", "yes, ~"}}, "wrong-type 54:46, wrong-type 54:51"},
      {"prefill is a number", {{37, "{ num-worker: 1, tp: 4, ep: 1, dp-attn: false }", "1"}}, "wrong-type 37:18"},
      {"decode is null",
       {{38, "{ num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ \"HSA_NO_SCRATCH=1\" ] }", "~"}},
       "wrong-type 38:9"},
      {"settings are a text", {{38, "[ \"HSA_NO_SCRATCH=1\" ]", "A=1"}}, "wrong-type 38:85"},
      {"settings are a mapping", {{38, "[ \"HSA_NO_SCRATCH=1\" ]", "{ A: 1 }"}}, "wrong-type 38:85"},
      {"a duplicate key", {{53, "ep: 1", "tp: 4"}}, "duplicate-key 53:18"},
  });
}

TEST(RecipesFaults, EntriesThatAreNoRecipe) {
  for (const char* value : {"text", "~", "", "[ 1 ]", "1"}) {
    SCOPED_TRACE(value);
    const std::string line = fmt::format("more: {}", value);
    const auto loaded = recipe_test::load({{39, "", line}});
    EXPECT_EQ(recipe_test::found(loaded.diagnostics), "wrong-type 39:1");
    EXPECT_EQ(loaded.recipes.size(), recipe_test::base_recipes);
  }
}

TEST(RecipesFaults, AllFaultsOfARecipeAreReportedAtOnce) {
  const auto loaded = recipe_test::load({{2, "image", "imege"},
                                         {8, "name: atomesh, ", ""},
                                         {14, "8192", "8k"},
                                         {19, "mtp", "none"},
                                         {26, "PREFILL_NODES=2", "PREFILL_NODES"},
                                         {36, "64", "2"},
                                         {38, "ep: 1", "ep: ~"}});
  EXPECT_EQ(recipe_test::found(loaded.diagnostics),
            "missing-key 1:1, unknown-key 2:3, missing-key 8:3, wrong-type 14:12, spec-decoding-size 19:24, "
            "setting-not-name-value 26:13, conc-range 36:19, wrong-type 38:41");
}

TEST(RecipesFaults, AFaultInOneRecipeDoesNotTouchTheOthers) {
  const auto loaded = recipe_test::load({{53, "tp: 8", "tp: eight"}});
  Diagnostics diagnostics;
  const yaml::Entry* entry = find_recipe(loaded.document, "disagg", diagnostics);
  ASSERT_NE(entry, nullptr);
  EXPECT_TRUE(load_recipe(loaded.document, *entry, diagnostics).has_value());
  EXPECT_EQ(test::report(diagnostics), "");
}

}  // namespace
}  // namespace atomesh
