// What --ignore, --error, --strict and comments make of diagnostics.
#include "atomesh/findings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace atomesh {
namespace {

using Lines = std::vector<std::string>;

SourcePtr source(std::string text, std::string name = "m.yaml") {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

Place at(const SourcePtr& file, int line, int column = 1) { return {file, {line, column}, 1, ""}; }

/// `m.yaml:2:1 warning unread-env`, one for each finding.
Lines outline(const std::vector<Finding>& findings) {
  Lines lines;
  for (const Finding& finding : findings) {
    lines.push_back(fmt::format("{} {} {}", describe(finding.diagnostic.where), to_string(finding.severity),
                                finding.diagnostic.code.name()));
  }
  return lines;
}

TEST(Policy, WithoutOptionsKeepsSeveritiesAndSorts) {
  const SourcePtr file = source("a: 1\nb: 2\n");
  const std::vector<Finding> findings = apply_policy({{"over-capture-sizes", at(file, 2), "three", ""},
                                                      {"unread-env", at(file, 1), "two", ""},
                                                      {"bad-value", {nullptr, {}, 1, "env A"}, "one", ""},
                                                      {"over-capture-sizes", at(file, 2), "three", ""}},
                                                     {});
  EXPECT_EQ(outline(findings),
            (Lines{"env A error bad-value", "m.yaml:1:1 warning unread-env", "m.yaml:2:1 note over-capture-sizes"}));
  EXPECT_EQ(findings[1].diagnostic.message, "two");
}

struct OptionCase {
  std::string name;
  FindingOptions options;
  Lines findings;
};

TEST(Policy, ByOption) {
  const SourcePtr file = source("a: 1\n");
  const std::vector<Diagnostic> diagnostics = {{"bad-syntax", at(file, 1, 1), "x", ""},
                                               {"unread-env", at(file, 1, 2), "x", ""},
                                               {"over-capture-sizes", at(file, 1, 3), "x", ""},
                                               {"unknown-key", at(file, 1, 4), "x", ""}};
  const std::string syntax = "m.yaml:1:1 error bad-syntax";
  const std::string env = "m.yaml:1:2 warning unread-env";
  const std::string note = "m.yaml:1:3 note over-capture-sizes";
  const std::string key = "m.yaml:1:4 error unknown-key";
  const std::vector<OptionCase> cases = {
      {"strict changes nothing that is shown", {{}, {}, true}, {syntax, env, note, key}},
      {"a warning is ignored", {{"unread-env"}, {}, false}, {syntax, note, key}},
      {"so are errors and notes", {{"unknown-key", "over-capture-sizes"}, {}, false}, {syntax, env}},
      {"but not what leaves nothing to check", {{"bad-syntax"}, {}, false}, {syntax, env, note, key}},
      {"warnings and notes become errors",
       {{}, {"unread-env", "over-capture-sizes"}, false},
       {syntax, "m.yaml:1:2 error unread-env", "m.yaml:1:3 error over-capture-sizes", key}},
      {"ignored and made an error: ignored", {{"unread-env"}, {"unread-env"}, false}, {syntax, note, key}},
      {"a code that does not exist", {{"unread"}, {"unread"}, false}, {syntax, env, note, key}},
  };
  for (const OptionCase& test : cases) {
    EXPECT_EQ(outline(apply_policy(diagnostics, test.options)), test.findings) << test.name;
  }
}

TEST(Policy, RefusesWrongOptions) {
  EXPECT_EQ(usage_error({}), "");
  EXPECT_EQ(usage_error({{"unread-env", "bad-value"}, {"unread-env", "bad-syntax"}, true}), "");
  EXPECT_EQ(usage_error({{"unread-evn", "tab"}, {"xyz\n"}, false}),
            "atomesh: error: unknown code 'unread-evn' for --ignore [usage]\n"
            "    hint: did you mean 'unread-env'?\n"
            "atomesh: error: 'tab' cannot be ignored [usage]\n"
            "    hint: correct the file: nothing else in it can be checked\n"
            "atomesh: error: unknown code 'xyz\\n' for --error [usage]\n"
            "    hint: `atomesh validate --list-checks` lists every code\n");
}

TEST(Policy, NamesWhatCannotBeIgnored) {
  Lines codes;
  for (const Check& check : checks) {
    if (!can_be_ignored(check.code)) codes.emplace_back(check.code);
  }
  EXPECT_EQ(codes, (Lines{"file-unreadable", "file-not-found", "not-checked", "bad-encoding", "bad-syntax", "tab",
                          "many-documents", "duplicate-key", "bad-alias", "alias-expansion", "bad-option-table"}));
}

struct CommentCase {
  std::string name;
  std::string text;
  Lines ignored;  ///< the lines whose unread-env is gone
};

/// A finding unread-env in every line; those that are left out.
Lines ignored_lines(const std::string& text) {
  const SourcePtr file = source(text);
  std::vector<Diagnostic> diagnostics;
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (int line = 1; line <= lines; ++line) diagnostics.push_back({"unread-env", at(file, line), "x", ""});
  const Lines left = outline(apply_policy(diagnostics, {}));
  Lines ignored;
  for (int line = 1; line <= lines; ++line) {
    const std::string finding = fmt::format("m.yaml:{}:1 warning unread-env", line);
    if (std::find(left.begin(), left.end(), finding) == left.end()) ignored.push_back(std::to_string(line));
  }
  return ignored;
}

void expect_ignored(const std::vector<CommentCase>& cases) {
  for (const CommentCase& test : cases) EXPECT_EQ(ignored_lines(test.text), test.ignored) << test.name;
}

TEST(Comments, IgnoreTheirLineOrTheOneBelow) {
  expect_ignored({
      {"behind a value", "a: 1\nb: 2  # atomesh: ignore unread-env\nc: 3\n", {"2"}},
      {"above", "a: 1\n  # atomesh: ignore unread-env\nb: 2\nc: 3\n", {"2", "3"}},
      {"above, with more comments between", "# atomesh: ignore unread-env\n# why\n# why\nb: 2\nc: 3\n", {"1", "4"}},
      {"not past an empty line", "# atomesh: ignore unread-env\n\nb: 2\n", {"1", "2"}},
      {"above and behind another comment", "# atomesh: ignore unread-env\nb: 2 # why\nc: 3\n", {"1", "2"}},
      {"little blank", "a: 1 #atomesh:ignore unread-env\nb: 2\n", {"1"}},
      {"much blank", "a: 1 #  \tatomesh:\t ignore \tunread-env  \nb: 2\n", {"1"}},
      {"in the last line, which has no end", "a: 1\nb: 2\n# atomesh: ignore unread-env", {}},
      {"in an entry without value", "a: # atomesh: ignore unread-env\n  b: 1\n", {"1"}},
      {"inside brackets", "a: [b,  # atomesh: ignore unread-env\n  c]\n", {"1"}},
  });
}

TEST(Comments, ListCodesAndReasons) {
  expect_ignored({
      {"second of two", "a: 1 # atomesh: ignore bad-value, unread-env\n", {"1"}},
      {"no blank between", "a: 1 # atomesh: ignore bad-value,unread-env\n", {"1"}},
      {"no comma between", "a: 1 # atomesh: ignore bad-value unread-env\n", {"1"}},
      {"a reason", "a: 1 # atomesh: ignore unread-env because, unknown is fine\n", {"1"}},
      {"a code in a reason", "a: 1 # atomesh: ignore bad-value for unread-env\n", {}},
      {"another code", "a: 1 # atomesh: ignore bad-value\n", {}},
      {"not at the beginning", "a: 1 # see atomesh: ignore unread-env\n", {}},
      {"another word", "a: 1 # atomesh: ignored unread-env\n", {}},
      {"other comments", "a: 1 # atomesh: reads this\n# atomesh\nb: 2\n", {}},
  });
}

TEST(Comments, KnowQuotesAndBlocks) {
  const std::string directive = " # atomesh: ignore unread-env";
  expect_ignored({
      {"in double quotes", "a: \"x" + directive + "\"\n", {}},
      {"behind an escaped quote", "a: \"x\\\"" + directive + "\"\n", {}},
      {"in single quotes", "a: 'it''s" + directive + "'\n", {}},
      {"in quotes in brackets", "a: ['x', 'y" + directive + "']\n", {}},
      {"in a quoted key", "'a" + directive + "': 1\n", {}},
      {"behind an anchor, in quotes", "a: &b 'x" + directive + "'\n", {}},
      {"inside a word", "a: b#" + directive.substr(2) + "\n", {}},
      {"behind quotes", "a: 'x'" + directive + "\n", {"1"}},
      {"behind an apostrophe", "a: it's" + directive + "\n", {"1"}},
      {"behind a quote inside of a value", "a: b \"c" + directive + "\nb: \"\n", {"1"}},
      {"in the text of a block", "a: |\n  b\n " + directive + "\nb: 1\n", {}},
      {"in a block with its own indentation", "a: |2\n   b\n" + directive + "\n b: 1\n", {"3", "4"}},
      {"in the text of a block of a list", "- >-\n  b\n " + directive + "\n- b\n", {}},
      {"behind a block", "a:\n  b: |\n    c\n " + directive + "\n  d: 1\n", {"4", "5"}},
      {"a bar that begins no block", "a: b |\n  c\nd: 1" + directive + "\ne: [|\n, f]" + directive + "\n", {"3", "5"}},
      {"after a second document", "a: 1\n--- |\n x\n" + directive.substr(1) + "\nb: 1\n", {"4", "5"}},
      {"after a quote that nothing closes", "a: 'x\nb: 2" + directive + "\n", {}},
  });
}

TEST(Comments, TakeAValueOfSeveralLinesAsOne) {
  const std::string directive = "# atomesh: ignore unread-env\n";
  expect_ignored({
      {"above quotes", directive + "a: \"b\n  c\n  d\"\ne: 1\n", {"1", "2", "3", "4"}},
      {"behind quotes", "a: 'b\n\n  d' " + directive + "e: 1\n", {"1", "2", "3"}},
      {"above a block", directive + "a: |\n  b\n\n  c\nd: 1\n", {"1", "2", "3", "4", "5"}},
      {"behind the sign of a block", "z: 1\na: >- " + directive + "  b\n  c\nd: 1\n", {"2", "3", "4"}},
      {"behind an unquoted value", "a: b\n  c\n  d " + directive + "e: 1\n", {"1", "2", "3"}},
      {"two values in one line", "a: ['b\n  c', \"d\n  e\"] " + directive + "f: 1\n", {"1", "2", "3"}},
  });
}

TEST(Comments, NeverHideThatAFileWasNotRead) {
  const SourcePtr file = source("a: [ # atomesh: ignore bad-syntax, unread-env\n");
  EXPECT_EQ(to_text(apply_policy({{"bad-syntax", at(file, 1, 4), "this list is never closed", ""},
                                  {"unread-env", at(file, 1, 1), "x", ""}},
                                 {})),
            "m.yaml:1:4: error: this list is never closed [bad-syntax]\n"
            "    a: [ # atomesh: ignore bad-syntax, unread-env\n"
            "       ^\n"
            "m.yaml:1:24: warning: 'bad-syntax' cannot be ignored [cannot-ignore]\n"
            "    a: [ # atomesh: ignore bad-syntax, unread-env\n"
            "                           ^~~~~~~~~~\n"
            "    hint: correct the file: nothing else in it can be checked\n");
}

TEST(Comments, ReportCodesThatDoNotExist) {
  const SourcePtr file = source(
      "é: 1 # atomesh: ignore unread-evn,é,\n"
      "# atomesh: ignore\n");
  const std::string first = "    é: 1 # atomesh: ignore unread-evn,é,\n";
  const std::string list = "    hint: `atomesh validate --list-checks` lists every code\n";
  EXPECT_EQ(to_text(apply_policy({}, {}, std::vector<SourcePtr>{file})),
            "m.yaml:1:6: warning: a code is missing in 'atomesh: ignore' [unknown-code]\n" + first + "         ^\n" +
                list + "m.yaml:1:24: warning: unknown code 'unread-evn' [unknown-code]\n" + first +
                "                           ^~~~~~~~~~\n"
                "    hint: did you mean 'unread-env'?\n"
                "m.yaml:1:35: warning: unknown code 'é' [unknown-code]\n" +
                first + "                                      ^\n" + list +
                "m.yaml:2:1: warning: a code is missing in 'atomesh: ignore' [unknown-code]\n"
                "    # atomesh: ignore\n"
                "    ^\n" +
                list);
}

TEST(Comments, CanBeIgnoredThemselves) {
  const SourcePtr file = source("a: 1 # atomesh: ignore unknown-code, xyz\n");
  EXPECT_EQ(outline(apply_policy({}, {}, std::vector<SourcePtr>{file})), Lines{});
}

TEST(Comments, SpeakOfTheirOwnFile) {
  const SourcePtr first = source("a: 1 # atomesh: ignore unread-env\n");
  const SourcePtr second = source("a: 1\n", "n.yaml");
  EXPECT_EQ(outline(apply_policy({{"unread-env", at(second, 1), "x", ""},
                                  {"unread-env", at(first, 1), "x", ""},
                                  {"unread-env", at(first, 0, 0), "x", ""},
                                  {"unread-env", {nullptr, {}, 1, "env A"}, "x", ""}},
                                 {}, std::vector<SourcePtr>{first, first, nullptr})),
            (Lines{"env A warning unread-env", "n.yaml:1:1 warning unread-env", "m.yaml warning unread-env"}));
}

TEST(Policy, FailsOnErrorsAndStrictlyOnWarnings) {
  const std::vector<Finding> notes = {{{"unread-env", {}, "x", ""}, Severity::note}};
  const std::vector<Finding> warnings = {{{"bad-value", {}, "x", ""}, Severity::warning}, notes[0]};
  const std::vector<Finding> errors = {notes[0], {{"over-capture-sizes", {}, "x", ""}, Severity::error}};
  EXPECT_FALSE(fails({}, true));
  EXPECT_FALSE(fails(notes, true));
  EXPECT_FALSE(fails(warnings, false));
  EXPECT_TRUE(fails(warnings, true));
  EXPECT_TRUE(fails(errors, false));
}

}  // namespace
}  // namespace atomesh
