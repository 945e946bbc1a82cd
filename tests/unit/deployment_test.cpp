// SPEC section 4, Deployment: command line > recipe point > environment > default.
#include "atomesh/deployment.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "deployment_fixture.hpp"

namespace atomesh::test {
namespace {

TEST(Deployment, HasTheDefaultsOfTheBash) {
  const Resolved resolved = resolve_environment({});
  const Deployment& d = *resolved.deployment;
  EXPECT_EQ(resolved.report, "");
  EXPECT_EQ(summary(d), "1P1D tp 8/8 dpa 0/0 ep 0/0 mtp 0 conc 512 ports 8010/8020/8000/6301 gpus 8 mooncake");
  EXPECT_FALSE(d.rank);
  EXPECT_FALSE(d.model_name || d.model_dir || d.model_path || d.host_ip || d.allow_loopback);
  EXPECT_EQ(d.prefill.tp.origin.layer, Layer::built_in);
}

TEST(Deployment, ReadsTheVariablesOfTheBash) {
  const Resolved resolved = resolve_environment({{"xP", "2"},
                                                 {"yD", "3"},
                                                 {"PREFILL_TP_SIZE", "4"},
                                                 {"DECODE_TP_SIZE", "2"},
                                                 {"PREFILL_ENABLE_DP", "TRUE"},
                                                 {"DECODE_ENABLE_DP", "yes"},
                                                 {"PREFILL_ENABLE_EP", "1"},
                                                 {"DECODE_ENABLE_EP", "No"},
                                                 {"DECODE_MTP_SIZE", "3"},
                                                 {"BENCH_MAX_CONCURRENCY", "64x1024,256 128"},
                                                 {"PREFILL_PORT", "1"},
                                                 {"DECODE_PORT", "65535"},
                                                 {"ROUTER_PORT", "8001"},
                                                 {"HANDSHAKE_PORT", "6302"},
                                                 {"GPUS_PER_NODE", "4"},
                                                 {"NODE_RANK", "4"},
                                                 {"MODEL_DIR", "/models"},
                                                 {"MODEL_NAME", "Tiny"},
                                                 {"ATOM_HOST_IP", "192.0.2.9"},
                                                 {"ATOMESH_ALLOW_LOOPBACK", "1"}});
  const Deployment& d = *resolved.deployment;
  EXPECT_EQ(resolved.report, "");
  EXPECT_EQ(summary(d), "2P3D tp 4/2 dpa 1/1 ep 1/0 mtp 3 conc 1024 ports 1/65535/8001/6302 gpus 4 mooncake");
  EXPECT_EQ(d.rank->value, 4);
  EXPECT_EQ(d.model_dir->value + "/" + d.model_name->value, "/models/Tiny");
  EXPECT_EQ(d.host_ip->value, "192.0.2.9");
  EXPECT_TRUE(d.allow_loopback);
  EXPECT_EQ(describe(d.prefill.tp.origin.where), "env PREFILL_TP_SIZE");
}

TEST(Deployment, TheCommandLineWinsOverTheEnvironment) {
  Request request;
  request.prefill_workers = 2;
  request.decode_workers = 3;
  request.both = {4, true, true};
  request.decode = {2, false, false};
  request.mtp = 1;
  request.concurrency = "16";
  request.prefill_port = 1001;
  request.decode_port = 1002;
  request.router_port = 1003;
  request.handshake_port = 1004;
  request.gpus_per_node = 4;
  request.rank = 1;
  const Environment environment = {{"xP", "1"}, {"PREFILL_TP_SIZE", "8"}, {"DECODE_MTP_SIZE", "3"}, {"NODE_RANK", "0"}};
  const Resolved resolved = resolve_deployment_of(request, environment);
  EXPECT_EQ(resolved.report, "") << "an option overrules without a word";
  EXPECT_EQ(summary(*resolved.deployment),
            "2P3D tp 4/2 dpa 1/0 ep 1/0 mtp 1 conc 16 ports 1001/1002/1003/1004 gpus 4 mooncake");
  EXPECT_EQ(resolved.deployment->rank->value, 1);
  const Origin& tp = resolved.deployment->prefill.tp.origin;
  EXPECT_EQ(describe(tp.where), "--tp");
  EXPECT_EQ(describe(tp.shadowed.at(0).where) + "=" + tp.shadowed[0].value, "env PREFILL_TP_SIZE=8");
}

TEST(Deployment, AnEmptyVariableIsNotSet) {
  EXPECT_EQ(summary(*resolve_environment({{"xP", ""}, {"DECODE_TP_SIZE", ""}, {"NODE_RANK", ""}}).deployment),
            "1P1D tp 8/8 dpa 0/0 ep 0/0 mtp 0 conc 512 ports 8010/8020/8000/6301 gpus 8 mooncake");
}

TEST(Deployment, RankComesFromSlurmWhereNodeRankIsNotSet) {
  const auto rank = [](const Environment& environment) {
    const Slot<int> found = resolve_environment(environment).deployment->rank;
    return found ? fmt::format("{} by {}", found->value, describe(found->origin.where)) : "none";
  };
  EXPECT_EQ(rank({{"NODE_RANK", "1"}, {"SLURM_PROCID", "0"}, {"SLURM_NODEID", "0"}}), "1 by env NODE_RANK");
  EXPECT_EQ(rank({{"NODE_RANK", ""}, {"SLURM_PROCID", "1"}, {"SLURM_NODEID", "0"}}), "1 by env SLURM_PROCID");
  EXPECT_EQ(rank({{"SLURM_NODEID", "0"}}), "0 by env SLURM_NODEID");
  EXPECT_EQ(rank({}), "none");
}

TEST(Deployment, BadValuesNameTheVariable) {
  struct Case {
    std::string name, value, message;
  };
  const std::vector<Case> cases = {
      {"PREFILL_TP_SIZE", "0",
       R"(env PREFILL_TP_SIZE: error: PREFILL_TP_SIZE takes a whole number from 1 to 4096, not '0' [bad-value]
    hint: write plain decimal digits
)"},
      {"DECODE_TP_SIZE", "08",
       R"(env DECODE_TP_SIZE: error: DECODE_TP_SIZE takes a whole number from 1 to 4096, not '08' [bad-value]
    hint: write plain decimal digits
)"},
      {"xP", "-1", R"(env xP: error: xP takes a whole number from 0 to 4096, not '-1' [bad-value]
    hint: write plain decimal digits
)"},
      {"yD", "0x1", R"(env yD: error: yD takes a whole number from 0 to 4096, not '0x1' [bad-value]
    hint: write plain decimal digits
)"},
      {"DECODE_MTP_SIZE", "3.0",
       R"(env DECODE_MTP_SIZE: error: DECODE_MTP_SIZE takes a whole number from 0 to 1024, not '3.0' [bad-value]
    hint: write plain decimal digits
)"},
      {"PREFILL_PORT", "65536",
       R"(env PREFILL_PORT: error: PREFILL_PORT takes a whole number from 1 to 65535, not '65536' [bad-value]
    hint: write plain decimal digits
)"},
      {"HANDSHAKE_PORT", "0",
       R"(env HANDSHAKE_PORT: error: HANDSHAKE_PORT takes a whole number from 1 to 65535, not '0' [bad-value]
    hint: write plain decimal digits
)"},
      {"GPUS_PER_NODE", " 8",
       R"(env GPUS_PER_NODE: error: GPUS_PER_NODE takes a whole number from 1 to 4096, not ' 8' [bad-value]
    hint: write plain decimal digits
)"},
      {"DECODE_ENABLE_DP", "on", R"(env DECODE_ENABLE_DP: error: DECODE_ENABLE_DP takes a boolean, not 'on' [bad-value]
    hint: write true, false, yes, no, 1 or 0
)"},
      {"PREFILL_ENABLE_EP", "2", R"(env PREFILL_ENABLE_EP: error: PREFILL_ENABLE_EP takes a boolean, not '2' [bad-value]
    hint: write true, false, yes, no, 1 or 0
)"},
      {"ATOMESH_ALLOW_LOOPBACK", "maybe",
       R"(env ATOMESH_ALLOW_LOOPBACK: error: ATOMESH_ALLOW_LOOPBACK takes a boolean, not 'maybe' [bad-value]
    hint: write true, false, yes, no, 1 or 0
)"},
      {"NODE_RANK", "one", R"(env NODE_RANK: error: 'one' is not a rank [bad-value]
    hint: write a plain decimal number from 0
)"},
      {"SLURM_PROCID", "-1", R"(env SLURM_PROCID: error: '-1' is not a rank [bad-value]
    hint: write a plain decimal number from 0
)"},
      {"BENCH_MAX_CONCURRENCY", "64xmany",
       R"(env BENCH_MAX_CONCURRENCY: error: 'many' is not a concurrency, in '64xmany' [bad-value]
    hint: write positive whole numbers separated by x, commas or blanks: 64x128x256
)"},
      {"BENCH_MAX_CONCURRENCY", "0", R"(env BENCH_MAX_CONCURRENCY: error: '0' is not a concurrency, in '0' [bad-value]
    hint: write positive whole numbers separated by x, commas or blanks: 64x128x256
)"},
      {"BENCH_MAX_CONCURRENCY", "x, ", R"(env BENCH_MAX_CONCURRENCY: error: 'x, ' holds no concurrency [bad-value]
    hint: write positive whole numbers separated by x, commas or blanks: 64x128x256
)"},
  };
  for (const Case& test : cases) {
    const Resolved resolved = resolve_environment({{test.name, test.value}});
    EXPECT_EQ(resolved.report, test.message);
    EXPECT_FALSE(resolved.deployment);
  }
}

TEST(Deployment, BadOptionsNameTheOption) {
  Request request;
  request.decode.tp = 0;
  request.concurrency = "all";
  EXPECT_EQ(resolve_deployment_of(request, {}).report,
            R"(--decode-tp: error: DECODE_TP_SIZE takes a whole number from 1 to 4096, not '0' [bad-value]
    hint: write plain decimal digits
--concurrency: error: 'all' is not a concurrency, in 'all' [bad-value]
    hint: write positive whole numbers separated by x, commas or blanks: 64x128x256
)");
}

TEST(Deployment, AWorkerCannotSpanNodes) {
  EXPECT_EQ(resolve_environment({{"DECODE_TP_SIZE", "16"}}).report,
            R"(env DECODE_TP_SIZE: error: decode asks for TP 16, and a node has 8 GPUs [tp-too-wide]
    hint: a worker cannot span nodes: lower TP, or set GPUS_PER_NODE if the nodes are larger
)");
  EXPECT_EQ(resolve_environment({{"GPUS_PER_NODE", "4"}, {"DECODE_TP_SIZE", "4"}}).report,
            R"(built-in: error: prefill asks for TP 8, and a node has 4 GPUs [tp-too-wide]
    hint: a worker cannot span nodes: lower TP, or set GPUS_PER_NODE if the nodes are larger
)");
  EXPECT_EQ(resolve_environment({{"DECODE_TP_SIZE", "16"}, {"GPUS_PER_NODE", "16"}}).report, "");
}

TEST(Deployment, NeedsAWorker) {
  EXPECT_EQ(resolve_environment({{"xP", "0"}, {"yD", "0"}}).report, R"(env xP: error: xP and yD are both 0 [no-workers]
    hint: set xP=1 and yD=1
)");
  EXPECT_EQ(resolve_environment({{"xP", "0"}}).report, "");
}

TEST(Deployment, NamesTheModelAfterItsPath) {
  const auto name = [](std::string path, std::string asked) {
    Request request;
    request.model_path = std::move(path);
    request.model = std::move(asked);
    return resolve_deployment_of(request, {}).deployment->model_name->value;
  };
  EXPECT_EQ(name("amd/Tiny", ""), "Tiny");
  EXPECT_EQ(name("/data/Tiny/", ""), "Tiny");
  EXPECT_EQ(name("Tiny", ""), "Tiny");
  EXPECT_EQ(name("amd/Tiny-v2", "Tiny"), "Tiny");
}

}  // namespace
}  // namespace atomesh::test
