#include <gtest/gtest.h>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

TEST(YamlMerge, Trees) {
  const std::vector<OutlineCase> cases = {
      {"one mapping", "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  z: 3\n", "{a: {x: 1, y: 2}, b: {z: 3, <x: 1, <y: 2}}"},
      {"explicit keys win, before and after", "a: &a {x: 1, y: 2}\nb: {x: 9, <<: *a, y: 8}\n",
       "{a: {x: 1, y: 2}, b: {x: 9, y: 8}}"},
      {"the earlier of a list wins", "a: &a {x: 1}\nb: &b {x: 2, y: 3}\nc: {<<: [*a, *b]}\n",
       "{a: {x: 1}, b: {x: 2, y: 3}, c: {<x: 1, <y: 3}}"},
      {"merges of merges", "a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}\n",
       "{a: {x: 1}, b: {y: 2, <x: 1}, c: {z: 3, <y: 2, <x: 1}}"},
      {"inline", "a: {<<: {x: 1}, y: 2}\n", "{a: {y: 2, <x: 1}}"},
      {"empty list", "a: {<<: [], y: 2}\n", "{a: {y: 2}}"},
      {"at the top", "a: &a {x: 1}\n<<: *a\n", "{a: {x: 1}, <x: 1}"},
      {"quoted is a key", "a: &a {x: 1}\nb: {\"<<\": *a}\n", "{a: {x: 1}, b: {\"<<\": {x: 1}}}"},
      {"as a value", "a: <<\n", "{a: <<}"},
  };
  for (const OutlineCase& test : cases) EXPECT_EQ(outline(test.text), test.outline) << test.name;
}

TEST(YamlMerge, LargeMappings) {
  std::string text = "a: &a {";
  for (int i = 0; i < 20; ++i) text += fmt::format("k{}: 1, ", i);
  const Parsed parsed = parse_text(text + "}\nb: {k3: 2, k19: 2, <<: *a}\n");
  const Node& node = *parsed.document->root->find("b");
  EXPECT_EQ(node.entries.size(), 20U);
  EXPECT_EQ(node.find("k3")->text, "2");
  EXPECT_EQ(node.find("k18")->text, "1");
}

TEST(YamlMerge, TakesMappings) {
  const std::string hint = "write <<: *name or <<: [*one, *two]; quote \"<<\" if it is an ordinary key";
  const std::vector<FindingsCase> cases = {
      {"text", "a: {<<: x}\n", {"not text"}},
      {"nothing", "a:\n  <<:\n", {"not nothing"}},
      {"list with text", "a: {<<: [{b: 1}, x]}\n", {"not a list with text in it"}},
      {"list in a list", "a: {<<: [[]]}\n", {"not a list with a list in it"}},
      {"alias of text", "x: &x 1\na: {<<: *x}\n", {"not text"}},
  };
  for (const FindingsCase& test : cases) {
    const std::vector<std::string> found = findings(test.text);
    ASSERT_EQ(found.size(), 1U) << test.name;
    EXPECT_EQ(found[0].substr(found[0].find(' ') + 1),
              fmt::format("bad-merge: a merge key (<<) takes a mapping or a list of mappings, {} | {}",
                          test.findings[0], hint))
        << test.name;
  }
  EXPECT_EQ(messages("a:\n  b: 1\n  <<: x\n")[0].substr(0, 6), "3:3+2 ") << "at the key";
}

TEST(YamlMerge, PassesFaultsOn) {
  Parsed parsed = parse_text("a: &a {x: 1, x: 2}\nb: {<<: *a, x: 3}\nc: {<<: [{y: 1, y: 2}]}\n");
  ASSERT_TRUE(parsed.document);
  const Node& root = *parsed.document->root;
  EXPECT_FALSE(report_faults(*parsed.document, *root.find("b"), parsed.diagnostics));
  EXPECT_FALSE(report_faults(*parsed.document, *root.find("c"), parsed.diagnostics));
  EXPECT_EQ(lines_of(parsed.diagnostics),
            (std::vector<std::string>{
                "1:14+1 duplicate-key: duplicate key 'x': first given at line 1 | remove one of the two",
                "3:17+1 duplicate-key: duplicate key 'y': first given at line 3 | remove one of the two"}));
}

TEST(YamlAlias, Trees) {
  EXPECT_EQ(outline("a: &x [1]\nb: [*x, *x]\n"), "{a: [1], b: [[1], [1]]}");
  EXPECT_EQ(outline("a: &x 1\nb: &x 2\nc: *x\n"), "{a: 1, b: 2, c: 2}") << "the last anchor of a name counts";
  EXPECT_EQ(outline("&k a: 1\nm: {*k : 2}\n"), "{a: 1, m: {a: 2}}");
  EXPECT_EQ(messages("&k a: 1\n*k : 2\n"),
            std::vector<std::string>{"2:1+2 duplicate-key: duplicate key 'a': first given at line 1"});
}

TEST(YamlAlias, WithoutAValue) {
  const std::vector<FindingsCase> cases = {
      {"inside itself",
       "a: &x\n  b: *x\n",
       {"2:6+2 bad-alias: the alias *x stands inside the value that it names | repeat the value, or move the anchor"}},
      {"unknown",
       "a: *none\n",
       {"1:4+5 bad-alias: the alias *none names no anchor that stands before it | quote the value if it begins with "
        "'*'"}},
      {"later",
       "a: *x\nb: &x 1\n",
       {"1:4+2 bad-alias: the alias *x names no anchor that stands before it | quote the value if it begins with '*'"}},
  };
  for (const FindingsCase& test : cases) {
    EXPECT_EQ(findings(test.text), test.findings) << test.name;
    EXPECT_FALSE(parse_text(test.text).document) << test.name;
  }
}

/// Lines `aN: &aN <value with every @ replaced by *aN-1>`.
std::string chain(const std::string& first, const std::string& value, int lines) {
  std::string text = fmt::format("a0: &a0 {}\n", first);
  for (int i = 1; i < lines; ++i) {
    std::string line = value;
    const std::string alias = fmt::format("*a{}", i - 1);
    for (std::size_t at = line.find('@'); at != std::string::npos; at = line.find('@')) line.replace(at, 1, alias);
    text += fmt::format("a{}: &a{} {}\n", i, i, line);
  }
  return text;
}

TEST(YamlAlias, ExpansionIsBounded) {
  EXPECT_EQ(messages(chain("[x]", "[@, @, @, @, @, @, @, @, @, @]", 12)),
            std::vector<std::string>{
                "7:25+3 alias-expansion: with the alias *a5 this file stands for more than 1000000 values"});
  EXPECT_EQ(messages(chain("{k: x}", "{<<: [@, @, @, @, @, @, @, @, @, @]}", 12)),
            std::vector<std::string>{
                "7:30+3 alias-expansion: with the alias *a5 this file stands for more than 1000000 values"});
  EXPECT_EQ(
      messages(chain("[x]", "[@]", 2000)),
      std::vector<std::string>{"1000:14+5 alias-expansion: the alias *a998 nests values more than 1000 levels deep"});
  EXPECT_TRUE(parse_text(chain("[x]", "[@]", 900)).document) << "below the bound";
}

TEST(YamlAlias, MergedCopiesAreBounded) {
  std::string text = chain("{k: x}", "{<<: @, # : y}", 1);
  for (int i = 1; i < 3000; ++i) text += fmt::format("a{}: &a{} {{<<: *a{}, k{}: y}}\n", i, i, i - 1, i);
  const std::vector<std::string> found = messages(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("alias-expansion: with the "), std::string::npos) << found[0];
}

}  // namespace
}  // namespace atomesh::yaml
