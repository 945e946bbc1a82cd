#include <gtest/gtest.h>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

using Lines = std::vector<std::string>;

void expect_findings(const std::vector<FindingsCase>& cases) {
  for (const FindingsCase& test : cases) EXPECT_EQ(findings(test.text), test.findings) << test.name;
}

TEST(YamlDuplicates, NameBothLines) {
  expect_findings({
      {"top level",
       "a: 1\nblock: 2\na: 3\n",
       {"3:1+1 duplicate-key: duplicate key 'a': first given at line 1 | remove one of the two"}},
      {"deep, quoted or not",
       "m:\n  - block_size: 1\n    \"block_size\": 2\n",
       {"3:5+12 duplicate-key: duplicate key 'block_size': first given at line 2 | remove one of the two"}},
      {"every repetition",
       "m: {a: 1, a: 2, a: 3}\n",
       {"1:11+1 duplicate-key: duplicate key 'a': first given at line 1 | remove one of the two",
        "1:17+1 duplicate-key: duplicate key 'a': first given at line 1 | remove one of the two"}},
      {"two merge keys",
       "a: &a {x: 1}\nb: &b {y: 1}\nc:\n  <<: *a\n  <<: *b\n",
       {"5:3+2 duplicate-key: duplicate key '<<': first given at line 4 | "
        "write one list of mappings: <<: [*one, *two]"}},
      {"the same key elsewhere", "a: {x: 1}\nb: {x: 1, y: {x: 2}}\n", {}},
      {"in another case", "a: 1\nA: 2\n", {}},
  });
}

TEST(YamlDuplicates, InLargeMappings) {
  std::string text = "m:\n";
  for (int i = 0; i < 40; ++i) text += fmt::format("  key{}: 1\n", i % 39);
  EXPECT_EQ(messages(text), Lines{"41:3+4 duplicate-key: duplicate key 'key0': first given at line 2"});
}

TEST(YamlDuplicates, OnlyThoseAtTheTopStopTheParse) {
  EXPECT_FALSE(parse_text("a: 1\na: 2\n").document);
  const Parsed parsed = parse_text("m: {a: 1, a: 2}\n");
  ASSERT_TRUE(parsed.document);
  EXPECT_EQ(parsed.diagnostics.error_count(), 0U);
  EXPECT_EQ(outline(*parsed.document->root), "{m: {a: 1, a: 2}}");
}

TEST(YamlKeys, MustBeText) {
  expect_findings({
      {"null", "m: {~: 1}\n", {"1:5+1 wrong-type: a key must be text, not empty | quote the key"}},
      {"missing", "m:\n  : 1\n", {"2:3+1 wrong-type: a key must be text, not empty | quote the key"}},
      {"list",
       "m: {[a]: 1}\n",
       {"1:5+1 wrong-type: a key must be text, not a list | quote the key if it begins with a bracket"}},
      {"mapping",
       "m:\n  {a}: 1\n",
       {"2:3+1 wrong-type: a key must be text, not a mapping | quote the key if it begins with a bracket"}},
      {"at the top",
       "? [a]\n: 1\n",
       {"1:3+1 wrong-type: a key must be text, not a list | "
        "quote the key if it begins with a bracket"}},
  });
  EXPECT_EQ(outline("m: {[a]: 1, b: 2}\n"), "{m: {b: 2}}") << "what cannot be a key is not in the tree";
}

TEST(YamlTags, OnlyStr) {
  const std::string hint = "remove it; quote the value if it is text";
  expect_findings({
      {"integer", "a: !!int 5\n", {"1:4+5 unsupported-tag: the tag !!int is not supported | " + hint}},
      {"own", "a: !foo 5\n", {"1:4+4 unsupported-tag: the tag !foo is not supported | " + hint}},
      {"verbatim", "a: !<x:y> 5\n", {"1:4+6 unsupported-tag: the tag !<x:y> is not supported | " + hint}},
      {"behind an anchor", "a: &x !!int 5\n", {"1:7+5 unsupported-tag: the tag !!int is not supported | " + hint}},
      {"on a key", "m:\n  !k a: 5\n", {"2:3+2 unsupported-tag: the tag !k is not supported | " + hint}},
      {"on a mapping", "a: !!map {b: 1}\n", {"1:4+5 unsupported-tag: the tag !!map is not supported | remove it"}},
      {"str on a list", "a: !!str [b]\n", {"1:4+5 unsupported-tag: the tag !!str is not supported | remove it"}},
      {"str in full", "a: !<tag:yaml.org,2002:str> 5\n", {}},
  });
}

TEST(YamlFaults, BelongToTheirNode) {
  const Parsed parsed = parse_text("a:\n  x: {k: 1, k: 2}\nb: {k: !t 1}\nc: 1\n");
  ASSERT_TRUE(parsed.document);
  const Node& root = *parsed.document->root;
  const auto report = [&](std::string_view key) {
    Diagnostics diagnostics;
    const bool clean = report_faults(*parsed.document, *root.find(key), diagnostics);
    EXPECT_EQ(clean, diagnostics.error_count() == 0) << key;
    return lines_of(diagnostics).size();
  };
  EXPECT_EQ(report("a"), 1U);
  EXPECT_EQ(report("b"), 1U);
  EXPECT_EQ(report("c"), 0U);
}

TEST(YamlFaults, OfSharedNodesAreReportedOnce) {
  Parsed parsed = parse_text("a: &a {k: 1, k: 2}\nb: [*a, *a, {c: *a}]\n");
  EXPECT_FALSE(report_faults(*parsed.document, *parsed.document->root->find("b"), parsed.diagnostics));
  EXPECT_EQ(parsed.diagnostics.error_count(), 1U);
}

TEST(YamlFaults, NulInText) {
  expect_findings({
      {"value",
       "a: \"x\\0\"\n",
       {"1:4+1 bad-encoding: this text holds NUL, which no argument can hold | remove the escape that stands for it"}},
      {"key of a mapping",
       "a: {\"\\x00\": 1}\n",
       {"1:5+1 bad-encoding: this text holds NUL, which no argument can hold | remove the escape that stands for it"}},
  });
}

}  // namespace
}  // namespace atomesh::yaml
