// SPEC section 6: print-args.
#include "atomesh/render.hpp"

#include <gtest/gtest.h>

#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

Piece piece(std::vector<std::string> words) {
  Piece made;
  for (std::string& word : words) made.words.push_back({std::move(word), label("built-in")});
  return made;
}

Plan plan_of(std::vector<std::string> words, std::vector<std::pair<std::string, std::string>> env = {}) {
  Plan plan{Role::decode, 2, 2, false, "Tiny", {piece({"python3", "-m"}), piece(std::move(words))}, {}, {}, {}};
  for (auto& [name, value] : env) plan.env.push_back({std::move(name), std::move(value), built_in("x")});
  return plan;
}

std::string text(const Plan& plan, Format format, bool show_secrets = false) {
  Diagnostics diagnostics;
  const auto rendered = render(plan, format, {show_secrets, false}, diagnostics);
  EXPECT_EQ(rendered.has_value(), !diagnostics.has_errors());
  return rendered ? *rendered : test::report(diagnostics);
}

TEST(Format, HasFourNames) {
  EXPECT_EQ(parse_format("shell"), Format::shell);
  EXPECT_EQ(parse_format("json"), Format::json);
  EXPECT_EQ(parse_format("lines"), Format::lines);
  EXPECT_EQ(parse_format("nul"), Format::nul);
  for (const std::string_view no : {"", "JSON", "yaml", "shell "}) EXPECT_FALSE(parse_format(no)) << no;
}

TEST(Shell, IsOneCommand) {
  EXPECT_EQ(text(plan_of({"--a"}), Format::shell), "env python3 -m --a\n");
  Plan plan = plan_of({"a b", "it's", "", "$HOME", "{\"a\":1}"}, {{"A", "1"}, {"B", ""}, {"C", "x y"}});
  plan.unset_env = {{"D", {}}, {"E", {}}};
  EXPECT_EQ(text(plan, Format::shell),
            R"(env -u D -u E A=1 B='' C='x y' python3 -m 'a b' 'it'\''s' '' '$HOME' '{"a":1}')"
            "\n");
}

TEST(Json, IsTheDocumentOfTheSpecification) {
  EXPECT_EQ(text(plan_of({"a \"b\"\n"}, {{"A", "1"}, {"B", "\xC3\xA9"}}), Format::json), R"({
  "format": "atomesh.plan/1",
  "role": "decode",
  "rank": 2,
  "model": "Tiny",
  "argv": [
    "python3",
    "-m",
    "a \"b\"\n"
  ],
  "env": {
    "A": "1",
    "B": "é"
  }
}
)");
}

TEST(Json, NamesWhatIsTakenOutAndHasAnEmptyEnv) {
  Plan plan = plan_of({});
  plan.unset_env = {{"D", {}}};
  EXPECT_EQ(text(plan, Format::json), R"({
  "format": "atomesh.plan/1",
  "role": "decode",
  "rank": 2,
  "model": "Tiny",
  "argv": [
    "python3",
    "-m"
  ],
  "env": {},
  "unset_env": [
    "D"
  ]
}
)");
}

TEST(Json, IsUtf8OrAnError) {
  const std::string error =
      "atomesh: error: a word or variable of this plan is not UTF-8, and JSON must be [not-utf8]\n    hint: use "
      "--format shell or nul\n";
  EXPECT_EQ(text(plan_of({"\xFF"}), Format::json), error);
  EXPECT_EQ(text(plan_of({}, {{"A", "\xC3"}}), Format::json), error);
}

TEST(Lines, AreAWordEach) {
  EXPECT_EQ(text(plan_of({"a b", ""}), Format::lines), "python3\n-m\na b\n\n");
  EXPECT_EQ(text(plan_of({"a\nb"}), Format::lines),
            "atomesh: error: 'a\\nb' holds a newline [not-one-line]\n    hint: use --format nul or json\n");
}

TEST(Nul, EndsEveryWord) {
  EXPECT_EQ(text(plan_of({"a\nb", ""}), Format::nul), std::string("python3\0-m\0a\nb\0\0", 16));
}

TEST(Secrets, AreMaskedUnlessAskedFor) {
  const Plan plan = plan_of({"--api-key", "abc", "--hf-token=def", "--max-token", "8", "https://user:pw@192.0.2.9/t",
                             "hf_abcdefghijklmnopqrstuvwxyz012345"},
                            {{"HF_TOKEN", "abc"}, {"X_TOKEN_THRESHOLD", "64"}});
  EXPECT_EQ(text(plan, Format::shell),
            "env HF_TOKEN='***' X_TOKEN_THRESHOLD=64 python3 -m --api-key '***' '--hf-token=***' --max-token '***' "
            "'https://***@192.0.2.9/t' '***'\n");
  EXPECT_EQ(text(plan, Format::shell, true),
            "env HF_TOKEN=abc X_TOKEN_THRESHOLD=64 python3 -m --api-key abc --hf-token=def --max-token 8 "
            "https://user:pw@192.0.2.9/t hf_abcdefghijklmnopqrstuvwxyz012345\n");
  EXPECT_EQ(text(plan, Format::lines),
            "python3\n-m\n--api-key\n***\n--hf-token=***\n--max-token\n***\nhttps://***@192.0.2.9/t\n***\n");
  EXPECT_TRUE(has_secrets(plan));
}

TEST(Secrets, AreNotSeenWhereThereAreNone) {
  EXPECT_FALSE(has_secrets(plan_of({"--max-tokens", "8"}, {{"X_TOKEN_THRESHOLD", "64"}})));
  EXPECT_TRUE(has_secrets(plan_of({}, {{"A_KEY", "1"}})));
  EXPECT_TRUE(has_secrets(plan_of({"--password", "1"})));
}

TEST(Argv, IsFlattened) {
  EXPECT_EQ(argv_of(plan_of({"a", "b"})), (std::vector<std::string>{"python3", "-m", "a", "b"}));
}

}  // namespace
}  // namespace atomesh
