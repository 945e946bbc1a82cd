#include <gtest/gtest.h>

#include "unit/yaml_helpers.hpp"

namespace atomesh::yaml {
namespace {

std::string show(const Place& place) {
  return fmt::format("{}:{}+{}", place.mark.line, place.mark.column, place.width);
}

struct PlaceCase {
  std::string name;
  std::string text;   ///< a mapping with the key `k`
  std::string place;  ///< of its value
};

TEST(YamlPlace, WidthOnTheFirstLine) {
  const std::vector<PlaceCase> cases = {
      {"plain", "k: abc\n", "1:4+3"},
      {"blanks inside", "k: a b  # c\n", "1:4+3"},
      {"not ASCII", "ü: 1\nk: éé\n", "2:4+2"},
      {"quotes count", "k: 'abc' # d\n", "1:4+5"},
      {"escapes count", "k: \"a\\\"b\"\n", "1:4+6"},
      {"empty quotes", "k: ''\n", "1:4+2"},
      {"plain over lines", "k: ab \n  c\n", "1:4+2"},
      {"plain over empty lines", "k: ab\n\n  c\n", "1:4+2"},
      {"quoted over lines", "k: \"ab\n  c\"\n", "1:4+3"},
      {"block", "k: |-  # c\n  abc\n", "1:4+2"},
      {"behind anchor and tag", "k: &x !!str abc\n", "1:13+3"},
      {"empty tagged", "k: !!str\n", "1:4+5"},
      {"list in brackets", "k: [a, b]\n", "1:4+1"},
      {"list of lines", "k:\n  - a\n", "2:3+1"},
      {"mapping in braces", "k: {abc: 1}\n", "1:4+1"},
      {"mapping of lines: its first key", "k:\n  abc: 1\n", "2:3+3"},
      {"mapping of lines: its quoted first key", "k:\n  'abc': 1\n", "2:3+5"},
      {"null", "k: null\n", "1:4+4"},
      {"tilde", "k: ~\n", "1:4+1"},
      {"nothing: its key", "k:\n", "1:1+1"},
  };
  for (const PlaceCase& test : cases) {
    const Parsed parsed = parse_text(test.text);
    ASSERT_TRUE(parsed.document) << test.name;
    const Place found = place(*parsed.document, *parsed.document->root->find("k"));
    EXPECT_EQ(show(found), test.place) << test.name;
    EXPECT_EQ(found.source, parsed.document->source) << test.name;
  }
}

TEST(YamlPlace, NothingAtAll) {
  const Parsed parsed = parse_text("# c\n");
  EXPECT_EQ(show(place(*parsed.document, *parsed.document->root)), "0:0+1");
}

struct WordCase {
  std::string name;
  std::string text;  ///< a mapping with the key `k`
  std::string word;  ///< of its value
  std::string place;
};

void expect_words(const std::vector<WordCase>& cases) {
  for (const WordCase& test : cases) {
    const Parsed parsed = parse_text(test.text);
    ASSERT_TRUE(parsed.document) << test.name;
    const Node& node = *parsed.document->root->find("k");
    const std::size_t offset = node.text.find(test.word);
    ASSERT_NE(offset, std::string::npos) << test.name << ": " << node.text;
    EXPECT_EQ(show(place_in(*parsed.document, node, offset, test.word.size())), test.place) << test.name;
  }
}

TEST(YamlPlaceIn, OneLine) {
  expect_words({
      {"plain", "k: --a 1 --b 2\n", "--b", "1:10+3"},
      {"first", "k: --a 1\n", "--a", "1:4+3"},
      {"not ASCII before and inside", "k: é éü x\n", "éü", "1:6+2"},
      {"single quotes", "k: '--a --b'\n", "--b", "1:9+3"},
      {"doubled quote before", "k: 'it''s --b'\n", "--b", "1:11+3"},
      {"doubled quote inside", "k: 'a it''s b'\n", "it's", "1:7+5"},
      {"double quotes", "k: \"--a --b\"\n", "--b", "1:9+3"},
      {"escapes before", R"(k: "\"\\\t\x41\u00e9\U0001F600\_ --b")", "--b", "1:34+3"},
      {"escape inside", R"(k: "a b\"c d")", "b\"c", "1:7+4"},
      {"behind a tag", "k: !!str --a --b\n", "--b", "1:14+3"},
      {"in a list", "k: {a: 1}\n", "", "1:4+1"},
  });
}

TEST(YamlPlaceIn, SeveralLines) {
  expect_words({
      {"plain", "k: --a\n  --b\n\n  --c\n", "--c", "4:3+3"},
      {"single quotes", "k: '--a \n\n   --b'\n", "--b", "3:4+3"},
      {"double quotes", "k: \"--a\n  --b\n  --c\"\n", "--c", "3:3+3"},
      {"escaped line end", "k: \"--a \\\n   --b\"\n", "--b", "2:4+3"},
      {"word over an escaped line end", "k: \"x ab\\\n  cd\"\n", "abcd", "1:7+3"},
      {"literal block", "k: |\n  --a\n    --b\n\n  --c\n", "--c", "5:3+3"},
      {"more indented line", "k: |\n  --a\n    --b\n", "--b", "3:5+3"},
      {"folded block", "k: >-\n  --a\n  --b\n\n  --c\n", "--c", "5:3+3"},
      {"folded block, more indented", "k: >\n  --a\n    --b\n  --c\n", "--c", "4:3+3"},
      {"indentation digit", "k: |2\n    --a\n  --b\n", "--b", "3:3+3"},
      {"empty lines first", "k: |\n\n\n    --a\n", "--a", "4:5+3"},
      {"behind a comment", "k: | # c\n  --a\n", "--a", "2:3+3"},
  });
}

TEST(YamlPlaceIn, FallsBackToTheWhole) {
  const Parsed parsed = parse_text("x: &x one two\nm: {*x : 1}\nl: [a]\n");
  const Document& document = *parsed.document;
  const Node& key = *document.root->find("m")->entries[0].key;
  EXPECT_EQ(show(place_in(document, key, 4, 3)), "2:5+2") << "an alias has no words";
  EXPECT_EQ(show(place_in(document, *document.root->find("l"), 0, 1)), "3:4+1") << "a list has no text";
  EXPECT_EQ(show(place_in(document, *document.root->find("x"), 4, 30)), "1:7+7") << "not so long";
}

TEST(YamlPlaceIn, NoLengthIsOneCharacterWide) {
  const Parsed parsed = parse_text("k: 'ab'\n");
  EXPECT_EQ(show(place_in(*parsed.document, *parsed.document->root->find("k"), 2, 0)), "1:7+1");
}

}  // namespace
}  // namespace atomesh::yaml
