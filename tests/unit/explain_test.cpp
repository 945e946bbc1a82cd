// Where words come from, as rows, tables and origins of the JSON document.
#include "atomesh/explain.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "atomesh/render.hpp"
#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

/// A decode worker whose block size has three sources.
Plan plan() {
  Job job;
  job.models = "Tiny: {block_size: 64, env: {NOTE: 'a b'}, mtp_flags: [--method, mtp, --num-speculative-tokens]}\n";
  job.request.role = Role::decode;
  job.request.model = "Tiny";
  job.request.model_dir = "/models";
  job.request.addresses = "192.0.2.1,192.0.2.2";
  job.request.mtp = 2;
  job.request.set = {"block_size=128"};
  job.environment = {{"BLOCK_SIZE", "16"}, {"API_KEY", "old"}};
  job.request.env = {"API_KEY=new"};
  job.request.unset_env = {"GONE"};
  return *job.run().plan;
}

std::vector<std::string> lines(const std::vector<Explanation>& explanations) {
  std::vector<std::string> out;
  for (const Explanation& entry : explanations) {
    std::string line = fmt::format("{} | {}", entry.text, describe(entry.origin));
    for (const Shadowed& lost : entry.origin.shadowed) {
      line += fmt::format(" | over {}: {}", describe(lost.where), lost.value);
    }
    out.push_back(line);
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST(Explain, NamesTheSourceAndWhatItShadowed) {
  EXPECT_EQ(lines(explanations_of(explain(plan(), false), plan(), "--block-size")),
            (Lines{"--block-size 128 | --set block_size | over m.yaml:1:20: 64 | over env BLOCK_SIZE: 16 | "
                   "over built-in: 16"}));
  EXPECT_EQ(lines(explanations_of(explain(plan(), false), plan(), "NOTE")),
            (Lines{"NOTE='a b' | m.yaml:1:30 Tiny.env"}));
}

TEST(Explain, FindsAFlagInAnySpelling) {
  for (const char* name : {"block-size", "block_size", "--block_size", "--block-size"}) {
    EXPECT_EQ(explanations_of(explain(plan(), false), plan(), name).size(), 1U) << name;
  }
  EXPECT_EQ(lines(explanations_of(explain(plan(), false), plan(), "num-speculative-tokens")).back(), "2 | --mtp");
  EXPECT_TRUE(explanations_of(explain(plan(), false), plan(), "blok-size").empty());
  EXPECT_EQ(suggest_explained(plan(), "--blok-size"), "did you mean '--block-size'?");
  EXPECT_EQ(suggest_explained(plan(), "wholly-other"), "--explain without a name tells all of them");
}

TEST(Explain, CoversEveryWordOnce) {
  std::size_t next = 0;
  for (const Explanation& entry : explain(plan(), false)) {
    if (entry.kind != Explanation::Kind::argv) continue;
    EXPECT_EQ(entry.first, next);
    EXPECT_LE(entry.first, entry.last);
    next = entry.last + 1;
  }
  EXPECT_EQ(next, argv_of(plan()).size());
}

TEST(Explain, MasksSecretsAlsoThoseThatLost) {
  EXPECT_EQ(lines(explanations_of(explain(plan(), false), plan(), "API_KEY")),
            (Lines{"API_KEY='***' | --env API_KEY | over env API_KEY: ***"}));
  EXPECT_EQ(lines(explanations_of(explain(plan(), true), plan(), "API_KEY")),
            (Lines{"API_KEY=new | --env API_KEY | over env API_KEY: old"}));
}

TEST(ExplainTable, WrapsBothColumnsToTheWidth) {
  std::vector<Explanation> some = explanations_of(explain(plan(), false), plan(), "block-size");
  for (Explanation& entry : explanations_of(explain(plan(), false), plan(), "cudagraph-capture-sizes")) {
    some.push_back(std::move(entry));
  }
  for (Explanation& entry : explanations_of(explain(plan(), false), plan(), "GONE")) some.push_back(std::move(entry));
  EXPECT_EQ(to_table(some, {80, false}), R"(command
--block-size 128                         --set block_size
                                         over m.yaml:1:20: 64
                                         over env BLOCK_SIZE: 16
                                         over built-in: 16
--cudagraph-capture-sizes '[1,2,4,8,16,  built-in
24,32,40,48,56,64,72,80,88,96,104,112,
120,128,136,144,152,160,168,176,184,
192,200,208,216,224,232,240,248,256]'

environment
-u GONE                                  --unset-env GONE
)");
}

TEST(ExplainTable, IsColouredOnlyIfAsked) {
  const auto some = explanations_of(explain(plan(), false), plan(), "block-size");
  EXPECT_EQ(to_table(some, {80, false}).find('\x1b'), std::string::npos);
  EXPECT_NE(to_table(some, {80, true}).find("\x1b[1mcommand\x1b[0m\n"), std::string::npos);
  EXPECT_NE(to_table(some, {80, true}).find("\x1b[2mover m.yaml:1:20: 64\x1b[0m\n"), std::string::npos);
}

TEST(ExplainJson, HasTheOriginsOfWordsAndVariables) {
  Diagnostics diagnostics;
  const std::string text = render(plan(), Format::json, {false, true}, diagnostics).value();
  EXPECT_NE(text.find(R"(    {
      "argv": [
        16,
        17
      ],
      "from": "cli",
      "where": "--set block_size",
      "key": "block_size",
      "shadowed": [
        {
          "where": "m.yaml:1:20",
          "value": "64"
        },
        {
          "where": "env BLOCK_SIZE",
          "value": "16"
        },
        {
          "where": "built-in",
          "value": "16"
        }
      ]
    },)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("unset_env": "GONE",)"), std::string::npos);
  EXPECT_EQ(render(plan(), Format::json, {false, false}, diagnostics)->find("origins"), std::string::npos);
}

}  // namespace
}  // namespace atomesh::test
