// Differences of whole sides, and how they are shown.
#include "diff_fixture.hpp"

namespace atomesh::diff_test {
namespace {

DiffProcess of_recipe(std::string recipe, int point, Role role, int worker, std::string_view words) {
  DiffProcess made = process(words);
  made.id = {std::move(recipe), "", 1024, 512, point, std::nullopt, role, worker};
  made.point = point + 3;
  made.plan.role = role;
  made.plan.rank = worker;
  made.plan.model = "Tiny";
  return made;
}

DiffProcess of_model(std::string model, Role role, Mode mode, std::string_view words) {
  DiffProcess made = process(words);
  made.id.model = std::move(model);
  made.id.mode = mode;
  made.id.role = made.plan.role = role;
  return made;
}

DiffSide side(std::string name, std::vector<DiffProcess> processes) {
  return {std::move(name), {}, {}, std::move(processes)};
}

/// One of everything.
Diff everything() {
  DiffSide a = side(
      "a", {of_model("Tiny", Role::prefill, Mode::tp, "--block-size 1"),
            of_model("Tiny", Role::prefill, Mode::ep, "--block-size 1"), of_model("Old", Role::prefill, Mode::tp, ""),
            of_recipe("tiny", 0, Role::prefill, 0, "--block-size 1"),
            of_recipe("tiny", 1, Role::prefill, 0, "--block-size 1"),
            of_recipe("tiny", 1, Role::decode, 0, "--level 1"), of_recipe("tiny", 1, Role::decode, 1, "--level 1")});
  DiffSide b =
      side("b", {of_model("Tiny", Role::prefill, Mode::tp, "--block-size 2"),
                 of_model("Tiny", Role::prefill, Mode::ep, "--block-size 2"),
                 of_recipe("tiny", 0, Role::prefill, 0, "--block-size 2"),
                 of_recipe("tiny", 0, Role::prefill, 1, "--block-size 2"),
                 of_recipe("tiny", 1, Role::prefill, 0, "--block-size 2"),
                 of_recipe("tiny", 1, Role::decode, 0, "--level 2"), of_recipe("tiny", 1, Role::decode, 1, "--level 2"),
                 of_recipe("fresh", 0, Role::decode, 0, "")});
  a.models = {"Old", "Tiny"};
  b.models = {"Tiny"};
  a.recipes = {{"tiny", 2, 4}};
  b.recipes = {{"tiny", 2, 5}, {"fresh", 1, 1}};
  return compare(std::move(a), std::move(b));
}

TEST(DiffSides, AreEqualToThemselves) {
  const Diff diff = compare(side("a", {process("--level 1")}), side("b", {process("--level 1")}));
  EXPECT_TRUE(diff.empty());
  EXPECT_FALSE(diff.must_match());
  EXPECT_EQ(to_text(diff), "");
  EXPECT_EQ(to_markdown(diff), "### atomesh diff `a` `b`\n\nNo process changes.\n");
  EXPECT_EQ(to_json(diff), R"({
  "format": "atomesh.diff/1",
  "added": [],
  "removed": [],
  "changed": []
}
)");
}

TEST(DiffSides, KnowWhetherWhatMustMatchChanged) {
  const Diff tuning = compare(side("a", {process("--level 1")}), side("b", {process("--level 2")}));
  EXPECT_FALSE(tuning.empty());
  EXPECT_FALSE(tuning.must_match());
  EXPECT_TRUE(everything().must_match());
  const Diff arrival = compare(side("a", {}), side("b", {process("--level 1")}));
  EXPECT_FALSE(arrival.empty());
  EXPECT_FALSE(arrival.must_match());
}

TEST(DiffSides, CompareTwoPlansWhateverTheirRoles) {
  DiffProcess prefill = process("--level 1");
  prefill.plan.role = prefill.id.role = Role::prefill;
  const Diff diff = compare(side("a", {prefill}), side("b", {process("--level 1")}));
  EXPECT_TRUE(diff.added.empty() && diff.removed.empty());
  EXPECT_EQ(to_text(diff), R"(--- a
+++ b

decode: rank 0
  tuning     ~ role  prefill → decode

1 process changed in tuning only
)");
}

TEST(DiffText, GroupsProcessesThatChangeAlike) {
  EXPECT_EQ(to_text(everything()), R"(--- a
+++ b
- model Old removed
+ recipe fresh (1 point, 1 process) added
+ recipe tiny (point 3: prefill 1) added

model Tiny (prefill: tp, ep)
recipe tiny (points 3, 4: prefill)
  must-match ~ --block-size  1 → 2

recipe tiny (point 4: decode)
  tuning     ~ --level  1 → 2

6 processes changed, 4 of them in what must match, 2 added, 1 removed
)");
}

std::string text_of(std::string_view before, std::string_view after) {
  const std::string text = to_text(compare(side("a", {process(before)}), side("b", {process(after)})));
  const std::size_t begin = text.find("rank 0\n") + 7;
  return text.substr(begin, text.find("\n\n", begin) + 1 - begin);
}

TEST(DiffText, AlignsAndSigns) {
  EXPECT_EQ(text_of("--level 1 --gone 5 --hf-overrides '{\"a\":1,\"b\":[1],\"c\":1}'",
                    "--new-switch --level '' --hf-overrides '{\"a\":2,\"b\":[2],\"d\":1}'"),
            R"(  must-match ~ --hf-overrides  a: 1 → 2
  must-match ~ --hf-overrides  b: - 1; + 2
  must-match ~ --hf-overrides  c: - 1
  must-match ~ --hf-overrides  d: + 1
  tuning     ~ --level         1 → ''
  tuning     - --gone          5
  tuning     + --new-switch
)");
}

TEST(DiffText, WrapsAtEightyColumns) {
  const std::string words = "one two three four five six seven eight nine ten eleven twelve";
  EXPECT_EQ(text_of(fmt::format("--request-log '{}'", words), fmt::format("--request-log '{} more'", words)),
            R"(  tuning     ~ --request-log  - one two three four five six seven eight nine
                                ten eleven twelve
                              + one two three four five six seven eight nine
                                ten eleven twelve more
)");
  EXPECT_EQ(text_of("", "--an-option-whose-name-is-longer-than-most-are value"),
            R"(  tuning     + --an-option-whose-name-is-longer-than-most-are
        value
)");
  EXPECT_EQ(text_of("", "--request-log " + std::string(60, 'x')),
            "  tuning     + --request-log  " + std::string(50, 'x') + "\n" + std::string(30, ' ') +
                std::string(10, 'x') + "\n");
}

TEST(DiffText, CutsLongValuesAndLists) {
  const std::string text = text_of("", "--request-log " + std::string(300, 'x'));
  EXPECT_NE(text.find("… (300 characters)\n"), std::string::npos) << text;
  EXPECT_EQ(text_of("--cudagraph-capture-sizes '[]'", "--cudagraph-capture-sizes '[1,2,3,4,5,6,7,8,9,10,11,12,13,14]'"),
            R"(  tuning     ~ --cudagraph-capture-sizes  + 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                                            12, … and 2 more
)");
}

TEST(DiffText, EscapesWhatWouldMoveTheCursor) {
  EXPECT_EQ(text_of("", "--request-log $'\\x1b'\"\n\""), "  tuning     + --request-log  $\\x1b\\n\n");
}

TEST(DiffMarkdown, IsATableForEachGroup) {
  EXPECT_EQ(to_markdown(everything()), R"(### atomesh diff `a` `b`

6 processes changed, 4 of them in what must match, 2 added, 1 removed.

- model `Old` **removed**
- recipe `fresh` (1 point, 1 process) **added**
- recipe `tiny` (point 3: prefill 1) **added**

model `Tiny` (prefill: tp, ep)<br>
recipe `tiny` (points 3, 4: prefill)

| class | setting | before | after |
|---|---|---|---|
| **must-match** | `--block-size` | `1` | `2` |

recipe `tiny` (point 4: decode)

| class | setting | before | after |
|---|---|---|---|
| tuning | `--level` | `1` | `2` |
)");
}

TEST(DiffMarkdown, KeepsValuesWithinTheirCells) {
  const auto row = [](std::string_view words) {
    const std::string text = to_markdown(compare(side("a", {process("")}), side("b", {process(words)})));
    return text.substr(text.find("| tuning"));
  };
  EXPECT_EQ(row("--x 'a|b'"), "| tuning | `--x` |  | `a\\|b` |\n");
  EXPECT_EQ(row("--x 'a``b'"), "| tuning | `--x` |  | ``` a``b ``` |\n");
  EXPECT_EQ(row("--x 'a\nb'"), "| tuning | `--x` |  | `a\\nb` |\n");
  EXPECT_EQ(row("--x"), "| tuning | `--x` |  | (given) |\n");
}

TEST(DiffMarkdown, StaysBelowTheLimitOfAComment) {
  std::vector<DiffProcess> before;
  std::vector<DiffProcess> after;
  for (int i = 0; i < 400; ++i) {
    before.push_back(of_recipe(fmt::format("recipe-{}", i), 0, Role::decode, 0, fmt::format("--level {}", i)));
    after.push_back(of_recipe(fmt::format("recipe-{}", i), 0, Role::decode, 0,
                              fmt::format("--level {} --request-log {}", i + 1, std::string(200, 'x'))));
  }
  const std::string text = to_markdown(compare(side("a", before), side("b", after)));
  EXPECT_LT(text.size(), 61000U);
  EXPECT_GT(text.size(), 50000U);
  EXPECT_TRUE(text.ends_with(" more groups of changes: `atomesh diff` shows them all.\n"))
      << text.substr(text.size() - 200);
}

TEST(DiffJson, HasOneElementAProcess) {
  DiffSide a = side("a", {of_model("Old", Role::prefill, Mode::tp_dpa, ""),
                          of_recipe("tiny", 1, Role::decode, 1, "--hf-overrides '{\"a\":[1]}'")});
  DiffSide b = side(
      "b", {of_recipe("tiny", 1, Role::decode, 1, "--hf-overrides '{\"a\":[2]}' --level 1"), process("router launch")});
  EXPECT_EQ(to_json(compare(std::move(a), std::move(b))), R"({
  "format": "atomesh.diff/1",
  "added": [
    {
      "model": "",
      "role": "router",
      "rank": 0
    }
  ],
  "removed": [
    {
      "model": "Old",
      "mode": "tp+dpa",
      "role": "prefill"
    }
  ],
  "changed": [
    {
      "recipe": "tiny",
      "point": {
        "index": 4,
        "isl": 1024,
        "osl": 512,
        "number": 1
      },
      "model": "Tiny",
      "role": "decode",
      "rank": 1,
      "changes": [
        {
          "class": "must-match",
          "kind": "option",
          "name": "--hf-overrides",
          "path": "a",
          "removed": [
            "1"
          ],
          "added": [
            "2"
          ]
        },
        {
          "class": "tuning",
          "kind": "option",
          "name": "--level",
          "before": null,
          "after": "1"
        }
      ]
    }
  ]
}
)");
}

}  // namespace
}  // namespace atomesh::diff_test
