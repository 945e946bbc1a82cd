// Findings as text, JSON and workflow commands; the list of codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "unit/findings_fixture.hpp"

namespace atomesh::test {
namespace {

using Json = nlohmann::ordered_json;

TEST(FindingsText, ShowsTheSeverityOfThePolicy) {
  EXPECT_EQ(to_text(examples()),
            "env BLOCK_SIZE: error: BLOCK_SIZE takes a number, not 'x' [bad-value]\n"
            "    hint: unset it\n"
            "./configs/models_atom.yaml:2:3: error: unknown key 'blok_size' [unknown-key]\n"
            "      blok_size: 16\n"
            "      ^~~~~~~~~\n"
            "    hint: did you mean 'block_size'?\n"
            "my recipes/50%,a:b#1.yaml:1: warning: 100% of: a,\\nb [unread-env]\n"
            "    r:\n"
            "my recipes/50%,a:b#1.yaml: note: 512 is above 256 [over-capture-sizes]\n");
  EXPECT_EQ(to_text(std::vector<Finding>{{{"unread-env", {}, "x", ""}, Severity::error}}),
            "atomesh: error: x [unread-env]\n");
  EXPECT_EQ(to_text(std::vector<Finding>{}), "");
}

struct SummaryCase {
  Checked checked;
  Tally tally;
  std::string text;
};

TEST(FindingsSummary, CountsInEnglish) {
  const std::vector<SummaryCase> cases = {
      {{4, 6, 11, 57, 0.0032},
       {0, 2, 1},
       "checked 4 models, 6 recipes, 11 points, 57 processes in 3.2 ms: 0 errors, 2 warnings, 1 note"},
      {{1, 1, 1, 1, 0.00004},
       {1, 1, 0},
       "checked 1 model, 1 recipe, 1 point, 1 process in 0.0 ms: 1 error, 1 warning, 0 notes"},
      {{0, 100000, 0, 0, 0.99994},
       {},
       "checked 0 models, 100000 recipes, 0 points, 0 processes in 999.9 ms: 0 errors, 0 warnings, 0 notes"},
      {{2, 0, 0, 2, 0.99996},
       {2, 1, 2},
       "checked 2 models, 0 recipes, 0 points, 2 processes in 1.00 s: 2 errors, 1 warning, 2 notes"},
      {{2, 0, 0, 2, 83.456},
       {},
       "checked 2 models, 0 recipes, 0 points, 2 processes in 83.46 s: 0 errors, 0 warnings, 0 notes"},
  };
  for (const SummaryCase& test : cases) EXPECT_EQ(summary_line(test.checked, test.tally), test.text);
}

TEST(FindingsSummary, TalliesBySeverity) {
  const Tally counts = tally(examples());
  EXPECT_EQ(counts.errors, 2U);
  EXPECT_EQ(counts.warnings, 1U);
  EXPECT_EQ(counts.notes, 1U);
}

TEST(FindingsJson, IsADocument) {
  EXPECT_EQ(to_json(examples(), {4, 6, 11, 57, 0.0032154321}), R"({
  "format": "atomesh.findings/1",
  "findings": [
    {
      "severity": "error",
      "code": "bad-value",
      "message": "BLOCK_SIZE takes a number, not 'x'",
      "hint": "unset it",
      "file": null,
      "line": null,
      "column": null,
      "end_column": null,
      "where": "env BLOCK_SIZE"
    },
    {
      "severity": "error",
      "code": "unknown-key",
      "message": "unknown key 'blok_size'",
      "hint": "did you mean 'block_size'?",
      "file": "./configs/models_atom.yaml",
      "line": 2,
      "column": 3,
      "end_column": 12
    },
    {
      "severity": "warning",
      "code": "unread-env",
      "message": "100% of: a,\nb",
      "hint": null,
      "file": "my recipes/50%,a:b#1.yaml",
      "line": 1,
      "column": null,
      "end_column": null
    },
    {
      "severity": "note",
      "code": "over-capture-sizes",
      "message": "512 is above 256",
      "hint": null,
      "file": "my recipes/50%,a:b#1.yaml",
      "line": null,
      "column": null,
      "end_column": null
    }
  ],
  "summary": {
    "errors": 2,
    "warnings": 1,
    "notes": 1,
    "models": 4,
    "recipes": 6,
    "points": 11,
    "processes": 57,
    "seconds": 0.003215
  }
}
)");
}

TEST(FindingsJson, WithoutFindings) {
  EXPECT_EQ(to_json({}, {}), R"({
  "format": "atomesh.findings/1",
  "findings": [],
  "summary": {
    "errors": 0,
    "warnings": 0,
    "notes": 0,
    "models": 0,
    "recipes": 0,
    "points": 0,
    "processes": 0,
    "seconds": 0.0
  }
}
)");
}

TEST(FindingsJson, MasksSecretsAndReplacesInvalidBytes) {
  const Json findings = Json::parse(to_json(secrets(), {}))["findings"];
  EXPECT_EQ(findings[0]["where"], "--env A=***");
  EXPECT_EQ(findings[0]["message"], "API_KEY=*** is wrong");
  EXPECT_EQ(findings[0]["hint"], "see http://***@192.0.2.1/");
  EXPECT_EQ(findings[1]["file"], "***/a.yaml");
  EXPECT_EQ(findings[1]["message"], "***\x1b\uFFFD");
}

TEST(FindingsGithub, AreWorkflowCommands) {
  EXPECT_EQ(to_github(examples()),
            "::error title=atomesh bad-value::env BLOCK_SIZE: BLOCK_SIZE takes a number, not 'x'%0Aunset it\n"
            "::error file=configs/models_atom.yaml,line=2,col=3,endColumn=12,title=atomesh unknown-key::"
            "unknown key 'blok_size'%0Adid you mean 'block_size'?\n"
            "::warning file=my recipes/50%25%2Ca%3Ab#1.yaml,line=1,title=atomesh unread-env::100%25 of: a,\\nb\n"
            "::notice file=my recipes/50%25%2Ca%3Ab#1.yaml,title=atomesh over-capture-sizes::512 is above 256\n");
  EXPECT_EQ(to_github({}), "");
}

TEST(FindingsGithub, MaskSecretsAndEscapeControls) {
  EXPECT_EQ(to_github(secrets()),
            "::warning title=atomesh bad-value::--env A=***: API_KEY=*** is wrong%0Asee http://***@192.0.2.1/\n"
            "::warning file=***/a.yaml,line=1,col=1,endColumn=9,title=atomesh bad-value::***\\x1b\\xff\n");
}

constexpr auto table = std::to_array<Check>({{"tab", Severity::error, "YAML forbids <tab>s."},
                                             {"unread-env", Severity::warning, "A|B of *x_y* changes nothing."},
                                             {"over-capture-sizes", Severity::note, "Slow."}});

TEST(ListChecks, AsText) {
  EXPECT_EQ(list_checks(ListFormat::text, table),
            "tab                 error    YAML forbids <tab>s.\n"
            "unread-env          warning  A|B of *x_y* changes nothing.\n"
            "over-capture-sizes  note     Slow.\n");
}

TEST(ListChecks, AsJson) {
  EXPECT_EQ(list_checks(ListFormat::json, std::span(table).first(2)), R"({
  "format": "atomesh.checks/1",
  "checks": [
    {
      "code": "tab",
      "severity": "error",
      "can_be_ignored": false,
      "why": "YAML forbids <tab>s."
    },
    {
      "code": "unread-env",
      "severity": "warning",
      "can_be_ignored": true,
      "why": "A|B of *x_y* changes nothing."
    }
  ]
}
)");
}

TEST(ListChecks, AsMarkdown) {
  EXPECT_EQ(list_checks(ListFormat::markdown, table), R"(# Checks

What `atomesh` can find, by code. `--ignore CODE` drops a finding, as does the comment `# atomesh: ignore CODE`
on its line or above it; `--error CODE` makes it an error; with `--strict` warnings fail, notes never do. A code
with an asterisk cannot be ignored: of a file with such an error, nothing else can be checked.

| code | severity | why |
| --- | --- | --- |
| `tab` \* | error | YAML forbids \<tab>s. |
| `unread-env` | warning | A\|B of \*x\_y\* changes nothing. |
| `over-capture-sizes` | note | Slow. |
)");
}

TEST(ListChecks, ListsEveryCode) {
  const std::string text = list_checks(ListFormat::text);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<std::ptrdiff_t>(checks.size()));
  EXPECT_TRUE(text.starts_with("file-unreadable "));
}

}  // namespace
}  // namespace atomesh::test
