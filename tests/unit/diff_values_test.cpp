// One value against another.
#include "diff_fixture.hpp"

namespace atomesh::diff_test {
namespace {

struct Case {
  const char* name;
  std::string_view before;
  std::string_view after;
  std::string_view changes;
};

/// The changes without class, kind and name.
std::string values(std::string_view before, std::string_view after) {
  std::string text;
  for (const Change& change : compare_values(before, after))
    text += line(change).substr(std::string("tuning option ").size());
  return text;
}

TEST(DiffValues, CompareByStructure) {
  const std::vector<Case> cases = {
      {"equal", "{}", "{}", ""},
      {"blanks", R"({ "a" : 1 })", R"({"a":1})", ""},
      {"order of members, deep", R"({"a":{"x":1,"y":2},"b":3})", R"({"b":3,"a":{"y":2,"x":1}})", ""},
      {"number", R"({"a":1.0})", R"({"a":1})", ""},
      {"escapes", R"({"a":"\u00e9"})", R"({"a":"é"})", ""},
      {"member changed", R"({"a":1,"b":2})", R"({"a":1,"b":3})", ".b: '2' -> '3'\n"},
      {"member added and removed", R"({"a":1})", R"({"b":[1]})", ".a: '1' -> none\n.b: none -> '[1]'\n"},
      {"nested", R"({"a":{"b":{"c":1}}})", R"({"a":{"b":{"c":true}}})", ".a.b.c: '1' -> 'true'\n"},
      {"kind changed", R"({"a":{"b":1}})", R"({"a":[1]})", ".a: '{\"b\":1}' -> '[1]'\n"},
      {"null is a value", R"({"a":null})", R"({})", ".a: 'null' -> none\n"},
  };
  for (const Case& one : cases) EXPECT_EQ(values(one.before, one.after), one.changes) << one.name;
}

TEST(DiffValues, TellWhichElementsOfAListCameAndWent) {
  const std::vector<Case> cases = {
      {"added", R"({"exclude_layer":["a"]})", R"({"exclude_layer":["a","*.gate.*"]})",
       ".exclude_layer: [] -> [\"*.gate.*\"]\n"},
      {"replaced", R"({"exclude_layer":["a","b"]})", R"({"exclude_layer":["c","a"]})",
       ".exclude_layer: [\"b\"] -> [\"c\"]\n"},
      {"once more", R"({"exclude_layer":["a"]})", R"({"exclude_layer":["a","a"]})", ".exclude_layer: [] -> [\"a\"]\n"},
      {"a set in another order", R"({"exclude_layer":["a","b"]})", R"({"exclude_layer":["b","a"]})", ""},
      {"sizes in another order", "[1,2,4]", "[4, 2, 1]", ""},
      {"sizes", "[1,2,4]", "[2,4,8]", ": [1] -> [8]\n"},
      {"a list in another order", R"({"types":["a","b"]})", R"({"types":["b","a"]})",
       ".types: '[\"a\",\"b\"]' -> '[\"b\",\"a\"]'\n"},
      {"objects in a list", R"({"l":[{"a":1,"b":2}]})", R"({"l":[{"b":2,"a":1},{"c":3}]})", ".l: [] -> [{\"c\":3}]\n"},
  };
  for (const Case& one : cases) EXPECT_EQ(values(one.before, one.after), one.changes) << one.name;
}

TEST(DiffValues, TakeWordsAsTheyAre) {
  const std::vector<Case> cases = {
      {"words", "8", "8.0", ": '8' -> '8.0'\n"},
      {"not JSON", "{a}", "{b}", ": '{a}' -> '{b}'\n"},
      {"only one is JSON", "{}", "none", ": '{}' -> 'none'\n"},
      {"empty", "", "x", ": '' -> 'x'\n"},
  };
  for (const Case& one : cases) EXPECT_EQ(values(one.before, one.after), one.changes) << one.name;
}

TEST(DiffValues, MaskAllUnderTheNameOfASecret) {
  const std::vector<Case> cases = {
      {"a member", R"({"api_key":"a"})", R"({"api_key":"b"})", ".api_key: '***' -> '***'\n"},
      {"a member of it", R"({"token":{"n":"a"}})", R"({"token":{"n":"b"}})", ".token.n: '***' -> '***'\n"},
      {"elements of it", R"({"a":{"token":["a"]}})", R"({"a":{"token":["b"]}})", ".a.token: [***] -> [***]\n"},
  };
  for (const Case& one : cases) EXPECT_EQ(values(one.before, one.after), one.changes) << one.name;
}

}  // namespace
}  // namespace atomesh::diff_test
