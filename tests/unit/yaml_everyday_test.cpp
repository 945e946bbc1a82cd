// The short way must send what yaml-cpp sends, or give up: compared event by event, also on thousands of damaged texts.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <yaml-cpp/exceptions.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "source_files.hpp"
#include "yaml/events.hpp"
#include "yaml/everyday.hpp"

namespace atomesh::yaml {
namespace {

/// Events as lines. Quoted scalars are recorded without their text, which the short way sends as it is written.
class Recorder : public YAML::EventHandler {
 public:
  std::vector<std::string> lines;

  void OnDocumentStart(const YAML::Mark&) override { lines.emplace_back("document"); }
  void OnDocumentEnd() override { lines.emplace_back("end document"); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add("null", mark, anchor, ""); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override { add("alias", mark, anchor, ""); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    add("scalar", mark, anchor, tag == "!" ? "quoted" : tag + value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    add("list", mark, anchor, fmt::format("{}{}", tag, static_cast<int>(style)));
  }
  void OnSequenceEnd() override { lines.emplace_back("end list"); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    add("mapping", mark, anchor, fmt::format("{}{}", tag, static_cast<int>(style)));
  }
  void OnMapEnd() override { lines.emplace_back("end mapping"); }

 private:
  void add(const char* what, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& detail) {
    lines.push_back(fmt::format("{} at {} &{} {}", what, mark.pos, anchor, detail));
  }
};

std::optional<std::vector<std::string>> everyday(const std::string& text) {
  Recorder recorder;
  if (!send_everyday_events(text, recorder)) return std::nullopt;
  return recorder.lines;
}

std::vector<std::string> yaml_cpp(const std::string& text) {
  Recorder recorder;
  try {
    send_events(text, recorder);
  } catch (const YAML::Exception& error) {
    recorder.lines.push_back(fmt::format("error: {}", error.what()));
  }
  return recorder.lines;
}

struct Text {
  const char* name;
  const char* text;
};
void PrintTo(const Text& text, std::ostream* out) { *out << text.name; }

const Text taken[] = {
    {"mapping", "a: 1\nb: two words\n"},
    {"no newline at the end", "a: 1\nb: 2"},
    {"document marker", "---\na: 1\n"},
    {"comments", "# first\n\na: 1  # behind\n  # indented\nb:  # before a value\n  # and below\n  c: d#e\n"},
    {"nesting", "a:\n  b:\n    c: 1\n  d: 2\ne: 3\n"},
    {"list", "a:\n  - 1\n  - two\n"},
    {"list in the column of its key", "a:\n- 1\n- b: 2\n  c: 3\nd: 4\n"},
    {"list of lists", "- - 1\n  - 2\n-\n  - 3\n"},
    {"list at the top", "- a\n- b: c\n"},
    {"quoted", "a: 'it''s'\nb: \"tab \\t \\\" \\\\\"\n'c d': \"\"\n"},
    {"flow", "a: [1, 'x', \"y\", {b: c, \"d\": [e]}]\nf: {}\ng: []\n"},
    {"flow over lines", "a: [\n  1,  # one\n  2,\n]\nb: {\n  c: 1,\n  d: 2\n}\n"},
    {"flow key quoted", "a: { \"b\": 1, 'c': 2 }\n"},
    {"anchors", "a: &x\n  b: 1\nc: *x\nd: &y text\ne: [*y, &z {f: 1}, *z]\ng:\n  <<: *x\n"},
    {"anchor again", "a: &x 1\nb: &x 2\nc: *x\n"},
    {"anchored lists", "a: &x\n  - 1\nb: &y [2]\n"},
    {"nulls", "a: ~\nb: null\nc: [~, Null]\nNULL: d\n"},
    {"colons inside", "a: http://192.0.2.1:80/x\nb:c: d\ne: 12:30\n"},
    {"minus", "a: -1\nb: --flag\nc: [-1, --flag]\n"},
    {"letters", "größe: äöü\nb: 日本\n"},
    {"one scalar", "text\n"},
    {"flow at the top", "{a: [1, 2]}\n"},
};

class EverydayTaken : public testing::TestWithParam<Text> {};

TEST_P(EverydayTaken, SendsWhatYamlCppSends) {
  const auto events = everyday(GetParam().text);
  const auto expected = yaml_cpp(GetParam().text);
  ASSERT_TRUE(events);
  EXPECT_EQ(*events, expected);
}

INSTANTIATE_TEST_SUITE_P(Texts, EverydayTaken, testing::ValuesIn(taken));

const Text left[] = {
    {"nothing", ""},
    {"only comments", "# a\n"},
    {"tab", "a:\t1\n"},
    {"block scalar", "a: |\n  b\n"},
    {"folded scalar", "a: >\n  b\n"},
    {"text over lines", "a: b\n  c\n"},
    {"quoted over lines", "a: \"b\n  c\"\n"},
    {"unclosed quote", "a: 'b\n"},
    {"list beside a key", "a: &x [1]\n- b\n"},
    {"escape by code", "a: \"\\x41\"\n"},
    {"tag", "a: !!str 1\n"},
    {"question mark", "? a\n: b\n"},
    {"second document", "a: 1\n---\nb: 2\n"},
    {"document end", "a: 1\n...\n"},
    {"directive", "%YAML 1.2\n---\na: 1\n"},
    {"no value", "a:\nb: 1\n"},
    {"no value at the end", "a:\n"},
    {"empty item", "-\n- a\n"},
    {"two colons", "a: b: c\n"},
    {"unknown alias", "a: *x\n"},
    {"anchored alias", "a: &x 1\nb: &y *x\n"},
    {"alias as key", "a: &x b\n*x : c\n"},
    {"anchored key", "&x a: 1\n"},
    {"indented top", " a: 1\n"},
    {"key further right", "a: 1\n  b: 2\n"},
    {"key between", "a:\n    b: 1\n  c: 2\n"},
    {"unclosed list", "a: [1, 2\n"},
    {"wrong bracket", "a: [1}\n"},
    {"text behind a list", "a: [1] x\n"},
    {"text behind quotes", "a: 'b' c\n"},
    {"list as key", "[a]: b\n"},
    {"pair in a list", "a: [b: c]\n"},
    {"empty place in a list", "a: [1, , 2]\n"},
    {"colon without blank in flow", "a: {\"b\":1}\n"},
    {"reserved", "a: @b\n"},
    {"comment without blank", "a: 'b'#c\n"},
};

class EverydayLeft : public testing::TestWithParam<Text> {};

TEST_P(EverydayLeft, GivesUp) { EXPECT_FALSE(everyday(GetParam().text)); }

INSTANTIATE_TEST_SUITE_P(Texts, EverydayLeft, testing::ValuesIn(left));

TEST(Everyday, LeavesDeepNesting) {
  EXPECT_TRUE(everyday(std::string(90, '[') + std::string(90, ']')));
  EXPECT_FALSE(everyday(std::string(200, '[') + std::string(200, ']')));
}

TEST(Everyday, LeavesLongKeys) {
  EXPECT_TRUE(everyday(std::string(900, 'k') + ": 1\n"));
  EXPECT_FALSE(everyday(std::string(1100, 'k') + ": 1\n"));
}

TEST(Everyday, ReadsTheShippedFiles) {
  for (const char* name : {"configs/models_atom.yaml", "configs/amd-master.yaml"}) {
    const std::string text = test::read(name);
    const auto events = everyday(text);
    ASSERT_TRUE(events) << name;
    EXPECT_EQ(*events, yaml_cpp(text)) << name;
  }
}

/// A text with one to four small damages.
std::string damaged(std::string text, std::mt19937& random) {
  static const std::vector<std::string> pieces = {
      ":",  ": ", "-", "- ", "\n", " ", "  ", "#",  " #", "'",   "\"", "[", "]",   "{",   "}",  ",", ", ",   "&a",
      "*a", "~",  "|", ">",  "?",  "!", "%",  "\\", "''", "\n-", "@",  "`", "<<:", "\n ", "k:", "…", "null", "---"};
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  for (std::size_t count = 1 + below(4); count > 0; --count) {
    const std::size_t at = below(text.size() + 1);
    const bool replaces = below(2) == 0 && at < text.size();
    if (below(4) == 0 && at < text.size()) {
      text.erase(at, 1 + below(3));
    } else {
      text.replace(at, replaces ? 1 : 0, pieces[below(pieces.size())]);
    }
  }
  return text;
}

TEST(Everyday, AgreesOnDamagedTexts) {
  std::mt19937 random(7);
  int compared = 0;
  for (int round = 0; round < 2000; ++round) {
    for (const Text& seed : taken) {
      const std::string text = damaged(seed.text, random);
      const auto events = everyday(text);
      if (!events) continue;
      ++compared;
      ASSERT_EQ(*events, yaml_cpp(text)) << text;
    }
  }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace atomesh::yaml
