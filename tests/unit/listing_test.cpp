#include "atomesh/listing.hpp"

#include <gtest/gtest.h>

#include <set>

#include "diagnostics_fixture.hpp"
#include "recipes_fixture.hpp"
#include "source_files.hpp"
#include "yaml_helpers.hpp"

namespace atomesh {
namespace {

constexpr std::string_view models_text = R"(
defaults:
  ep_flags: [--enable-expert-parallel]
Both:
  tp_dp_flags: [--enable-dp-attention]
  mtp_flags: [--num-speculative-tokens]
DeepSeek-V4-Pro:
  prefill_tp_dp_flags: [--enable-dp-attention]
  decode_mtp_flags: [--num-speculative-tokens]
  ep_flags: ''
x-note: 1
)";

std::string table(const Listing& listing) { return to_table(listing, 0); }

yaml::Document models() { return std::move(*yaml::parse_text(models_text).document); }
yaml::Document recipes() { return std::move(*yaml::parse_text(recipe_test::edited({})).document); }

TEST(ListModels, TellsWhatBothRolesCanDoAndWhoServesThem) {
  Diagnostics diagnostics;
  const yaml::Document served = recipes();
  EXPECT_EQ(table(list_models(models(), &served, {}, diagnostics)),
            R"(MODEL            MODES         MTP    RECIPES
Both             tp tp+dpa ep  true   -
DeepSeek-V4-Pro  tp ep         false  disagg agentic-disagg
)");
  EXPECT_EQ(test::report(diagnostics), "");
}

TEST(ListModels, WithoutRecipesGoesByTheNameAlone) {
  Diagnostics diagnostics;
  EXPECT_EQ(table(list_models(models(), nullptr, {{}, "some/both", {}, {}}, diagnostics)),
            "MODEL  MODES         MTP   RECIPES\n"
            "Both   tp tp+dpa ep  true  -\n");
}

TEST(ListModels, IsFilteredByTheRecipesThatServeThem) {
  Diagnostics diagnostics;
  const yaml::Document served = recipes();
  EXPECT_EQ(table(list_models(models(), &served, {"sglang-disagg", {}, {}, {}}, diagnostics)),
            "MODEL            MODES  MTP    RECIPES\n"
            "DeepSeek-V4-Pro  tp ep  false  agentic-disagg\n");
}

TEST(ListModels, LeavesOutFaultyEntries) {
  Diagnostics diagnostics;
  const auto parsed = yaml::parse_text("Good: {}\nBad:\n  blok_size: 1\n");
  EXPECT_EQ(table(list_models(*parsed.document, nullptr, {}, diagnostics)),
            "MODEL  MODES  MTP    RECIPES\nGood   tp     false  -\n");
  EXPECT_EQ(test::report(diagnostics), R"(t.yaml:3:3: error: unknown key 'blok_size' [unknown-key]
      blok_size: 1
      ^~~~~~~~~
    hint: did you mean 'block_size'?
)");
}

TEST(ListRecipes, AsATable) {
  Diagnostics diagnostics;
  EXPECT_EQ(table(list_recipes(recipes(), {}, diagnostics)),
            R"(RECIPE          MODEL                   PRECISION  RUNNER          FRAMEWORK      POINTS
disagg          DeepSeek-V4-Pro         fp4        mi355x-disagg   atom-disagg    2
single          DeepSeek-R1-0528-MXFP4  fp4        mi355x          sglang         2
agentic         MiniMax-M3-MXFP8        fp8        cluster:mi300x  vllm           2
agentic-disagg  DeepSeek-V4-Pro         fp4        cluster:mi355x  sglang-disagg  1
)");
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(ListRecipes, AsJson) {
  Diagnostics diagnostics;
  EXPECT_EQ(to_json(list_recipes(recipes(), {"VLLM", {}, {}, {}}, diagnostics)), R"({
  "format": "atomesh.recipes/1",
  "recipes": [
    {
      "recipe": "agentic",
      "model": "MiniMax-M3-MXFP8",
      "precision": "fp8",
      "runner": "cluster:mi300x",
      "framework": "vllm",
      "points": 2,
      "model_path": "MiniMaxAI/MiniMax-M3-MXFP8",
      "image": "registry.example/vllm:v0.27.1",
      "multinode": false,
      "disagg": false
    }
  ]
}
)");
}

struct FilterCase {
  RecipeFilter filter;
  std::string names;
  std::string explained;
};

TEST(ListRecipes, Filtered) {
  const std::vector<FilterCase> cases = {
      {{"atom-disagg", {}, {}, {}}, "disagg ", ""},
      {{{}, "deepseek-v4-pro", {}, {}}, "disagg agentic-disagg ", ""},
      {{{}, "deepseek-ai/DeepSeek-V4-Pro", {}, {}}, "disagg agentic-disagg ", ""},
      {{{}, {}, "fp8", {}}, "agentic ", ""},
      {{{}, {}, {}, "cluster:mi355x"}, "agentic-disagg ", ""},
      {{"vllm", {}, "fp4", {}}, "", ""},
      {{"atom-disag", {}, {}, {}}, "", "no recipe has framework 'atom-disag': did you mean 'atom-disagg'?"},
      {{{}, {}, "int4", {}}, "", "no recipe has precision 'int4': the file has fp4, fp8"},
      {{{}, "MiniMax-M3-MXFP4", {}, {}},
       "",
       "no recipe has model 'MiniMax-M3-MXFP4': did you mean 'MiniMax-M3-MXFP8'?"},
  };
  for (const FilterCase& test : cases) {
    Diagnostics diagnostics;
    std::string names;
    for (const auto& row : list_recipes(recipes(), test.filter, diagnostics).rows) names += row[0].text + " ";
    EXPECT_EQ(names, test.names) << test.explained;
    EXPECT_EQ(explain_filter(recipes(), test.filter), test.explained) << test.names;
  }
}

TEST(ListPoints, AsATable) {
  Diagnostics diagnostics;
  EXPECT_EQ(table(list_points(recipes(), {}, diagnostics)),
            R"(RECIPE          POINT  ISL   OSL   SHAPE                                                 CONCURRENCY
disagg          0      8192  1024  2P1D prefill tp8 dp-attn, decode tp8 ep dp-attn mtp3  256 512
disagg          1      8192  1024  1P1D prefill tp4, decode tp8                          4 8 16 32 64
single          0      1024  1024  tp8                                                   4 8 16 32 64
single          1      1024  1024  tp4 dp-attn                                           1 2
agentic         0      -     -     tp8                                                   2 4
agentic         1      -     -     tp8                                                   16
agentic-disagg  0      -     -     1P1D tp8                                              1 2
)");
}

TEST(ListPoints, TellsWhatCanBeLaunched) {
  Diagnostics diagnostics;
  std::string text;
  for (const auto& row : list_points(recipes(), {}, diagnostics).rows) text += row.back().text + " ";
  EXPECT_EQ(text, "true true false false false false false ");
}

TEST(Table, WrapsTheWidestColumnsTheFirstLast) {
  const Listing listing{
      "f",
      "k",
      {{"a"}, {"long_name"}, {"n"}},
      {{Value::string("ééééééééééééé"), Value::string("x\ny mi355x-disagg twelve"), Value::string("1")},
       {Value::string("b"), Value(), Value::string("0123456789ABCDEFGHIJKL")}}};
  EXPECT_EQ(to_table(listing, 0),
            "A              LONG NAME                    N\n"
            "ééééééééééééé  x\\x0ay mi355x-disagg twelve  1\n"
            "b              -                            0123456789ABCDEFGHIJKL\n");
  EXPECT_EQ(to_table(listing, 40),
            "A              LONG NAME    N\n"
            "ééééééééééééé  x\\x0ay       1\n"
            "               mi355x-\n"
            "               disagg\n"
            "               twelve\n"
            "b              -            0123456789AB\n"
            "                            CDEFGHIJKL\n");
  EXPECT_EQ(to_table(listing, 1).substr(0, 29), "A         LONG NAME  N\nééé") << "names of columns stay whole";
}

const std::vector<Value>* find(const Listing& listing, std::string_view name) {
  for (const auto& row : listing.rows) {
    if (row[0].text == name) return &row;
  }
  return nullptr;
}

TEST(Listing, MasksSecrets) {
  const Listing listing{"f/1", "rows", {{"image"}}, {{Value::strings({"hf_abcdefghijklmnop", "http://u:p@node-a/x"})}}};
  EXPECT_EQ(to_table(listing, 0), "IMAGE\n*** http://***@node-a/x\n");
  EXPECT_NE(to_json(listing).find(R"(["***", "http://***@node-a/x"])"), std::string::npos) << to_json(listing);
}

TEST(ListVariables, MasksAndEscapesValues) {
  const Listing listing = list_variables({{"ATOMESH_ENV", "HF_TOKEN=hf_abcdefghijklmnop"},
                                          {"MODEL_DIR", "/a\n\xff"},
                                          {"ATOMESH_PYTHON", ""},
                                          {"xP", "3"}});
  EXPECT_EQ((*find(listing, "ATOMESH_ENV"))[3].text, "HF_TOKEN=***");
  EXPECT_EQ((*find(listing, "MODEL_DIR"))[3].text, "/a\\n\\xff");
  EXPECT_EQ((*find(listing, "ATOMESH_PYTHON"))[3].kind, Value::Kind::null);
  EXPECT_EQ((*find(listing, "ATOMESH_PYTHON"))[1].text, "python3");
  EXPECT_EQ((*find(listing, "xP"))[3].text, "3");
  EXPECT_EQ((*find(listing, "BLOCK_SIZE"))[2].text,
            "block_size where no file gives it. --block-size: tokens per KV cache block.");
  EXPECT_EQ((*find(listing, "ATOMESH_DECODE_BLOCK_SIZE"))[2].text,
            "decode_block_size above the file. --block-size: tokens per KV cache block.");
  EXPECT_EQ(find(listing, "DECODE_BLOCK_SIZE"), nullptr);
}

TEST(ListVariables, NamesEachOnceAndExplainsIt) {
  std::set<std::string> seen;
  for (const auto& row : list_variables({}).rows) {
    EXPECT_TRUE(seen.insert(row[0].text).second) << row[0].text;
    EXPECT_TRUE(row[2].text.ends_with('.')) << row[0].text;
  }
}

/// Whatever a source looks up by a literal name is listed.
TEST(ListVariables, HoldsWhatTheSourcesRead) {
  const Listing listing = list_variables({});
  int found = 0;
  for (const std::string& path : test::files_below("src")) {
    const std::string text = test::read(path);
    for (const std::string_view call :
         {"environment.find(\"", ").find(\"", "sources.find(\"", "sources.number(\"", "sources.text(\"",
          "source.find(\"", "apply(\"", "builder.current(\"", "variable_name = \""}) {
      for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
        const std::size_t begin = at + call.size();
        const std::string name = text.substr(begin, text.find('"', begin) - begin);
        if (name.find_first_of("-abcdefghijklmnopqrstuvwxyz") != std::string::npos) continue;  // a key of a file
        EXPECT_NE(find(listing, name), nullptr) << path << " reads " << name;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace atomesh
