// SPEC sections 4 and 5: what was asked and cannot be given is an error.
#include <gtest/gtest.h>

#include <functional>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

struct Case {
  std::string name;
  std::function<void(Job&)> change;
  std::string message;
};

/// Each change of a decode worker's job of the model Tiny is refused.
void expect_refused(const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    Job job = job_of(Role::decode);
    test.change(job);
    const Outcome outcome = job.run();
    EXPECT_EQ(outcome.report, test.message) << test.name;
    EXPECT_FALSE(outcome.plan) << test.name;
  }
}

/// Each change gives a plan all the same.
void expect_warned(const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    Job job = job_of(Role::decode);
    test.change(job);
    const Outcome outcome = job.run();
    EXPECT_EQ(outcome.report, test.message) << test.name;
    EXPECT_TRUE(outcome.plan) << test.name;
  }
}

TEST(Refused, ModesWithoutTheirFlags) {
  expect_refused({
      {"DPA", [](Job& job) { job.environment["DECODE_ENABLE_DP"] = "true"; },
       R"(env DECODE_ENABLE_DP: error: decode asks for DP attention, and Tiny has no flags for it [dpa-without-flags]
    hint: add tp_dp_flags to the model's entry, or turn DP attention off
)"},
      {"DPA and EP",
       [](Job& job) {
         job.request.both = {{}, true, true};
       },
       R"(--dp-attn: error: decode asks for DP attention with expert parallelism, and Tiny has no flags for it [dpa-without-flags]
    hint: add ep_dp_flags to the model's entry, or turn DP attention off
)"},
      {"EP", [](Job& job) { job.request.decode.expert_parallel = true; },
       R"(--decode-ep: error: decode asks for expert parallelism without DP attention, and Tiny has no flags for it [ep-without-dpa]
    hint: add ep_flags to the model's entry, or turn DP attention on as well
)"},
      {"MTP", [](Job& job) { job.environment["DECODE_MTP_SIZE"] = "3"; },
       R"(env DECODE_MTP_SIZE: error: 3 speculative tokens are asked for, and Tiny has no mtp_flags [mtp-without-flags]
    hint: add mtp_flags to the model's entry, or set DECODE_MTP_SIZE=0
)"},
      {"an empty list is no flags",
       [](Job& job) {
         job.models = "Tiny: {tp_dp_flags: []}\n";
         job.request.both.dp_attention = true;
       },
       R"(--dp-attn: error: decode asks for DP attention, and Tiny has no flags for it [dpa-without-flags]
    hint: add tp_dp_flags to the model's entry, or turn DP attention off
)"},
      {"the other role's flags do not count",
       [](Job& job) {
         job.models = "Tiny: {prefill_tp_dp_flags: [--enable-dp-attention]}\n";
         job.request.both.dp_attention = true;
       },
       R"(--dp-attn: error: decode asks for DP attention, and Tiny has no flags for it [dpa-without-flags]
    hint: add tp_dp_flags to the model's entry, or turn DP attention off
)"},
  });
}

TEST(Refused, ModelsThatAreNotThere) {
  expect_refused({
      {"misspelt", [](Job& job) { job.request.model = "Tniy"; },
       R"(--model: error: 'Tniy' is not in m.yaml [unknown-model]
    hint: did you mean 'Tiny'?
)"},
      {"far",
       [](Job& job) {
         job.request.model = "";
         job.environment["MODEL_NAME"] = "Something-Else";
       },
       R"(env MODEL_NAME: error: 'Something-Else' is not in m.yaml [unknown-model]
    hint: the file has: Tiny, Full
)"},
      {"defaults is no model",
       [](Job& job) {
         job.request.model = "defaults";
         job.models += "defaults: {}\n";
       },
       R"(--model: error: 'defaults' is not in m.yaml [unknown-model]
    hint: the file has: Tiny, Full
)"},
      {"a note is no model",
       [](Job& job) {
         job.request.model = "x-Tiny";
         job.models = "x-Tiny: {}\nHuge: {}\n";
       },
       R"(--model: error: 'x-Tiny' is not in m.yaml [unknown-model]
    hint: the file has: Huge
)"},
      {"no name", [](Job& job) { job.request.model = ""; }, R"(env MODEL_NAME: error: no model is named [no-model]
    hint: set MODEL_NAME or --model, or choose a --recipe
)"},
      {"no directory", [](Job& job) { job.request.model_dir = ""; },
       R"(env MODEL_DIR: error: there is neither a model directory nor a model path [no-model]
    hint: set MODEL_DIR or --model-dir to the directory that holds the model's directory, or --model-path to a path or hub id
)"},
      {"null", [](Job& job) { job.models = "Tiny:\n"; }, R"(m.yaml:1:1: error: 'Tiny' has nothing under it [null-model]
    Tiny:
    ^~~~
    hint: indent its keys below it, or write Tiny: {} for a model without settings
)"},
  });
}

TEST(Refused, PlaceholdersWithoutAValue) {
  expect_refused({{"MODEL_DIR beside --model-path",
                   [](Job& job) {
                     job.models = "Tiny: {extra_flags: ['${MODEL_DIR}/x']}\n";
                     job.request.model_dir = "";
                     job.request.model_path = "amd/Tiny";
                   },
                   R"(m.yaml:1:22: error: ${MODEL_DIR} has no value here [bad-placeholder]
    Tiny: {extra_flags: ['${MODEL_DIR}/x']}
                         ^~~~~~~~~~~~~~~~
    hint: set MODEL_DIR for this job
)"}});
}

TEST(Refused, FaultsOfTheUsedEntriesOnly) {
  Job job = job_of(Role::decode);
  job.models = "Tiny: {}\nOther: {blok_size: 1}\nNothing:\n";
  EXPECT_EQ(job.run().report, "") << "a fault in somebody else's entry does not stop a job";
  job.models = "defaults: {blok_size: 1}\nTiny: {}\n";
  EXPECT_FALSE(job.run().plan) << "defaults is used by every model";
}

TEST(Refused, RanksAndRoles) {
  expect_refused({
      {"unset", [](Job& job) { job.request.role = {}; },
       R"(env NODE_RANK: error: the rank of this node is not known, in a job of 2 nodes [rank-unset]
    hint: set NODE_RANK or --rank, or start it with srun, which sets SLURM_PROCID; 1P1D: prefill is rank 0, decode rank 1
)"},
      {"outside", [](Job& job) { job.request.rank = 2; },
       R"(--rank: error: rank 2 is outside of the job of 2 nodes [rank-range]
    hint: 1P1D: prefill is rank 0, decode rank 1
)"},
      {"contradiction", [](Job& job) { job.environment["SLURM_PROCID"] = "0"; },
       R"(env SLURM_PROCID: error: rank 0 is not a decode in this job [role-rank]
    hint: 1P1D: prefill is rank 0, decode rank 1; the router is rank 0
)"},
  });
}

TEST(Refused, BadEnvOptions) {
  expect_refused({
      {"no =", [](Job& job) { job.request.env = {"A"}; }, R"(--env: error: 'A' is not NAME=VALUE [bad-env-option]
    hint: write --env NAME=VALUE; use --unset-env NAME to take a variable out
)"},
      {"empty", [](Job& job) { job.request.env = {""}; }, R"(--env: error: '' is not NAME=VALUE [bad-env-option]
    hint: write --env NAME=VALUE; use --unset-env NAME to take a variable out
)"},
      {"bad name", [](Job& job) { job.request.env = {"2A=1"}; },
       R"(--env: error: '2A=1' is not NAME=VALUE [bad-env-option]
    hint: write --env NAME=VALUE; use --unset-env NAME to take a variable out
)"},
      {"two values",
       [](Job& job) {
         job.request.env = {"A=1", "A=2"};
       },
       R"(--env A: error: is given two values [bad-env-option]
    hint: keep one of the two
)"},
      {"unset a value", [](Job& job) { job.request.unset_env = {"A=1"}; },
       R"(--unset-env: error: 'A=1' is not a variable name [bad-env-option]
)"},
      {"set and unset",
       [](Job& job) {
         job.request.env = {"A=1"};
         job.request.unset_env = {"A"};
       },
       R"(--unset-env A: error: is also set with --env [bad-env-option]
    hint: keep one of the two
)"},
  });
}

TEST(Refused, HostIp) {
  constexpr auto own = [](std::string ip) { return [ip](Job& job) { job.request.host_ip = ip; }; };
  expect_refused({
      {"unspecified", own("0.0.0.0"), R"(--host-ip: error: '0.0.0.0' is not the address of a node [bad-address]
    hint: set --host-ip, ATOM_HOST_IP or IPADDRS to an address that the other nodes reach
)"},
      {"malformed", own("http://192.0.2.1"),
       R"(--host-ip: error: 'http://192.0.2.1' is not the address of a node [bad-address]
    hint: set --host-ip, ATOM_HOST_IP or IPADDRS to an address that the other nodes reach
)"},
      {"loopback", own("127.0.0.1"),
       R"(--host-ip: error: 127.0.0.1 is a loopback address, in a job of 2 nodes [loopback-address]
    hint: set --host-ip, ATOM_HOST_IP or IPADDRS to an address that the other nodes reach; for tests on one machine set ATOMESH_ALLOW_LOOPBACK=1
)"},
      {"none", own(""),
       R"(--host-ip: error: the address of this node is not known: there is no default route [no-host-ip]
    hint: set --host-ip, ATOM_HOST_IP or IPADDRS to an address that the other nodes reach
)"},
  });
}

TEST(HostIp, IsTheFirstThatIsGiven) {
  Job job = job_of(Role::decode);
  job.request.host_ip = "";
  const auto ip = [&job] { return job.run().env("ATOM_HOST_IP"); };
  job.host.default_route_ip = "192.0.2.40";
  EXPECT_EQ(ip(), "192.0.2.40");
  job.environment["SLURM_JOB_NODELIST"] = "node-[1-2]";
  EXPECT_EQ(ip(), "192.0.2.40") << "peers connect to numbers; names of a host list are not one";
  job.environment["IPADDRS"] = "192.0.2.1,192.0.2.2";
  EXPECT_EQ(ip(), "192.0.2.2");
  job.request.host_ip = "192.0.2.60";
  EXPECT_EQ(ip(), "192.0.2.60");
}

TEST(HostIp, LoopbackIsForOneNodeOrForTests) {
  Job job = job_of(Role::decode);
  job.request.host_ip = "127.0.0.1";
  job.environment["ATOMESH_ALLOW_LOOPBACK"] = "1";
  EXPECT_EQ(job.run().report, "");
  job.environment.clear();
  job.request.prefill_workers = 0;
  EXPECT_EQ(job.run().report, "");
}

TEST(RepeatedFlags, AreWarningsHoweverTheyAreSpelt) {
  expect_warned({
      {"other spelling",
       [](Job& job) {
         job.request.server_args = {"--block_size", "64"};
       },
       R"(--server-arg: warning: --block_size stands twice: also as --block-size (built-in) [flag-repeated]
    hint: the server keeps the last one; take one out
)"},
      {"with =", [](Job& job) { job.request.server_args = {"--max-num-seqs=64"}; },
       R"(--server-arg: warning: --max-num-seqs=64 stands twice: also as --max-num-seqs (built-in) [flag-repeated]
    hint: the server keeps the last one; take one out
)"},
      {"negation", [](Job& job) { job.environment["EXTRA_SERVER_ARGS"] = "--enable_prefix_caching"; },
       R"(env EXTRA_SERVER_ARGS: warning: --enable_prefix_caching stands twice: also as --no-enable_prefix_caching (built-in) [flag-repeated]
    hint: the server keeps the last one; take one out
)"},
      {"in the file", [](Job& job) { job.models = "Tiny: {extra_flags: [--block-size, 64]}\n"; },
       R"(m.yaml:1:22: warning: --block-size stands twice: also as --block-size (built-in) [flag-repeated]
    Tiny: {extra_flags: [--block-size, 64]}
                         ^~~~~~~~~~~~
    hint: the server keeps the last one; take one out
)"},
      {"unknown flags",
       [](Job& job) {
         job.request.server_args = {"--no_such", "1", "--no-such=2"};
       },
       R"(--server-arg: warning: --no-such=2 stands twice: also as --no_such (--server-arg) [flag-repeated]
    hint: the server keeps the last one; take one out
)"},
  });
}

TEST(RepeatedFlags, OfThePlanAreErrors) {
  const auto argument = [](std::string word) { return [word](Job& job) { job.request.server_args = {word, "1"}; }; };
  const auto message = [](std::string word, std::string first) {
    return "--server-arg: error: " + word + " stands twice: also as " + first +
           " [core-flag-repeated]\n    hint: the server keeps the last one; take one out\n";
  };
  expect_refused({
      {"-tp", argument("-tp"), message("-tp", "-tp (built-in)")},
      {"alias of -tp", argument("--tensor-parallel-size"), message("--tensor-parallel-size", "-tp (built-in)")},
      {"--model", argument("--model"), message("--model", "--model (--model)")},
      {"--host", argument("--host"), message("--host", "--host (built-in)")},
      {"--server-port", argument("--server_port"), message("--server_port", "--server-port (built-in)")},
      {"--kv-transfer-config", argument("--kv_transfer_config"),
       message("--kv_transfer_config", "--kv-transfer-config (built-in)")},
  });
}

}  // namespace
}  // namespace atomesh::test
