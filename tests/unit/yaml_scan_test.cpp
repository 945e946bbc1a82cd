#include <gtest/gtest.h>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

using Lines = std::vector<std::string>;

TEST(YamlEncoding, RefusesWhatCannotReachArgv) {
  const std::string escape = "remove it; in double quotes it can be written as an escape";
  const std::vector<FindingsCase> cases = {
      {"not UTF-8", "a: \xE9\n", {"1:4+1 bad-encoding: byte 0xE9 is not UTF-8 | save the file as UTF-8"}},
      {"overlong", "a: \xC0\xAF\n", {"1:4+1 bad-encoding: byte 0xC0 is not UTF-8 | save the file as UTF-8"}},
      {"surrogate", "a: \xED\xA0\x80\n", {"1:4+1 bad-encoding: byte 0xED is not UTF-8 | save the file as UTF-8"}},
      {"too high", "a: \xF4\x90\x80\x80\n", {"1:4+1 bad-encoding: byte 0xF4 is not UTF-8 | save the file as UTF-8"}},
      {"cut off", "a: \xE2\x82", {"1:4+1 bad-encoding: byte 0xE2 is not UTF-8 | save the file as UTF-8"}},
      {"after other characters", "é: ü\xFF\n", {"1:5+1 bad-encoding: byte 0xFF is not UTF-8 | save the file as UTF-8"}},
      {"carriage return",
       "a: b\rc\n",
       {"1:5+1 bad-encoding: U+000D is a carriage return without a newline | end lines with a newline"}},
      {"control character", "a: \x04\n", {"1:4+1 bad-encoding: U+0004 is a control character | " + escape}},
      {"delete", "a: \x7F\n", {"1:4+1 bad-encoding: U+007F is a control character | " + escape}},
      {"line separator",
       "# \u2028b: 1\n",
       {"1:3+1 bad-encoding: U+2028 is a line end in YAML 1.1 but not in 1.2 | " + escape}},
      {"second byte order mark",
       "\xEF\xBB\xBF\xEF\xBB\xBF"
       "a: 1\n",
       {"1:1+1 bad-encoding: U+FEFF is a byte order mark inside the text | remove it"}},
      {"in every line",
       "a: \xFF\nb: \x01\nc: \xFE\n",
       {"1:4+1 bad-encoding: byte 0xFF is not UTF-8 | save the file as UTF-8",
        "2:4+1 bad-encoding: U+0001 is a control character | " + escape,
        "3:4+1 bad-encoding: byte 0xFE is not UTF-8 | save the file as UTF-8"}},
  };
  for (const FindingsCase& test : cases) {
    EXPECT_EQ(findings(test.text), test.findings) << test.name;
    EXPECT_FALSE(parse_text(test.text).document) << test.name;
  }
  EXPECT_EQ(messages(std::string("a: \0\n", 5)),
            Lines{"1:4+1 bad-encoding: U+0000 is NUL, which no argument can hold"});
}

TEST(YamlEncoding, AcceptsAllOtherCharacters) {
  EXPECT_EQ(outline("a: \U0001F600 \uFFFD \u00A0 \uD7FF \uE000\n"), "{a: \U0001F600 \uFFFD \u00A0 \uD7FF \uE000}");
}

TEST(YamlEncoding, ReportsAreCapped) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "a: \xFF \x01\n\tb: 1\n";
  EXPECT_EQ(messages(text).size(), 60U) << "twenty of each kind";
}

struct TabCase {
  std::string name;
  std::string text;
  Lines at;  ///< `line:column` of each report
};

TEST(YamlTabs, WhereTheyIndentOrSeparate) {
  const std::vector<TabCase> cases = {
      {"indentation", "a:\n\tb: 1\n", {"2:1"}},
      {"behind blanks", "a:\n  \tb: 1\n", {"2:3"}},
      {"behind a colon", "a:\t1\n", {"1:3"}},
      {"behind a dash", "-\ta\n", {"1:2"}},
      {"inside a plain value", "a: b\tc\n", {"1:5"}},
      {"before a comment", "a: b\t# c\n", {"1:5"}},
      {"at the end of a line", "a: b\t\n", {"1:5"}},
      {"in a line of its own", "a: b\n\t\nc: d\n", {"2:1"}},
      {"in braces", "a: {b:\tc}\n", {"1:7"}},
      {"behind a quoted value", "a: 'b'\t\n", {"1:7"}},
      {"behind the sign of a block", "a: |\t\n  b\n", {"1:5"}},
      {"before the text of a block", "a: |\n\tb\n", {"2:1"}},
      {"less indented than its block", "a: |\n  b\n \tc\n", {"3:2"}},
      {"every line", "a:\t1\nb: 2\nc:\t3\n", {"1:3", "3:3"}},
      {"an apostrophe opens no quote", "a: it's\tso\nb:\tc'd\n", {"1:8", "2:3"}},
      {"a quote in the second line of a plain value", "a: b\n  'c\td\n", {"2:5"}},
      {"behind a quoted value over lines", "a: \"b\n  c\"\t\n", {"2:5"}},
  };
  for (const TabCase& test : cases) {
    Lines at;
    for (const Diagnostic& found : parse_text(test.text).diagnostics.sorted()) {
      EXPECT_EQ(found.code, Code("tab")) << test.name;
      at.push_back(fmt::format("{}:{}", found.where.mark.line, found.where.mark.column));
    }
    EXPECT_EQ(at, test.at) << test.name;
  }
}

TEST(YamlTabs, AllowedInText) {
  const std::vector<TabCase> cases = {
      {"double quotes", "a: \"b\tc\"\n", {}},
      {"single quotes over lines", "a: 'b\n\t c'\n", {}},
      {"quoted key", "'a\tb': 1\n", {}},
      {"in braces", "{a: 'b\tc', d: [\"\t\"]}\n", {}},
      {"comment", "# \t\na: 1 # b\tc\n\n#\t\n", {}},
      {"block", "a: |\n  b\tc\n  \td\ne: >-\n   x\n\n   \ty\n", {}},
      {"block in a list", "- |2\n  \ta\n- b: |\n    \tc\n", {}},
      {"escaped quote", "a: \"\\\"\t\"\nb: 'it''s\t'\n", {}},
      {"behind an anchor", "a: &x 'b\t'\nc: !!str \"\t\"\n", {}},
  };
  for (const TabCase& test : cases) EXPECT_EQ(messages(test.text), test.at) << test.name;
}

TEST(YamlTabs, Messages) {
  EXPECT_EQ(findings("a:\n\tb:\t1\nc: d\te\n"), (Lines{"2:1+1 tab: a tab in the indentation | indent with blanks",
                                                       "3:5+1 tab: a tab outside of quotes and comments | "
                                                       "write blanks, or quote the value if the tab belongs to it"}));
}

TEST(YamlDirectives, WouldBeIgnored) {
  const std::string message = "bad-syntax: a line that begins with '%' is a directive, and would be ignored";
  const std::vector<FindingsCase> cases = {
      {"inside", "a: 1\n%b: 2\n", {"2:1+1 " + message}},
      {"first", "%b: 2\na: 1\n", {"1:1+1 " + message}},
      {"tags", "%TAG ! x\n---\na: 1\n", {"1:1+1 " + message}},
      {"version without a marker", "%YAML 1.2\na: 1\n", {"1:1+1 " + message}},
      {"version behind content", "a: 1\n%YAML 1.2\n---\nb: 1\n", {"2:1+1 " + message}},
      {"version of the future", "%YAML 3.0\n---\na: 1\n", {"1:1+1 " + message}},
      {"in a block", "a: |\n %b\nc: '\n%d'\n", {}},
  };
  for (const FindingsCase& test : cases) EXPECT_EQ(messages(test.text), test.findings) << test.name;
}

}  // namespace
}  // namespace atomesh::yaml
