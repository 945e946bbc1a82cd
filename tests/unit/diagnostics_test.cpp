#include "atomesh/diagnostics.hpp"

#include <gtest/gtest.h>

namespace atomesh {
namespace {

SourcePtr source(std::string text, std::string name = "configs/models_atom.yaml") {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

Place at(const SourcePtr& file, int line, int column, int width = 1) { return {file, {line, column}, width, ""}; }

TEST(Describe, NamesFilePositionOrLabel) {
  const SourcePtr file = source("a: 1\n", "m.yaml");
  EXPECT_EQ(describe(at(file, 12, 3)), "m.yaml:12:3");
  EXPECT_EQ(describe(at(file, 12, 0)), "m.yaml:12");
  EXPECT_EQ(describe(at(file, 0, 0)), "m.yaml");
  EXPECT_EQ(describe({nullptr, {}, 1, "env BLOCK_SIZE"}), "env BLOCK_SIZE");
  EXPECT_EQ(describe({}), "atomesh");
}

struct TextCase {
  std::string name;
  Diagnostic diagnostic;
  std::string text;
};

void expect_texts(const std::vector<TextCase>& cases) {
  for (const TextCase& test : cases) EXPECT_EQ(to_text(test.diagnostic), test.text) << test.name;
}

TEST(ToText, ShowsPlaceLineCaretAndHint) {
  const SourcePtr file = source("model:\n  blok_size: 16\n\n");
  expect_texts({
      {"everything",
       {"unknown-key", at(file, 2, 3, 9), "unknown key 'blok_size'", "did you mean 'block_size'?"},
       "configs/models_atom.yaml:2:3: error: unknown key 'blok_size' [unknown-key]\n"
       "      blok_size: 16\n"
       "      ^~~~~~~~~\n"
       "    hint: did you mean 'block_size'?\n"},
      {"no hint",
       {"wrong-type", at(file, 1, 1, 5), "not a number", ""},
       "configs/models_atom.yaml:1:1: error: not a number [wrong-type]\n"
       "    model:\n"
       "    ^~~~~\n"},
      {"width clamped to the line",
       {"wrong-type", at(file, 2, 14, 99), "too wide", ""},
       "configs/models_atom.yaml:2:14: error: too wide [wrong-type]\n"
       "      blok_size: 16\n"
       "                 ^~\n"},
      {"behind the line, and a width of nothing",
       {"bad-syntax", at(file, 1, 90, 0), "ends early", ""},
       "configs/models_atom.yaml:1:90: error: ends early [bad-syntax]\n"
       "    model:\n"
       "          ^\n"},
      {"the file as a whole",
       {"file-unreadable", at(file, 0, 0), "permission denied", "chmod"},
       "configs/models_atom.yaml: error: permission denied [file-unreadable]\n"
       "    hint: chmod\n"},
      {"a line without a column",
       {"bad-syntax", at(file, 1, 0), "wrong", ""},
       "configs/models_atom.yaml:1: error: wrong [bad-syntax]\n"
       "    model:\n"},
      {"a line that is not there",
       {"bad-syntax", at(file, 40, 1), "wrong", ""},
       "configs/models_atom.yaml:40:1: error: wrong [bad-syntax]\n"},
      {"no file",
       {"bad-value", {nullptr, {}, 1, "env BLOCK_SIZE"}, "'x' is not a number", "unset it"},
       "env BLOCK_SIZE: error: 'x' is not a number [bad-value]\n"
       "    hint: unset it\n"},
      {"no place", {"bad-value", {}, "nothing", ""}, "atomesh: error: nothing [bad-value]\n"},
  });
}

TEST(ToText, AlignsTheCaretByWhatIsShown) {
  expect_texts({
      {"bytes are not characters",
       {"bad-value", at(source("é: ü x"), 1, 6), "x", ""},
       "configs/models_atom.yaml:1:6: error: x [bad-value]\n    é: ü x\n         ^\n"},
      {"wide characters take two columns",
       {"bad-value", at(source("漢字: x漢"), 1, 5, 2), "x", ""},
       "configs/models_atom.yaml:1:5: error: x [bad-value]\n    漢字: x漢\n          ^~~\n"},
      {"combining marks take none",
       {"bad-value", at(source("e\u0301: x"), 1, 5), "x", ""},
       "configs/models_atom.yaml:1:5: error: x [bad-value]\n    e\u0301: x\n       ^\n"},
      {"a tab is one blank",
       {"tab", at(source("\tx"), 1, 2), "x", ""},
       "configs/models_atom.yaml:1:2: error: x [tab]\n     x\n     ^\n"},
      {"control characters are escaped, and counted as they are shown",
       {"bad-value", at(source("\x1b[2Jx\xff"), 1, 5, 2), "x", ""},
       "configs/models_atom.yaml:1:5: error: x [bad-value]\n    \\x1b[2Jx\\xff\n           ^~~~~\n"},
      {"so are characters that turn the text around",
       {"bad-value", at(source("\u202ex"), 1, 2), "x", ""},
       "configs/models_atom.yaml:1:2: error: x [bad-value]\n    \\u202ex\n          ^\n"},
  });
}

TEST(ToText, KeepsMessagesOnOneLine) {
  EXPECT_EQ(to_text({"bad-value", {nullptr, {}, 1, "env A\x1b"}, "got 'a\nb\tc\x07\x7f'", "not\r'\x80'"}),
            "env A\\x1b: error: got 'a\\nb\\tc\\x07\\x7f' [bad-value]\n    hint: not\\x0d'\\x80'\n");
}

TEST(ToText, CutsLongLinesAroundTheCaret) {
  const std::string long_line = std::string(300, 'a') + "HERE" + std::string(300, 'b');
  EXPECT_EQ(to_text({"bad-value", at(source(long_line), 1, 301, 4), "x", ""}),
            "configs/models_atom.yaml:1:301: error: x [bad-value]\n"
            "    …" +
                std::string(100, 'a') + "HERE" + std::string(56, 'b') + "…\n" + "    " + std::string(101, ' ') +
                "^~~~\n");
  EXPECT_EQ(to_text({"bad-value", at(source("HERE" + std::string(300, 'b')), 1, 1, 200), "x", ""}),
            "configs/models_atom.yaml:1:1: error: x [bad-value]\n"
            "    HERE" +
                std::string(156, 'b') + "…\n" + "    ^" + std::string(159, '~') + "\n");
  EXPECT_EQ(to_text({"bad-value", at(source(std::string(300, 'a') + "HERE"), 1, 301, 4), "x", ""}),
            "configs/models_atom.yaml:1:301: error: x [bad-value]\n"
            "    …" +
                std::string(100, 'a') + "HERE\n" + "    " + std::string(101, ' ') + "^~~~\n");
}

TEST(ToText, MasksSecretsAndKeepsTheCaretHonest) {
  const SourcePtr file = source("env: HF_TOKEN=hf_abcdefgh12 BLOK=1\nHF_TOKEN: swordfish\nurl: http://u:p@h/ x\n");
  expect_texts({
      {"the caret stands before the secret",
       {"bad-value", at(file, 1, 6, 8), "x", ""},
       "configs/models_atom.yaml:1:6: error: x [bad-value]\n"
       "    env: HF_TOKEN=*** BLOK=1\n"
       "         ^~~~~~~~\n"},
      {"the caret stands on the secret",
       {"bad-value", at(file, 2, 11, 9), "x", ""},
       "configs/models_atom.yaml:2:11: error: x [bad-value]\n"
       "    HF_TOKEN: ***\n"
       "              ^\n"},
      {"the caret would stand behind the secret",
       {"bad-value", at(file, 1, 29, 4), "x", ""},
       "configs/models_atom.yaml:1:29: error: x [bad-value]\n"
       "    env: HF_TOKEN=*** BLOK=1\n"},
      {"message, hint and label",
       {"bad-value", {nullptr, {}, 1, "--env A=hf_0123456789"}, "API_KEY=abc is wrong", "see http://u:p@192.0.2.1/"},
       "--env A=***: error: API_KEY=*** is wrong [bad-value]\n    hint: see http://***@192.0.2.1/\n"},
      {"a secret's name as the label is no secret",
       {"bad-value", {nullptr, {}, 1, "env HF_TOKEN"}, "is empty", ""},
       "env HF_TOKEN: error: is empty [bad-value]\n"},
  });
}

TEST(Diagnostics, CountsErrorsOnly) {
  Diagnostics diagnostics;
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.add("bad-value", {}, "one");
  diagnostics.add({"bad-value", {}, "two", ""});
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 2U);
}

std::vector<std::string> messages(const Diagnostics& diagnostics) {
  std::vector<std::string> result;
  for (const Diagnostic& finding : diagnostics.sorted()) result.push_back(finding.message);
  return result;
}

TEST(Diagnostics, SortsByFileThenPosition) {
  const SourcePtr second = source("", "b.yaml");
  const SourcePtr first = source("", "z.yaml");
  Diagnostics diagnostics;
  diagnostics.add("bad-value", at(first, 7, 1), "z 7:1");
  diagnostics.add("bad-value", at(second, 1, 1), "b 1:1");
  diagnostics.add("bad-value", {nullptr, {}, 1, "env Z"}, "env Z");
  diagnostics.add("bad-value", at(first, 2, 9), "z 2:9, reported first");
  diagnostics.add("wrong-type", at(first, 2, 9), "z 2:9, reported second");
  diagnostics.add("bad-value", at(first, 2, 3), "z 2:3");
  diagnostics.add("bad-value", {nullptr, {}, 1, "env A"}, "env A");
  diagnostics.add("bad-value", at(first, 0, 0), "z as a whole");
  EXPECT_EQ(messages(diagnostics),
            (std::vector<std::string>{"env Z", "env A", "z as a whole", "z 2:3", "z 2:9, reported first",
                                      "z 2:9, reported second", "z 7:1", "b 1:1"}));
}

TEST(Diagnostics, ReportsExactRepetitionsOnce) {
  const SourcePtr file = source("", "a.yaml");
  const SourcePtr read_again = source("", "a.yaml");
  Diagnostics diagnostics;
  diagnostics.add("bad-value", at(file, 1, 1), "same", "hint");
  diagnostics.add("bad-value", at(file, 1, 1), "same", "another hint");
  diagnostics.add("bad-value", at(read_again, 1, 1), "same", "hint");
  diagnostics.add("bad-value", at(file, 1, 2), "same", "hint");
  diagnostics.add("wrong-type", at(file, 1, 1), "same", "hint");
  EXPECT_EQ(messages(diagnostics).size(), 4U);
  EXPECT_EQ(diagnostics.error_count(), 5U);
}

}  // namespace
}  // namespace atomesh
