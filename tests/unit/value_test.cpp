#include "atomesh/value.hpp"

#include <gtest/gtest.h>

#include "yaml_helpers.hpp"

namespace atomesh {
namespace {

Value sample() {
  return Value::mapping()
      .set("name", Value::string("a \"b\"\n"))
      .set("none", Value())
      .set("sizes", Value::numbers({1, 2}))
      .set("raw", Value::raw("0.80"))
      .set("nested", Value::mapping().set("yes", Value::boolean(true)).set("empty", Value::mapping()))
      .set("rows", Value::list({Value::mapping().set("x", Value::number(-1)).set("y", Value::string("on")),
                                Value::strings({"--flag", "two words"}), Value::list()}));
}

TEST(Value, AsJson) {
  EXPECT_EQ(to_json(sample()), R"({
  "name": "a \"b\"\n",
  "none": null,
  "sizes": [1, 2],
  "raw": 0.80,
  "nested": {
    "yes": true,
    "empty": {}
  },
  "rows": [
    {
      "x": -1,
      "y": "on"
    },
    ["--flag", "two words"],
    []
  ]
}
)");
}

TEST(Value, AsCompactJson) {
  EXPECT_EQ(to_compact_json(sample()),
            R"({"name":"a \"b\"\n","none":null,"sizes":[1,2],"raw":0.80,"nested":{"yes":true,"empty":{}},)"
            R"("rows":[{"x":-1,"y":"on"},["--flag","two words"],[]]})");
  EXPECT_EQ(to_compact_json(Value::string("\xff")), "\"\xEF\xBF\xBD\"");
}

TEST(Value, AsYaml) {
  EXPECT_EQ(to_yaml(sample()), R"(name: "a \"b\"\n"
none: null
sizes: [1, 2]
raw: 0.80
nested:
  'yes': true
  empty: {}
rows:
  - x: -1
    'y': 'on'
  - [--flag, 'two words']
  - []
)");
  EXPECT_EQ(to_yaml(Value::string("plain")), "plain\n");
}

TEST(Value, WithALongListTakesALineForEachItem) {
  const Value list = Value::strings({std::string(60, 'a'), std::string(60, 'b')});
  EXPECT_EQ(to_yaml(Value::mapping().set("list", list)),
            "list:\n  - " + std::string(60, 'a') + "\n  - " + std::string(60, 'b') + "\n");
}

/// Every text must come back as itself from both readers of YAML: it is quoted, or no reader takes it for another type.
TEST(Value, TextsSurviveYaml) {
  for (const std::string_view text :
       {"",     "a",         "on",         "12:30", "1e3", "0x80",      "~",   "null",       "true", "it's", "a: b",
        "a #b", "-",         "--",         "---",   "- a", "--a",       "a,b", "[a]",        "{a}",  "*a",   "&a",
        "!a",   "%a",        "@a",         "`a`",   "a:",  "#",         "?",   "2026-01-02", "<<",   "=",    "1_000",
        "y",    "tab\there", "two\nlines", " a ",   "é",   "a/b.c-d_e", "+1",  "017",        "\x7f"}) {
    const yaml::Parsed parsed = yaml::parse_text(to_yaml(Value::mapping().set("k", Value::string(text))));
    ASSERT_TRUE(parsed.document) << text;
    const yaml::Node* node = parsed.document->root->find("k");
    ASSERT_NE(node, nullptr) << text;
    EXPECT_EQ(node->text, text);
    EXPECT_TRUE(node->quoted || (!yaml::ambiguous(text) && yaml::type_1_1(text) == yaml::Type::text)) << text;
  }
}

}  // namespace
}  // namespace atomesh
