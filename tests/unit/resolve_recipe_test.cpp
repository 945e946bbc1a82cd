// SPEC sections 3 and 4: a recipe's point in a plan.
#include <gtest/gtest.h>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

/// One point; `{}` stands where a test puts more of it.
std::string recipe(std::string_view prefill_settings = "", std::string_view decode_settings = "",
                   std::string_view spec = "none") {
  std::string text = R"(tiny:
  image: registry.example/atom:2026-07-01
  model: amd/Full
  model-prefix: full
  runner: mi355x-disagg
  precision: fp4
  framework: atom-disagg
  kv-p2p-transfer: mooncake
  multinode: true
  disagg: true
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - conc-list: [64, 256]
)";
  if (spec != "none") text += "        spec-decoding: " + std::string(spec) + "\n";
  text += "        prefill: {num-worker: 2, tp: 4, ep: 1, dp-attn: false, additional-settings: [" +
          std::string(prefill_settings) + "]}\n";
  text += "        decode: {num-worker: 1, tp: 8, ep: 8, dp-attn: true, additional-settings: [" +
          std::string(decode_settings) + "]}\n";
  return text;
}

Job recipe_job(std::string recipes = recipe()) {
  Job job = job_of(Role::decode, "");
  job.request.recipe = "tiny";
  job.recipes = std::move(recipes);
  return job;
}

/// The decode server of that point.
Server recipe_server() {
  Server server;
  server.model = "/models/Full";
  server.mode = "--enable-expert-parallel --enable-dp-attention";
  server.sizes = "--block-size 16 --gpu-memory-utilization 0.85 --max-num-seqs 256";
  return server;
}

TEST(Recipe, GivesModelParallelismAndConcurrency) {
  const Outcome outcome = recipe_job().run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv(), recipe_server().argv());
  EXPECT_EQ(outcome.plan->rank, 2);
  Job prefill = recipe_job();
  prefill.request.role = {};
  prefill.request.rank = 1;
  prefill.request.host_ip = "192.0.2.1";
  Server expected = prefill_server();
  expected.model = "/models/Full";
  expected.tp = "4";
  EXPECT_EQ(prefill.run().argv(), expected.argv());
}

TEST(Recipe, StandsUnderTheCommandLineWithoutAWord) {
  Job job = recipe_job();
  job.request.decode = {4, false, false};
  job.request.concurrency = "32";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  Server expected = recipe_server();
  expected.tp = "4";
  expected.mode = "";
  expected.sizes = "--block-size 16 --gpu-memory-utilization 0.85 --max-num-seqs 32";
  EXPECT_EQ(outcome.argv(), expected.argv());
}

TEST(Recipe, WinsOverTheEnvironmentWithAWarning) {
  Job job = recipe_job();
  job.environment = {{"DECODE_TP_SIZE", "4"}, {"DECODE_ENABLE_DP", "1"}, {"xP", "2"}, {"MODEL_NAME", "Tiny"}};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.argv(), recipe_server().argv());
  EXPECT_EQ(
      outcome.report,
      R"(env MODEL_NAME: warning: MODEL_NAME=Tiny is ignored: the recipe gives Full at r.yaml:3:3 [recipe-over-env]
    hint: use an option of the command line to overrule the recipe
env DECODE_TP_SIZE: warning: DECODE_TP_SIZE=4 is ignored: the recipe gives 8 at r.yaml:18:33 [recipe-over-env]
    hint: use an option of the command line to overrule the recipe
)");
}

TEST(Recipe, SettingsAreVariablesOfTheDeployment) {
  Job job = recipe_job(recipe(
      "PREFILL_PORT=9001",
      "\"DECODE_PORT=9002\", \"HANDSHAKE_PORT=9003\", DECODE_MTP_SIZE=3, \"EXTRA_SERVER_ARGS=--level 3\"", "mtp"));
  Server expected = recipe_server();
  expected.port = "9002";
  expected.mode += " --method mtp --num-speculative-tokens 3";
  expected.kv_transfer =
      R"({"kv_role":"kv_consumer","kv_connector":"mooncake","proxy_ip":"192.0.2.2","handshake_port":9003})";
  expected.extra = "--level 3";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv(), expected.argv());
  EXPECT_EQ(outcome.env("DECODE_PORT"), "-") << "understood, so not passed on";
}

TEST(Recipe, SettingsAreTuningUnderTheCommandLine) {
  Job job = recipe_job(recipe("", "ATOMESH_BLOCK_SIZE=64, MAX_MODEL_LEN=4096"));
  Server expected = recipe_server();
  expected.sizes = "--block-size 64 --gpu-memory-utilization 0.85 --max-num-seqs 256 --max-model-len 4096";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv(), expected.argv());
  EXPECT_EQ(outcome.env("MAX_MODEL_LEN"), "-");
  job.request.set = {"block_size=32"};
  expected.sizes = "--block-size 32 --gpu-memory-utilization 0.85 --max-num-seqs 256 --max-model-len 4096";
  EXPECT_EQ(job.run().argv(), expected.argv());
}

TEST(Recipe, OtherSettingsAreTheRolesEnvironment) {
  Job job = recipe_job(recipe("P_ONLY=1", "\"D_ONLY=a=b\""));
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.env("D_ONLY"), "a=b");
  EXPECT_EQ(outcome.env("P_ONLY"), "-");
}

TEST(Recipe, OtherSettingsWinOverTheEnvironmentWithAWarning) {
  Job job = recipe_job(recipe("", "NOTE=recipe"));
  job.environment["NOTE"] = "inherited";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.env("NOTE"), "recipe");
  EXPECT_EQ(outcome.report,
            R"(env NOTE: warning: NOTE=inherited is ignored: the recipe gives recipe at r.yaml:18:84 [recipe-over-env]
    hint: use an option of the command line to overrule the recipe
)");
}

TEST(Recipe, ExtraServerArgsWinOverTheEnvironmentWithAWarning) {
  Job job = recipe_job(recipe("", "\"EXTRA_SERVER_ARGS=--level 3\""));
  job.environment["EXTRA_SERVER_ARGS"] = "--level 2";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.argv().back(), "3");
  EXPECT_EQ(
      outcome.report,
      R"(env EXTRA_SERVER_ARGS: warning: EXTRA_SERVER_ARGS=--level 2 is ignored: the recipe gives --level 3 at r.yaml:18:84 [recipe-over-env]
    hint: use an option of the command line to overrule the recipe
)");
}

TEST(Recipe, TuningWinsOverTheEnvironmentWithAWarning) {
  Job job = recipe_job(recipe("", "ATOMESH_BLOCK_SIZE=64"));
  job.environment["ATOMESH_BLOCK_SIZE"] = "32";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.argv(), [] {
    Server expected = recipe_server();
    expected.sizes = "--block-size 64 --gpu-memory-utilization 0.85 --max-num-seqs 256";
    return expected.argv();
  }());
  EXPECT_EQ(
      outcome.report,
      R"(env ATOMESH_BLOCK_SIZE: warning: ATOMESH_BLOCK_SIZE=32 is ignored: the recipe gives 64 at r.yaml:18:84 [recipe-over-env]
    hint: use an option of the command line to overrule the recipe
)");
}

TEST(Recipe, ModelEnvironmentWinsOverTheRecipesWithAWarning) {
  Job job = recipe_job(recipe("", "NOTE=recipe"));
  job.models += "  env: {NOTE: model}\n";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.env("NOTE"), "model");
  EXPECT_EQ(outcome.report, R"(m.yaml:7:9: warning: NOTE=model replaces NOTE=recipe of the recipe [env-changed]
      env: {NOTE: model}
            ^~~~
    hint: to keep that one, use --env NOTE=recipe
)");
}

TEST(Recipe, SpeculationMayStandUnderEitherRole) {
  Job job = recipe_job(recipe("DECODE_MTP_SIZE=2", ""));
  job.request.decode.dp_attention = false;
  job.request.decode.expert_parallel = false;
  const Outcome outcome = job.run();
  const Argv argv = outcome.argv();
  const auto flag = std::ranges::find(argv, "--num-speculative-tokens");
  ASSERT_NE(flag, argv.end()) << outcome.report;
  EXPECT_EQ(*(flag + 1), "2");
}

TEST(Recipe, AMisspeltSettingIsAWarning) {
  Job job = recipe_job(recipe("", "ATOMESH_BLOK_SIZE=64"));
  EXPECT_EQ(job.run().report,
            R"(r.yaml:18:84: warning: nothing reads ATOMESH_BLOK_SIZE: it only reaches the server [env-misspelt]
            decode: {num-worker: 1, tp: 8, ep: 8, dp-attn: true, additional-settings: [ATOMESH_BLOK_SIZE=64]}
                                                                                       ^~~~~~~~~~~~~~~~~~~~
    hint: did you mean ATOMESH_BLOCK_SIZE?
)");
}

TEST(Recipe, AnOverruledVariableMustStillMakeSense) {
  Job job = recipe_job(recipe("", "NOTE=1"));
  job.environment["DECODE_TP_SIZE"] = "bad";
  EXPECT_FALSE(job.run().plan);
  EXPECT_NE(job.run().report.find(
                "env DECODE_TP_SIZE: error: DECODE_TP_SIZE takes a whole number from 1 to 4096, not 'bad' [bad-value]\n"
                "    hint: correct it, or unset it: it is overruled here\n"),
            std::string::npos);
}

TEST(Recipe, SettingsThatContradictThePointAreErrors) {
  Job job = recipe_job(recipe("", "DECODE_TP_SIZE=4"));
  const Outcome outcome = job.run();
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(outcome.report, R"(r.yaml:18:84: error: DECODE_TP_SIZE=4 contradicts 8 at r.yaml:18:33 [setting-conflict]
            decode: {num-worker: 1, tp: 8, ep: 8, dp-attn: true, additional-settings: [DECODE_TP_SIZE=4]}
                                                                                       ^~~~~~~~~~~~~~~~
    hint: keep one of the two
)");
}

TEST(Recipe, SharedSettingsOfTheTwoRolesAgree) {
  Job job = recipe_job(recipe("HANDSHAKE_PORT=1", "HANDSHAKE_PORT=2"));
  EXPECT_EQ(job.run().report, R"(r.yaml:18:84: error: HANDSHAKE_PORT=2 contradicts 1 at r.yaml:17:86 [setting-conflict]
            decode: {num-worker: 1, tp: 8, ep: 8, dp-attn: true, additional-settings: [HANDSHAKE_PORT=2]}
                                                                                       ^~~~~~~~~~~~~~~~
    hint: keep one of the two
)");
}

TEST(Recipe, ConnectorOfTheModelDiffersWithAWarning) {
  Job job = recipe_job();
  job.models += "  kv_transfer_config: {kv_connector: other}\n";
  EXPECT_EQ(job.run().report,
            R"(m.yaml:7:23: warning: kv_connector "other" overrules the recipe's mooncake [kv-connector-differs]
      kv_transfer_config: {kv_connector: other}
                          ^
    hint: the recipe says it at r.yaml:8:3
)");
  job.models = std::string(two_models) + "  kv_transfer_config: {kv_connector: mooncake}\n";
  EXPECT_EQ(job.run().report, "");
}

TEST(Recipe, ThatIsUnknownLeavesNoPlan) {
  Job job = recipe_job();
  job.request.recipe = "tniy";
  const Outcome outcome = job.run();
  EXPECT_FALSE(outcome.plan);
  EXPECT_NE(outcome.report.find("[unknown-recipe]"), std::string::npos) << outcome.report;
}

TEST(Recipe, RoutersPortComesFromItsSettings) {
  Job job = recipe_job(recipe("", "ROUTER_PORT=9000"));
  job.request.role = Role::router;
  job.request.addresses = "192.0.2.1,192.0.2.2,192.0.2.3";
  job.host.router = {{"/opt/router/atomesh", built_in("router"), true, false}};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv()[5], "9000");
}

}  // namespace
}  // namespace atomesh::test
