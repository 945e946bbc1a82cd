#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

void expect_outlines(const std::vector<OutlineCase>& cases) {
  for (const OutlineCase& test : cases) EXPECT_EQ(outline(test.text), test.outline) << test.name;
}

TEST(YamlParse, Trees) {
  expect_outlines({
      {"block mapping", "a: 1\nb: x y\n", "{a: 1, b: x y}"},
      {"nested", "a:\n  b:\n    - c: 1\n      d: 2\n    - e\n", "{a: {b: [{c: 1, d: 2}, e]}}"},
      {"list not indented", "a:\n- b\n- c\nd: 1\n", "{a: [b, c], d: 1}"},
      {"flow", "{a: [1, {b: c}], 'd': \"e\"}\n", "{a: [1, {b: c}], \"d\": \"e\"}"},
      {"json", R"({"a":1,"b":[true,null]})", "{\"a\": 1, \"b\": [true, ~]}"},
      {"pair inside a list", "[a: b, c]\n", "[{a: b}, c]"},
      {"keys without values in braces", "{a, b: c}\n", "{a: ~, b: c}"},
      {"explicit keys", "? a\n: b\n? c\n", "{a: b, c: ~}"},
      {"key order is kept", "z: 1\na: 2\nm: 3\n", "{z: 1, a: 2, m: 3}"},
      {"comments", "# one\na: 1 # two\n# three\nb: x#y\n", "{a: 1, b: x#y}"},
      {"document markers", "---\na: 1\n...\n", "{a: 1}"},
      {"version directive", "# c\n%YAML 1.2\n---\na: 1\n", "{a: 1}"},
      {"lone scalar", "text\n", "text"},
      {"merge key in quotes is a key", "\"<<\": 1\n", "{\"<<\": 1}"},
      {"not ASCII", "schlüssel: größe\n", "{schlüssel: größe}"},
  });
}

TEST(YamlParse, Nulls) {
  expect_outlines({
      {"empty file", "", "~"},
      {"only comments", "# a: 1\n\n# b\n", "~"},
      {"only a marker", "---\n", "~"},
      {"all spellings", "[~, null, Null, NULL]\n", "[~, ~, ~, ~]"},
      {"nothing there", "a:\nb: # c\n", "{a: ~, b: ~}"},
      {"in lists", "- \n-\n- a\n", "[~, ~, a]"},
      {"quoted is text", "['~', \"null\", '']\n", "[\"~\", \"null\", \"\"]"},
      {"anchored", "a: &x\nb: *x\n", "{a: ~, b: ~}"},
      {"other spellings are text", "[nUll, nil, none]\n", "[nUll, nil, none]"},
  });
}

TEST(YamlParse, TextOfScalars) {
  expect_outlines({
      {"plain over lines", "a: b\n  c\n\n  d\n", "{a: b c\nd}"},
      {"single quotes", "a: 'it''s \\n'\n", "{a: \"it's \\n\"}"},
      {"single quotes over lines", "a: 'b\n  c\n\n  d '\n", "{a: \"b c\nd \"}"},
      {"line ends first in quotes", "a: '\n\n  b'\n", "{a: \"\nb\"}"},
      {"escapes", R"(a: "\t\"\\\/\x41\u00e9\U0001F600")", "{a: \"\t\"\\/A\u00e9\U0001F600\"}"},
      {"escapes that are not ASCII", R"(a: "\N\_\L\P")", "{a: \"\u0085\u00a0\u2028\u2029\"}"},
      {"escaped line end", "a: \"b\\\n  c \\\n\n  d\"\n", "{a: \"bc \nd\"}"},
      {"tab in quotes", "a: \"b\tc\"\n", "{a: \"b\tc\"}"},
      {"literal block", "a: |\n  b\n   c\n\n  d\ne: 1\n", "{a: \"b\n c\n\nd\n\", e: 1}"},
      {"folded block", "a: >\n  b\n  c\n\n  d\ne: 1\n", "{a: \"b c\nd\n\", e: 1}"},
      {"stripped", "a: |-\n  b\n\n", "{a: \"b\"}"},
      {"kept", "a: |+\n  b\n\n", "{a: \"b\n\n\"}"},
      {"kept and folded", "a: >+\n  b\n\n\nc: 1\n", "{a: \"b\n\n\n\", c: 1}"},
      {"folded, blanks end the file", "a: >\n  b\n  ", "{a: \"b\n\"}"},
      {"folded and stripped, blanks end the file", "a: >-\n  b\n  ", "{a: \"b\"}"},
      {"folded without a last line end", "a: >\n  b ", "{a: \"b \"}"},
      {"indentation digit", "a: |1\n  b\n", "{a: \" b\n\"}"},
      {"tab in a block", "a: |\n  b\tc\n", "{a: \"b\tc\n\"}"},
      {"string tag", "a: !!str 12\nb: !!str\nc: !!str ~\n", "{a: \"12\", b: \"\", c: \"~\"}"},
      {"tag without a name", "a: ! 12\n", "{a: \"12\"}"},
  });
}

TEST(YamlParse, ByteOrderMarkAndCarriageReturnsNeverReachAValue) {
  expect_outlines({
      {"mark",
       "\xEF\xBB\xBF"
       "a: 1\n",
       "{a: 1}"},
      {"line ends", "a: |\r\n  b\r\n  c\r\nd: 'e\r\n  f'\r\n", "{a: \"b\nc\n\", d: \"e f\"}"},
  });
}

TEST(YamlParse, MarksAreWhereValuesBegin) {
  const Parsed parsed =
      parse_text("é: &x  ü\n'k': !!str \"q\"\nm: &m\n  a: 1\nl:\n  - ~\n  -\n  # c\n  - |\n    t\ne:\nz: *x\n");
  ASSERT_TRUE(parsed.document) << fmt::format("{}", fmt::join(lines_of(parsed.diagnostics), "\n"));
  const Node& root = *parsed.document->root;
  const auto mark = [](const Node& node) { return fmt::format("{}:{}", node.mark.line, node.mark.column); };
  EXPECT_EQ(mark(root), "1:1");
  EXPECT_EQ(mark(*root.find("é")), "1:8");
  EXPECT_EQ(mark(*root.find_entry("k")->key), "2:1");
  EXPECT_EQ(mark(*root.find("k")), "2:12");
  EXPECT_EQ(mark(*root.find("m")), "4:3");
  EXPECT_EQ(mark(*root.find("l")), "6:3");
  EXPECT_EQ(mark(*root.find("l")->items[0]), "6:5");
  EXPECT_EQ(mark(*root.find("l")->items[1]), "7:3");
  EXPECT_EQ(mark(*root.find("l")->items[2]), "9:5");
  EXPECT_EQ(mark(*root.find("e")), "11:1") << "a value that is not there: at its key";
  EXPECT_EQ(root.find("z"), root.find("é")) << "an alias is the node itself";
  EXPECT_EQ(mark(*parse_text("# c\n").document->root), "0:0");
}

TEST(YamlParse, FindTakesTheFirst) {
  const Parsed parsed = parse_text("m: {a: 1, b: 2, a: 3}\n");
  const Node& node = *parsed.document->root->find("m");
  EXPECT_EQ(node.find("a")->text, "1");
  EXPECT_EQ(node.find_entry("b")->value->text, "2");
  EXPECT_EQ(node.find("c"), nullptr);
  EXPECT_EQ(node.find_entry("c"), nullptr);
  EXPECT_EQ(node.entries[0].value->find("a"), nullptr) << "a scalar has no keys";
}

TEST(YamlParse, NodesSurviveAMove) {
  Parsed parsed = parse_text("a: {b: 1, b: 2}\n");
  const Document moved = std::move(*parsed.document);
  EXPECT_EQ(outline(*moved.root), "{a: {b: 1, b: 2}}");
  EXPECT_FALSE(report_faults(moved, *moved.root, parsed.diagnostics));
}

TEST(YamlSource, ReadsAndCleansAFile) {
  const std::string path = testing::TempDir() + "atomesh_yaml_source.yaml";
  std::ofstream(path, std::ios::binary) << "\xEF\xBB\xBF"
                                           "a: 1\r\nb: 2\r\r\nc\r";
  Diagnostics diagnostics;
  const std::optional<SourcePtr> source = read_file(path, diagnostics);
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->name, path);
  EXPECT_EQ((*source)->text, "a: 1\nb: 2\r\nc\r");
  EXPECT_EQ(diagnostics.error_count(), 0U);
}

TEST(YamlSource, UnreadableFiles) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/nonexistent/m.yaml", "cannot read this file: No such file or directory"},
      {"/", "cannot read this file: Is a directory"},
      {"/dev/zero", "cannot read this file: File too large"},
  };
  for (const auto& [path, message] : cases) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_file(path, diagnostics)) << path;
    ASSERT_EQ(diagnostics.error_count(), 1U) << path;
    const Diagnostic found = diagnostics.sorted()[0];
    EXPECT_EQ(found.code, Code("file-unreadable")) << path;
    EXPECT_EQ(describe(found.where), path);
    EXPECT_EQ(found.message, message) << path;
  }
}

}  // namespace
}  // namespace atomesh::yaml
