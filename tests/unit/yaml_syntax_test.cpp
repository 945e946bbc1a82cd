#include <gtest/gtest.h>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

using Lines = std::vector<std::string>;

struct SyntaxCase {
  std::string text;
  std::string finding;
};

void expect_syntax(const std::vector<SyntaxCase>& cases) {
  for (const SyntaxCase& test : cases) {
    EXPECT_EQ(findings(test.text), Lines{test.finding}) << test.text;
    EXPECT_FALSE(parse_text(test.text).document) << test.text;
  }
}

TEST(YamlSyntax, Quotes) {
  expect_syntax({
      {"a: \"x\n", "1:4+1 bad-syntax: this quote is never closed | close the quote"},
      {"a: 'x\nb: 1", "1:4+1 bad-syntax: this quote is never closed | close the quote"},
      {"it's: \"x\nb: 1", "1:7+1 bad-syntax: this quote is never closed | close the quote"},
      {"a: \"x\nb: \"y\"\n",
       "2:5+1 bad-syntax: nothing can follow the value that ends before it | "
       "the quoted text before it begins at line 1: is its closing quote missing there?"},
      {"a: \"x\" y\n",
       "1:8+1 bad-syntax: nothing can follow the value that ends before it | "
       "quote the whole value, or put this on a line of its own"},
      {R"(a: "\q")", R"(1:5+1 bad-syntax: unknown escape in a double-quoted text | )"
                     R"(write \\ for a backslash, or use single quotes)"},
      {R"(a: "\'")", R"(1:5+2 bad-syntax: unknown escape in a double-quoted text | )"
                     R"(write \\ for a backslash, or use single quotes)"},
      {R"(a: "\xg0")",
       "1:5+1 bad-syntax: an escape in this double-quoted text lacks its hexadecimal digits | "
       R"(write \\ for a backslash, or use single quotes)"},
      {R"(a: "\ud83d\ude00")",
       "1:5+1 bad-syntax: an escape in this double-quoted text is not a Unicode character | "
       "write the character itself"},
      {"a: 'x\n---\n'", "2:1+1 bad-syntax: a document marker stands inside a quoted text | close the quote before it"},
  });
}

TEST(YamlSyntax, Brackets) {
  const std::string brackets = "check the brackets before it, or quote the value that it belongs to";
  expect_syntax({
      {"a: [1,\nb: 2\n", "1:4+1 bad-syntax: this list is never closed | close the list with ']'"},
      {"a: {x: 1\n# end\n", "1:4+1 bad-syntax: this mapping is never closed | close the mapping with '}'"},
      {"a: {x: 1\nb: '2'\n",
       "2:2+1 bad-syntax: expected ',' or '}' here: the mapping that begins at line 1 is still open | "
       "close the mapping with '}'"},
      {"a: [1,\n  2}\n",
       "2:4+1 bad-syntax: expected ',' or ']' here: the list that begins at line 1 is still open | "
       "close the list with ']'"},
      {"{\"a\": [1, 2}\n", "1:12+1 bad-syntax: this bracket matches none that is open | " + brackets},
      {"a: 1\n]\n", "2:1+1 bad-syntax: this bracket matches none that is open | " + brackets},
      {"a: [1,,2]\n",
       "1:7+1 bad-syntax: a value is missing in this list | remove the comma, or write ~ for an empty value"},
  });
}

TEST(YamlSyntax, Colons) {
  const std::string no_colon =
      "bad-syntax: this line has no ':', and it is not part of the value above it | "
      "write 'key: value', or indent the line more than the key above it";
  expect_syntax({
      {"a: b: c\n", "1:5+1 bad-syntax: a second ':' in one line | quote the value if the ':' belongs to it"},
      {"a: foo\n  bar: 1\n",
       "2:6+1 bad-syntax: a ':' inside the value that begins at line 1 | "
       "a key cannot stand below a value: remove that value, or indent this line less"},
      {"a: 1\nmodel\n  block: 1\n",
       "3:8+1 bad-syntax: a ':' cannot stand here | does line 2 lack a ':' or a closing quote?"},
      {"a: 1\nfoo\n", "2:1+1 " + no_colon},
      {"m:\n  a: 1\n  foo\n  b: 2\n",
       "4:4+1 bad-syntax: a ':' cannot stand here | does line 3 lack a ':' or a closing quote?"},
      {"m:\n  a: 1\n  foo\n", "3:3+1 " + no_colon},
      {"a:\n\nfoo # c\n", "3:1+1 " + no_colon},
      {"a:\n'b'\n", "2:1+1 " + no_colon},
  });
}

TEST(YamlSyntax, Indentation) {
  const std::string hint = "check its indentation, and that a ':' follows its key";
  expect_syntax({
      {"a:\n  b: 1\n c: 2\n",
       "3:2+1 bad-syntax: this line is neither a key of a mapping above it nor part of a value | " + hint},
      {"  a: 1\n b: 2\n",
       "2:2+1 bad-syntax: this line is neither a key of a mapping above it nor part of a value | " + hint},
      {"m:\n  - 'a'\n    b\n",
       "3:5+1 bad-syntax: this line is neither an item of a list above it nor part of a value | " + hint},
      {"a: - b\n",
       "1:4+1 bad-syntax: a list item cannot begin here | "
       "begin the list on a line of its own, or quote the value"},
  });
}

TEST(YamlSyntax, Indicators) {
  expect_syntax({
      {"a: @b\n", "1:4+1 bad-syntax: a value cannot begin with '@' | quote the value"},
      {"a: %b\n", "1:4+1 bad-syntax: a value cannot begin with '%' | quote the value"},
      {"a: * b\n",
       "1:5+1 bad-syntax: a '*' begins an alias, but no name follows | quote the value if it begins with '*'"},
      {"a: & b\n",
       "1:5+1 bad-syntax: a '&' begins an anchor, but no name follows | quote the value if it begins with '&'"},
      {"a: &x &y 1\n", "1:7+1 bad-syntax: a value has two anchors | keep one of them"},
      {"a: |x\n b\n",
       "1:5+1 bad-syntax: only '+', '-', a digit or a comment can follow '|' and '>' | "
       "begin the text on the next line"},
  });
}

TEST(YamlSyntax, SecondDocuments) {
  const std::string finding =
      "many-documents: a second document begins here, and only one can be read | "
      "remove the marker, or move what follows to a file of its own";
  expect_syntax({
      {"a: 1\n---\nb: 2\n", "2:1+3 " + finding},
      {"---\n---\n", "2:1+3 " + finding},
      {"a: 1\n...\nb: 2\n", "3:1+1 " + finding},
  });
}

TEST(YamlSyntax, DepthIsAnErrorNotACrash) {
  std::string dashes;
  for (int i = 0; i < 100'000; ++i) dashes += "- ";
  for (const std::string& text : {std::string(100'000, '['), std::string(100'000, '{'), dashes}) {
    const Lines found = findings(text);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found.back().find("bad-syntax: values are nested too deeply | "
                                "flatten them; a few levels are enough for any setting"),
              std::string::npos)
        << found.back();
  }
  const std::string deep = std::string(400, '[') + std::string(400, ']');
  EXPECT_EQ(outline(deep), deep);
}

TEST(YamlSyntax, FindingsOfFaultsAndSyntaxComeTogether) {
  EXPECT_EQ(messages("a: 1\na: 2\nb: [1,,2]\nc: *x\n"),
            (Lines{"2:1+1 duplicate-key: duplicate key 'a': first given at line 1",
                   "3:7+1 bad-syntax: a value is missing in this list",
                   "4:4+2 bad-alias: the alias *x names no anchor that stands before it"}));
}

}  // namespace
}  // namespace atomesh::yaml
