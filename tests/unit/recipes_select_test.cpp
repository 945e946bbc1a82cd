// Finding a recipe by its name, one of its points, and whether it can be launched.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;
using recipe_test::load;

std::string find(std::string_view text, std::string_view name) {
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("r.yaml", text), diagnostics);
  const yaml::Entry* entry = find_recipe(document.value(), name, diagnostics);
  return entry == nullptr ? test::report(diagnostics) : fmt::format("line {}", entry->key->mark.line);
}

TEST(RecipesNames, AreFoundWithoutReadingRecipes) {
  EXPECT_EQ(find("a: 1\nb: [ x ]\n", "b"), "line 2");
  EXPECT_EQ(find(recipe_test::edited({}), "agentic-disagg"), "line 71");
}

TEST(RecipesNames, UnknownNameHasANearOne) {
  EXPECT_EQ(find(recipe_test::edited({}), "agentic-disag"),
            "r.yaml: error: there is no recipe 'agentic-disag' in this file [unknown-recipe]\n"
            "    hint: did you mean 'agentic-disagg'?\n");
}

TEST(RecipesNames, UnknownNameHasTheLaunchableOnes) {
  EXPECT_EQ(find(recipe_test::edited({{77, "sglang", "atom"}}), "kimi"),
            "r.yaml: error: there is no recipe 'kimi' in this file [unknown-recipe]\n"
            "    hint: atom-disagg recipes of this file: disagg, agentic-disagg\n");
  EXPECT_EQ(find("a: { framework: vllm }\n", "kimi"),
            "r.yaml: error: there is no recipe 'kimi' in this file [unknown-recipe]\n"
            "    hint: the file has no atom-disagg recipe\n");
}

TEST(RecipesNames, NotesAreNoRecipes) {
  EXPECT_EQ(find("x-common: {}\na: {}\n", "x-common"),
            "r.yaml: error: there is no recipe 'x-common' in this file [unknown-recipe]\n"
            "    hint: the file has no atom-disagg recipe\n");
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("r.yaml", "x-common: {}\na: {}\nb: {}\n"), diagnostics);
  std::string names;
  for (const yaml::Entry* entry : recipe_entries(document.value())) names += entry->key->text + " ";
  EXPECT_EQ(names, "a b ");
}

TEST(RecipesNames, TheFileIsAMapping) {
  EXPECT_EQ(find("", "a"),
            "r.yaml: error: the file holds no recipes [wrong-type]\n"
            "    hint: write `RECIPE-NAME:` at the start of a line and its keys indented below it\n");
  EXPECT_EQ(find("# only a comment\n", "a"), find("", "a"));
  EXPECT_EQ(find("- a\n", "a"),
            "r.yaml:1:1: error: the top level is not a mapping of recipe names [wrong-type]\n"
            "    - a\n"
            "    ^\n"
            "    hint: write `RECIPE-NAME:` at the start of a line and its keys indented below it\n");
  const auto loaded = load(std::string_view("text\n"));
  EXPECT_EQ(recipe_test::found(loaded.diagnostics), "wrong-type 1:1");
  EXPECT_TRUE(loaded.recipes.empty());
}

/// The number of the point, or what is printed.
std::string select(const std::vector<Edit>& edits, std::string_view recipe, const PointRequest& request) {
  const auto loaded = load(edits);
  Diagnostics diagnostics;
  const Point* point = select_point(loaded.document, loaded.recipe(recipe), request, diagnostics);
  return point == nullptr ? test::report(diagnostics) : fmt::format("point {}", point->index);
}

TEST(RecipesSelect, OnePoint) {
  struct Case {
    const char* name;
    const char* recipe;
    PointRequest request;
    const char* point;
  };
  const Case cases[] = {
      {"by concurrency of a list", "disagg", {.conc = 512}, "point 0"},
      {"by concurrency of a range", "disagg", {.conc = 16}, "point 1"},
      {"by number", "disagg", {.point = 1}, "point 1"},
      {"by all at once", "disagg", {.isl = 8192, .osl = 1024, .conc = 4, .point = 1}, "point 1"},
      {"the only one", "agentic-disagg", {}, "point 0"},
      {"in a single-node recipe", "single", {.conc = 1}, "point 1"},
  };
  for (const Case& test_case : cases) {
    SCOPED_TRACE(test_case.name);
    EXPECT_EQ(select({}, test_case.recipe, test_case.request), test_case.point);
  }
  EXPECT_EQ(select({{39, "",
                     "    - { isl: 1, osl: 1024, search-space: [ { conc-list: [ 4 ], prefill: { num-worker: 1, "
                     "tp: 1, ep: 1, dp-attn: n }, decode: { num-worker: 1, tp: 1, ep: 1, dp-attn: n } } ] }"}},
                   "disagg", {.isl = 1}),
            "point 2");
}

TEST(RecipesSelect, SeveralFit) {
  EXPECT_EQ(
      select({}, "disagg", {}),
      "r.yaml:1:1: error: recipe 'disagg' has 2 points [ambiguous-point]\n"
      "    disagg:\n"
      "    ^~~~~~\n"
      "    hint: choose by --conc or --point: point 0: isl 8192 osl 1024, 2P1D prefill tp8 dp-attn, decode tp8 ep "
      "dp-attn mtp3, conc 256 512; point 1: isl 8192 osl 1024, 1P1D prefill tp4, decode tp8, conc 4 8 16 32 64\n");
}

TEST(RecipesSelect, TheHintNamesWhatTellsPointsApart) {
  const auto hint = [](const std::vector<Edit>& edits, std::string_view recipe) {
    const std::string text = select(edits, recipe, {});
    const std::size_t begin = text.find("hint: ") + 6;
    return text.substr(begin, text.find(':', begin) - begin);
  };
  EXPECT_EQ(hint({{53, "conc-start: 4, conc-end: 64", "conc-list: [ 1, 2 ]"}}, "single"), "choose by --point");
  EXPECT_EQ(hint({}, "single"), "choose by --conc or --point");
  EXPECT_EQ(
      hint({{53, "", "      - { tp: 8, conc-list: [ 1, 2 ] }\n    - isl: 8192\n      osl: 1024\n      search-space:"}},
           "single"),
      "choose by --isl or --point");
}

TEST(RecipesSelect, NoneFits) {
  EXPECT_EQ(select({}, "single", {.isl = 8192, .conc = 7}),
            "r.yaml:40:1: error: recipe 'single' has no point with isl 8192 and conc 7 [no-such-point]\n"
            "    single:\n"
            "    ^~~~~~\n"
            "    hint: it has point 0: isl 1024 osl 1024, tp8, conc 4 8 16 32 64; point 1: isl 1024 osl 1024, tp4 "
            "dp-attn, conc 1 2\n");
  EXPECT_EQ(select({}, "agentic-disagg", {.isl = 1, .osl = 2, .conc = 3, .point = 4}),
            "r.yaml:71:1: error: recipe 'agentic-disagg' has no point with isl 1 and osl 2 and conc 3 and number 4 "
            "[no-such-point]\n"
            "    agentic-disagg:\n"
            "    ^~~~~~~~~~~~~~\n"
            "    hint: it has point 0: agentic-coding, 1P1D tp8, conc 1 2\n");
  EXPECT_EQ(
      select({{83, "", "    - search-space: []"}, {84, "", ""}, {85, "", ""}, {86, "", ""}}, "agentic-disagg", {}),
      "r.yaml:71:1: error: recipe 'agentic-disagg' has no point [no-such-point]\n"
      "    agentic-disagg:\n"
      "    ^~~~~~~~~~~~~~\n"
      "    hint: its search-space is empty\n");
}

TEST(RecipesSelect, ShapeShowsTheTpOfAWorker) {
  const auto loaded = load({{26, "=2", "=1"}, {54, "dp-attn: true", "ep: 8, dp-attn: true"}});
  EXPECT_EQ(describe_shape(loaded.recipe("disagg").points.at(0)),
            "2P1D prefill tp4 dp-attn, decode tp8 ep dp-attn mtp3");
  EXPECT_EQ(describe_shape(loaded.recipe("single").points.at(1)), "tp4 ep dp-attn");
}

/// Empty if point 0 of the recipe can be launched, else what is printed.
std::string launch(const std::vector<Edit>& edits, std::string_view recipe) {
  const auto loaded = load(edits);
  Diagnostics diagnostics;
  const Recipe& chosen = loaded.recipe(recipe);
  const DeploymentPoint* point = deployment_of(loaded.document, chosen, chosen.points.at(0), diagnostics);
  EXPECT_EQ(point == nullptr, diagnostics.has_errors());
  return test::report(diagnostics);
}

TEST(RecipesLaunch, AtomDisaggOverSeveralNodes) {
  EXPECT_EQ(launch({}, "disagg"), "");
  EXPECT_EQ(launch({{22, "tp: 8", "tp: 8\n          pp: 1"}}, "disagg"), "");
}

TEST(RecipesLaunch, OtherFrameworks) {
  EXPECT_EQ(launch({}, "agentic-disagg"),
            "r.yaml:71:1: error: recipe 'agentic-disagg' is for framework 'sglang-disagg' [wrong-framework]\n"
            "    agentic-disagg:\n"
            "    ^~~~~~~~~~~~~~\n"
            "    hint: atomesh launches recipes of framework 'atom-disagg'\n");
}

TEST(RecipesLaunch, OneNode) {
  EXPECT_EQ(launch({{46, "sglang", "atom-disagg"}}, "single"),
            "r.yaml:40:1: error: recipe 'single' has 'multinode: false' [not-launchable]\n"
            "    single:\n"
            "    ^~~~~~\n"
            "    hint: atomesh launches prefill and decode on nodes of their own\n");
}

TEST(RecipesLaunch, APointWithoutRoles) {
  EXPECT_EQ(launch({{77, "sglang", "atom"},
                    {84, "- conc", "- { tp: 8, kv-offloading: none, conc-list: [ 1 ] }\n      - conc"},
                    {86, "any text", "A=1"}},
                   "agentic-disagg"),
            "r.yaml:84:9: error: point 0 of recipe 'agentic-disagg' has no 'prefill' and 'decode' [not-launchable]\n"
            "          - { tp: 8, kv-offloading: none, conc-list: [ 1 ] }\n"
            "            ^\n"
            "    hint: atomesh launches prefill and decode on nodes of their own\n");
}

TEST(RecipesLaunch, ParallelismThatNobodyWouldGive) {
  EXPECT_EQ(launch({{22, "tp: 8", "tp: 8\n          pp: 2"}}, "disagg"),
            "r.yaml:23:11: error: 'pp: 2' cannot be launched [not-launchable]\n"
            "              pp: 2\n"
            "              ^~\n"
            "    hint: remove 'pp'; atomesh spreads a model by tp, ep and dp-attn\n");
  const auto loaded =
      load({{22, "tp: 8", "tp: 8\n          pcp-size: 2"}, {29, "tp: 8", "tp: 8\n          dcp-size: 4"}});
  Diagnostics diagnostics;
  const Recipe& recipe = loaded.recipe("disagg");
  EXPECT_EQ(deployment_of(loaded.document, recipe, recipe.points.at(0), diagnostics), nullptr);
  EXPECT_EQ(recipe_test::found(diagnostics), "not-launchable 23:11, not-launchable 31:11");
}

TEST(RecipesLaunch, SpeculationByAnotherModel) {
  EXPECT_EQ(launch({{19, "mtp", "draft_model"}}, "disagg"),
            "r.yaml:19:9: error: 'spec-decoding: draft_model' cannot be launched [not-launchable]\n"
            "            spec-decoding: draft_model\n"
            "            ^~~~~~~~~~~~~\n"
            "    hint: atomesh speculates with the model's own MTP layers: 'spec-decoding: mtp'\n");
}

}  // namespace
}  // namespace atomesh
