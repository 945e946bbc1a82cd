// Harmless variations of right recipes: what the benchmark's own check accepts is accepted.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;

struct Variation {
  const char* name;
  std::vector<Edit> edits;
};

void expect_accepted(const std::vector<Variation>& variations) {
  for (const Variation& variation : variations) {
    SCOPED_TRACE(variation.name);
    const auto loaded = recipe_test::load(variation.edits);
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    EXPECT_EQ(loaded.recipes.size(), recipe_test::base_recipes);
  }
}

TEST(RecipesAccepted, Shape) {
  expect_accepted({
      {"notes at the top level", {{39, "", "x-note: [ 1, 2 ]"}}},
      {"another framework", {{46, "sglang", "trtllm"}}},
      {"texts in quotes", {{45, "fp4", "\"4\""}, {42, "amd/DeepSeek-R1-0528-MXFP4", "'1.10'"}}},
      {"a text of several dots", {{8, "\"087b82d9\"", "0.5.3"}}},
      {"a block text", {{45, "fp4", ">-\n    fp4"}}},
      {"an empty text", {{45, "fp4", "\"\""}}},
      {"a text that only YAML 1.1 calls boolean", {{45, "fp4", "y"}}},
      {"a text tagged as one", {{45, "fp4", "!!str 4"}}},
      {"no disagg", {{80, "", ""}}},
      {"disagg false on one node", {{47, "false", "false\n  disagg: false"}}},
      {"disagg false on several", {{80, "true", "false"}}},
      {"disagg null", {{80, "true", "~"}}},
      {"router null", {{8, "{ name: atomesh, version: \"087b82d9\" }", "~"}}},
      {"no router", {{8, "", ""}}},
      {"router in every point",
       {{8, "", ""},
        {18, "- conc", "- router: { name: a, version: b }\n        conc"},
        {35, "- conc", "- router: { name: c, version: d }\n        conc"}}},
      {"router in one point of one node", {{54, "tp: 4", "tp: 4, router: { name: a, version: b }"}}},
      {"router null in a point", {{35, "- conc", "- router: ~\n        conc"}}},
      {"transfer in every point", {{78, "", ""}, {84, "- conc", "- kv-p2p-transfer: mori\n        conc"}}},
      {"transfer without disagg", {{11, "", ""}}},
      {"version holds image: later", {{8, "087b82d9", "v1-image:2"}}},
      {"merge key", {{39, "", "x-a: &a { isl: 1, osl: 2 }"}, {50, "isl: 1024", "<<: *a"}}},
      {"alias", {{53, "- {", "- &p {"}, {54, "{ tp: 4, dp-attn: true, conc-list: [ 1, 2 ] }", "*p"}}},
      {"an empty scenario beside another", {{64, "scenarios:", "scenarios:\n    fixed-seq-len: []"}}},
      {"a null scenario beside another", {{64, "scenarios:", "scenarios:\n    fixed-seq-len: ~"}}},
      {"an empty search-space", {{49, "fixed-seq-len:", "fixed-seq-len:\n    - { isl: 1, osl: 1, search-space: [] }"}}},
      {"both scenarios", {{49, "fixed-seq-len:", "agentic-coding: []\n    fixed-seq-len:"}}},
  });
}

TEST(RecipesAccepted, Points) {
  expect_accepted({
      {"draft_model", {{53, "none", "draft_model"}}},
      {"mtp of another framework", {{53, "none", "mtp"}}},
      {"words in quotes", {{53, "none", "'mtp'"}, {68, "none", "\"none\""}}},
      {"one concurrency", {{36, "64", "4"}}},
      {"null list beside a range", {{53, "ep: 1", "conc-list: ~"}}},
      {"null range beside a list", {{54, "tp: 4", "tp: 4, conc-start: ~, conc-end: ~"}}},
      {"null ep and dp-attn", {{54, "dp-attn: true", "ep: ~, dp-attn: ~"}}},
      {"null pp, dcp-size and pcp-size", {{53, "ep: 1", "pp: ~, dcp-size: null, pcp-size:"}}},
      {"dcp-size divides tp", {{53, "ep: 1", "dcp-size: 8"}}},
      {"pp of both roles", {{85, "ep: 1", "ep: 1, pp: 2"}, {86, "ep: 1", "ep: 1, pp: 2, pcp-size: 2, dcp-size: 2"}}},
      {"no hardware", {{85, ", hardware: mi355x", ""}, {86, ", hardware: mi325x", ""}}},
      {"settings null", {{38, "[ \"HSA_NO_SCRATCH=1\" ]", "~"}}},
      {"settings empty", {{38, "[ \"HSA_NO_SCRATCH=1\" ]", "[]"}}},
      {"settings of another framework",
       {{86, "\"any text\"", "\"PREFILL_NODES=1\", A=1, A=2, NODE_RANK=0, DECODE_MTP_SIZE=x"}}},
      {"zero tp of another framework", {{54, "tp: 4", "tp: 0"}}},
      {"tp that does not divide, of another framework", {{85, "num-worker: 1", "num-worker: 3"}}},
      {"no workers of another framework", {{85, "num-worker: 1", "num-worker: 0"}}},
      {"no dram-utilization without dram",
       {{66, "dram-utilization: 0.80", "search-space:"}, {67, "", ""}, {69, "", ""}}},
      {"backend without version", {{69, ", version: \"0.5.3\"", ""}}},
      {"backend null with none", {{68, "none", "none, kv-offload-backend: ~"}}},
      {"kv-offloading of workers is optional", {{84, "- conc", "- kv-offloading: none\n        conc"}}},
      {"tp point in a multinode recipe",
       {{84, "- conc", "- { tp: 8, kv-offloading: none, conc-list: [ 1 ] }\n      - conc"}}},
      {"ep and dp-attn beside workers", {{84, "- conc", "- ep: 8\n        dp-attn: true\n        conc"}}},
      {"mtp written, size under both roles", {{26, "PREFILL_NODES=2", "DECODE_MTP_SIZE=3"}}},
      {"a size without spec-decoding", {{19, "", ""}}},
      {"none and size 0", {{19, "mtp", "none"}, {34, "=3", "=0"}}},
      {"draft_model without a size", {{19, "mtp", "draft_model"}, {34, "", ""}}},
      {"ports differ between roles",
       {{26, "PREFILL_NODES=2", "HANDSHAKE_PORT=6301"}, {33, "DECODE_NODES=1", "HANDSHAKE_PORT=6401"}}},
      {"environment differs between roles", {{26, "PREFILL_NODES=2", "A=1"}, {33, "DECODE_NODES=1", "A=2"}}},
  });
}

struct IntegerCase {
  const char* written;
  long long value;
};

TEST(RecipesAccepted, Integers) {
  const IntegerCase cases[] = {
      {"8", 8},
      {"+8", 8},
      {"-8", -8},
      {"0x8", 8},
      {"010", 8},
      {"1_000", 1000},
      {"0b11", 3},
      {"0", 0},
      {"12:30", 750},
      {"8.0", 8},
      {"8.", 8},
      {"1.0e+1", 10},
      {"1:30.0", 90},
      {"\"8\"", 8},
      {"'08'", 8},
      {"\" 8 \"", 8},
      {"\"8.0\"", 8},
      {"\"1_000\"", 1000},
      {"\"-8\"", -8},
      {"09", 9},
      {"-0x10", -16},
      {"-010", -8},
      {"1_0.0", 10},
      {"!!str 8", 8},
      {"\"+8.00\"", 8},
      {"-0", 0},
      {"0_7", 7},
      {"9223372036854775807", 9223372036854775807},
      {"-9223372036854775808", -9223372036854775807 - 1},
  };
  for (const IntegerCase& test_case : cases) {
    SCOPED_TRACE(test_case.written);
    const auto loaded = recipe_test::load({{54, "tp: 4", fmt::format("tp: {}", test_case.written)}});
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    EXPECT_EQ(loaded.recipe("single").points.at(1).tp, test_case.value);
  }
}

TEST(RecipesAccepted, StrictIntegersInEveryBase) {
  for (const IntegerCase test_case : {IntegerCase{"2", 2}, {"0x10", 16}, {"010", 8}, {"+2", 2}, {"1_0", 10}}) {
    SCOPED_TRACE(test_case.written);
    const auto loaded = recipe_test::load({{54, "tp: 4", fmt::format("tp: 4, pp: {}", test_case.written)}});
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    EXPECT_EQ(loaded.recipe("single").points.at(1).pp, test_case.value);
  }
}

struct BooleanCases {
  bool value;
  std::vector<const char*> written;
};

TEST(RecipesAccepted, Booleans) {
  const BooleanCases all[] = {
      {true, {"true", "True", "TRUE", "yes", "Yes",  "on",       "ON",    "1",      "1.0",   "0x1",
              "01",   "y",    "Y",    "t",   "tRuE", "\"true\"", "'Yes'", "\"on\"", "\"1\"", "\"T\""}},
      {false,
       {"false", "False", "no", "NO", "off", "Off", "0", "0.0", "-0", "00", "n", "F", "\"false\"", "'no'", "\"OFF\"",
        "\"0\"", "\"f\""}},
  };
  for (const BooleanCases& cases : all) {
    for (const char* written : cases.written) {
      SCOPED_TRACE(written);
      const auto loaded = recipe_test::load({{54, "true", written}});
      EXPECT_EQ(test::report(loaded.diagnostics), "");
      EXPECT_EQ(loaded.recipe("single").points.at(1).dp_attn, cases.value);
    }
  }
}

struct NumberCase {
  const char* written;
  double value;
};

TEST(RecipesAccepted, Numbers) {
  const NumberCase cases[] = {{"0.80", 0.8}, {".5", 0.5},      {"1", 1.0},         {"1.0", 1.0},      {"5.0e-1", 0.5},
                              {"0x1", 1.0},  {"\"0.5\"", 0.5}, {"\" .5 \"", 0.5},  {"\"5e-1\"", 0.5}, {"'1'", 1.0},
                              {"+.5", 0.5},  {"0.2_5", 0.25},  {"\"+0.25\"", 0.25}};
  for (const NumberCase& test_case : cases) {
    SCOPED_TRACE(test_case.written);
    const auto loaded = recipe_test::load({{66, "0.80", test_case.written}});
    EXPECT_EQ(test::report(loaded.diagnostics), "");
    EXPECT_EQ(loaded.recipe("agentic").points.at(0).dram_utilization, test_case.value);
  }
}

TEST(RecipesAccepted, OlderFilesWithWarnings) {
  struct Case {
    const char* name;
    std::vector<Edit> edits;
    const char* found;
  };
  const Case cases[] = {
      {"no transfer", {{9, "", ""}}, "kv-transfer-undeclared 10:3"},
      {"no transfer, other framework", {{78, "", ""}}, "kv-transfer-undeclared 79:3"},
      {"backend is a name", {{69, "{ name: lmcache, version: \"0.5.3\" }", "native"}}, "kv-offload-backend-name 69:59"},
      {"backend is a quoted name",
       {{69, "{ name: lmcache, version: \"0.5.3\" }", "'2'"}},
       "kv-offload-backend-name 69:59"},
  };
  for (const Case& test_case : cases) {
    SCOPED_TRACE(test_case.name);
    const auto loaded = recipe_test::load(test_case.edits);
    EXPECT_EQ(recipe_test::found(loaded.diagnostics), test_case.found);
    EXPECT_EQ(loaded.recipes.size(), recipe_test::base_recipes);
  }
  const auto loaded = recipe_test::load(cases[2].edits);
  EXPECT_EQ(loaded.recipe("agentic").points.at(1).kv_offload_backend->name, "native");
  EXPECT_FALSE(loaded.recipe("agentic").points.at(1).kv_offload_backend->version.has_value());
}

}  // namespace
}  // namespace atomesh
