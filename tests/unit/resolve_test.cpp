// SPEC section 5: the server's argv, whole.
#include <gtest/gtest.h>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

TEST(ServerArgv, OfAModelWithoutSettings) {
  const Outcome decode = job_of(Role::decode).run();
  EXPECT_EQ(decode.report, "");
  EXPECT_EQ(decode.argv(), Server{}.argv());
  const Outcome prefill = job_of(Role::prefill).run();
  EXPECT_EQ(prefill.report, "");
  EXPECT_EQ(prefill.argv(), prefill_server().argv());
}

TEST(ServerArgv, KnowsItsRoleRankAndModel) {
  const Plan plan = *job_of(Role::decode).run().plan;
  EXPECT_EQ(plan.role, Role::decode);
  EXPECT_EQ(plan.rank, 1);
  EXPECT_EQ(plan.model, "Tiny");
}

TEST(ServerArgv, HasEveryGroupInItsOrder) {
  Job job = job_of(Role::decode);
  job.models = R"(Tiny:
  extra_flags: [--level, 3]
  cudagraph_capture_sizes: [1, 2]
  kv_transfer_config: {extra: true}
  online_quant_config: {a: 1}
  hf_overrides: {b: 2}
  enable_prefix_caching: true
  scheduler_delay_factor: 0.50
  max_num_batched_tokens: 32768
  max_model_len: 65536
  decode_max_num_seqs: 64
  mem_frac_static: 0.80
  block_size: 128
  kv_cache_flags: [--kv_cache_dtype, fp8]
  mtp_flags: [--method, mtp, --num-speculative-tokens]
  tp_dp_flags: [--enable-dp-attention]
)";
  job.request.mtp = 3;
  job.request.both.dp_attention = true;
  job.request.server_args = {"--seed", "7"};
  job.environment["EXTRA_SERVER_ARGS"] = "--max-log-len '1 2'";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  const Argv expected = {"python3",
                         "-m",
                         "atom.entrypoints.openai_server",
                         "--model",
                         "/models/Tiny",
                         "--host",
                         "0.0.0.0",
                         "--server-port",
                         "8020",
                         "--trust-remote-code",
                         "-tp",
                         "8",
                         "--enable-dp-attention",
                         "--method",
                         "mtp",
                         "--num-speculative-tokens",
                         "3",
                         "--kv_cache_dtype",
                         "fp8",
                         "--block-size",
                         "128",
                         "--gpu-memory-utilization",
                         "0.80",
                         "--max-num-seqs",
                         "64",
                         "--max-model-len",
                         "65536",
                         "--max-num-batched-tokens",
                         "32768",
                         "--scheduler-delay-factor",
                         "0.50",
                         "--enable_prefix_caching",
                         "--hf-overrides",
                         "{\"b\":2}",
                         "--online_quant_config",
                         "{\"a\":1}",
                         "--kv-transfer-config",
                         "{\"kv_role\":\"kv_consumer\",\"kv_connector\":\"mooncake\",\"proxy_ip\":\"192.0.2.2\","
                         "\"handshake_port\":6301,\"extra\":true}",
                         "--cudagraph-capture-sizes",
                         "[1,2]",
                         "--level",
                         "3",
                         "--max-log-len",
                         "1 2",
                         "--seed",
                         "7"};
  EXPECT_EQ(outcome.argv(), expected);
}

TEST(ServerArgv, ModeFlagsFollowTheTwoSwitches) {
  struct Case {
    std::string name;
    bool dpa, ep;
    std::string flags;
  };
  const std::vector<Case> cases = {
      {"tp", false, false, ""},
      {"tp+dpa", true, false, "--enable-dp-attention --enable-tbo"},
      {"ep+dpa", true, true, "--enable-expert-parallel --enable-dp-attention"},
      {"ep", false, true, "--enable-expert-parallel"},
  };
  for (const Case& test : cases) {
    Job job = job_of(Role::decode, "Full");
    job.request.decode.dp_attention = test.dpa;
    job.request.decode.expert_parallel = test.ep;
    Server expected;
    expected.model = "/models/Full";
    expected.mode = test.flags;
    const Outcome outcome = job.run();
    EXPECT_EQ(outcome.report, "") << test.name;
    EXPECT_EQ(outcome.argv(), expected.argv()) << test.name;
  }
}

TEST(ServerArgv, NoRoleSeesTheOthersValues) {
  Job job = job_of(Role::decode, "Full");
  job.request.prefill = {2, true, true};
  job.request.prefill_port = 9000;
  job.models += "  prefill_online_quant_config: {a: 1}\n  prefill_extra_flags: [--x]\n  prefill_env: {A: 1}\n";
  Server expected;
  expected.model = "/models/Full";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.argv(), expected.argv());
  EXPECT_EQ(outcome.env("A"), "-");
}

TEST(ServerArgv, SpeculationIsOfBothRolesAndOnlyAboveZero) {
  for (const Role role : {Role::prefill, Role::decode}) {
    Job job = job_of(role, "Full");
    Server expected = role == Role::prefill ? prefill_server() : Server{};
    expected.model = "/models/Full";
    job.environment["DECODE_MTP_SIZE"] = "0";
    EXPECT_EQ(job.run().argv(), expected.argv());
    job.environment["DECODE_MTP_SIZE"] = "2";
    expected.mode = "--method mtp --num-speculative-tokens 2";
    EXPECT_EQ(job.run().argv(), expected.argv());
  }
}

TEST(ServerArgv, QuantizationFollowsTheMode) {
  struct Case {
    std::string name, keys;
    bool dpa;
    std::string json;
  };
  const std::string both = "  online_quant_config: {a: 1}\n  online_quant_dpa_config: {b: 2}\n";
  const std::vector<Case> cases = {
      {"without DPA", both, false, R"(--online_quant_config '{"a":1}')"},
      {"with DPA", both, true, R"(--online_quant_config '{"b":2}')"},
      {"fallback", "  online_quant_config: {a: 1}\n", true, R"(--online_quant_config '{"a":1}')"},
      {"for DPA only", "  online_quant_dpa_config: {b: 2}\n", false, ""},
      {"a role's own", both + "  decode_online_quant_dpa_config: {c: 3}\n", true, R"(--online_quant_config '{"c":3}')"},
  };
  for (const Case& test : cases) {
    Job job = job_of(Role::decode);
    job.models = "Tiny:\n  tp_dp_flags: [--enable-dp-attention]\n" + test.keys;
    job.request.both.dp_attention = test.dpa;
    Server expected;
    expected.mode = test.dpa ? "--enable-dp-attention" : "";
    expected.json = test.json;
    EXPECT_EQ(job.run().argv(), expected.argv()) << test.name;
  }
}

TEST(ServerArgv, JsonStringsArriveByteForByte) {
  Job job = job_of(Role::decode);
  job.models = "Tiny:\n  hf_overrides: '{ \"a\" : \"${X} $$\" }'\n";
  Server expected;
  expected.json = R"(--hf-overrides '{ "a" : "${X} $$" }')";
  EXPECT_EQ(job.run().argv(), expected.argv());
}

TEST(ServerArgv, KvTransferConfigIsMergedOverTheBuiltIn) {
  Job job = job_of(Role::prefill);
  job.models = R"(Tiny: {kv_transfer_config: '{"x": [1, 2], "kv_connector": "other", "handshake_port": 1}'})";
  job.environment["HANDSHAKE_PORT"] = "7000";
  Server expected = prefill_server();
  expected.kv_transfer =
      R"({"kv_role":"kv_producer","kv_connector":"other","proxy_ip":"192.0.2.1","handshake_port":1,"x":[1, 2]})";
  EXPECT_EQ(job.run().argv(), expected.argv());
}

TEST(ServerArgv, CaptureSizesAreDecodesUnlessSetForPrefill) {
  Job job = job_of(Role::prefill);
  job.models = "Tiny: {cudagraph_capture_sizes: [1]}\n";
  EXPECT_EQ(job.run().argv(), prefill_server().argv());
  job.models = "Tiny: {prefill_cudagraph_capture_sizes: [1, 2]}\n";
  Server expected = prefill_server();
  expected.capture = "--cudagraph-capture-sizes [1,2]";
  EXPECT_EQ(job.run().argv(), expected.argv());
}

TEST(ServerArgv, PlaceholdersOfFlagsAreExpanded) {
  Job job = job_of(Role::decode);
  job.models = "Tiny: {extra_flags: '--a ${HOST_IP} ${MODEL_DIR}/${MODEL_NAME} ${ROLE} ${RANK} $$x $HOME'}\n";
  job.environment["EXTRA_SERVER_ARGS"] = "--b ${RANK}";
  job.request.server_args = {"${RANK}"};
  Argv expected = Server{}.argv();
  for (const char* word : {"--a", "192.0.2.2", "/models/Tiny", "decode", "1", "$x", "$HOME", "--b", "1", "${RANK}"}) {
    expected.emplace_back(word);
  }
  EXPECT_EQ(job.run().argv(), expected);
}

TEST(ServerArgv, ModelPathIsUsedAsItIs) {
  for (const std::string path : {"amd/Tiny", "/data/Tiny/"}) {
    Job job = job_of(Role::decode, "");
    job.request.model_path = path;
    Server expected;
    expected.model = path;
    EXPECT_EQ(job.run().argv(), expected.argv());
  }
}

TEST(ServerArgv, PythonIsAskedForOrInherited) {
  Job job = job_of(Role::decode);
  job.environment["ATOMESH_PYTHON"] = "/opt/a b/python3";
  EXPECT_EQ(job.run().argv().front(), "/opt/a b/python3");
  job.request.python = "python3.12";
  EXPECT_EQ(job.run().argv().front(), "python3.12");
}

TEST(ServerArgv, EveryPieceKnowsItsOrigin) {
  Job job = job_of(Role::decode);
  job.models = "Tiny: {block_size: 128}\n";
  std::string origins;
  const Plan plan = *job.run().plan;
  for (const Piece& piece : plan.argv) {
    origins += piece.words.front().text + " " + describe(piece.origin.where) + "\n";
  }
  EXPECT_EQ(origins, R"(python3 built-in
-m built-in
--model --model
--host built-in
--server-port built-in
--trust-remote-code built-in
-tp built-in
--block-size m.yaml:1:20
--gpu-memory-utilization built-in
--max-num-seqs built-in
--no-enable_prefix_caching built-in
--kv-transfer-config built-in
--cudagraph-capture-sizes built-in
)");
}

}  // namespace
}  // namespace atomesh::test
