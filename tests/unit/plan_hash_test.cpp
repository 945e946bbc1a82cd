#include "atomesh/plan_hash.hpp"

#include <gtest/gtest.h>

#include <set>

#include "atomesh/sha256.hpp"
#include "recipes_fixture.hpp"
#include "resolve_fixture.hpp"

namespace atomesh {
namespace {

struct Hashed {
  std::string text, hash, report;
};

Hashed hashed(const test::Job& job) {
  Diagnostics diagnostics;
  Config config;
  config.models = yaml::parse(yaml::make_source("m.yaml", job.models), diagnostics);
  if (!job.recipes.empty()) config.recipes = yaml::parse(yaml::make_source("r.yaml", job.recipes), diagnostics);
  const auto text = canonical_plan(job.request, config, job.environment, diagnostics);
  const auto hash = plan_hash(job.request, config, job.environment, diagnostics);
  return {text.value_or("none"), hash.value_or("none"), test::report(diagnostics)};
}

TEST(CanonicalPlan, IsTheDocumentOfAPlanWithoutMachines) {
  const Hashed plan = hashed(test::job_of(Role::prefill));
  EXPECT_EQ(plan.report, "");
  EXPECT_EQ(plan.text, R"({
  "format": "atomesh.plan/1",
  "role": "prefill",
  "rank": 0,
  "model": "Tiny",
  "argv": [
    "python3",
    "-m",
    "atom.entrypoints.openai_server",
    "--model",
    "/models/Tiny",
    "--host",
    "0.0.0.0",
    "--server-port",
    "8010",
    "--trust-remote-code",
    "-tp",
    "8",
    "--block-size",
    "16",
    "--gpu-memory-utilization",
    "0.85",
    "--max-num-seqs",
    "256",
    "--no-enable_prefix_caching",
    "--kv-transfer-config",
    "{\"kv_role\":\"kv_producer\",\"kv_connector\":\"mooncake\",\"proxy_ip\":\"node-0\",\"handshake_port\":6301}"
  ],
  "env": {
    "AITER_LOG_LEVEL": "WARNING",
    "ATOM_HOST_IP": "node-0",
    "ATOM_LOG_LEVEL": "WARNING",
    "LOGLEVEL": "WARNING",
    "LOG_LEVEL": "WARNING",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
    "SAFETENSORS_FAST_GPU": "1",
    "VLLM_LOG_LEVEL": "WARNING"
  }
}
)");
  EXPECT_EQ(plan.hash, sha256(plan.text));
}

/// One job, with everything else that machines and jobs may differ in.
TEST(PlanHash, IsTheSameOnEveryMachine) {
  for (const Role role : {Role::prefill, Role::decode, Role::router}) {
    test::Job job = test::job_of(role);
    const std::string hash = hashed(job).hash;
    job.environment = {{"LD_LIBRARY_PATH", "/opt/lib"},
                       {"LOG_LEVEL", "INFO"},
                       {"PYTHONUNBUFFERED", "1"},
                       {"HOME", "/home/a"},
                       {"DRY_RUN", "1"},
                       {"SLURM_JOB_ID", "7"},
                       {"IPADDRS", "node-a,node-b"},
                       {"ATOM_HOST_IP", "node-b"},
                       {"NODE0_ADDR", "node-c"},
                       {"ATOMESH_ROUTER_GUARD", "1"},
                       {"SLURM_JOB_NODELIST", "["},
                       {"MODEL_NAME", "Tiny"}};
    job.request.model.clear();
    job.request.host_ip.clear();
    EXPECT_EQ(hashed(job).report, "");
    EXPECT_EQ(hashed(job).hash, hash) << to_string(role);
    job.request.addresses = "192.0.2.7,192.0.2.8";
    job.request.node0_address = "192.0.2.7";
    EXPECT_EQ(hashed(job).hash, hash) << to_string(role);
  }
}

TEST(PlanHash, ChangesWithWhateverThePlanSays) {
  std::set<std::string> seen;
  const auto is_new = [&seen](const test::Job& job) { return seen.insert(hashed(job).hash).second; };
  EXPECT_TRUE(is_new(test::job_of(Role::prefill)));
  EXPECT_TRUE(is_new(test::job_of(Role::decode)));
  EXPECT_TRUE(is_new(test::job_of(Role::router)));
  EXPECT_TRUE(is_new(test::job_of(Role::decode, "Full")));
  test::Job job = test::job_of(Role::decode);
  job.request.set = {"block_size=64"};
  EXPECT_TRUE(is_new(job));
  job.request.set.clear();
  job.environment = {{"ATOMESH_BLOCK_SIZE", "64"}};
  EXPECT_FALSE(is_new(job)) << "it does not matter where a value comes from";
  job.environment = {{"ATOMESH_PYTHON", "python3.12"}};
  EXPECT_TRUE(is_new(job));
  job.environment.clear();
  job.request.unset_env = {"B", "A", "B"};
  EXPECT_TRUE(is_new(job));
  job.request.unset_env = {"A", "B"};
  EXPECT_FALSE(is_new(job));
  job.models = "Tiny: { env: { LD_LIBRARY_PATH: /opt/mine } }\n";
  EXPECT_TRUE(is_new(job)) << "what a file sets is no machine's";
}

TEST(PlanHash, DoesNotDependOnTheValuesOfSecrets) {
  test::Job job = test::job_of(Role::decode);
  job.request.env = {"HF_TOKEN=one"};
  const std::string hash = hashed(job).hash;
  job.request.env = {"HF_TOKEN=two"};
  EXPECT_EQ(hashed(job).hash, hash);
  job.request.env.clear();
  EXPECT_NE(hashed(job).hash, hash);
}

TEST(PlanHash, IsThereWhereTheMachineIsNotKnown) {
  test::Job job = test::job_of(Role::decode);
  job.request.host_ip.clear();
  EXPECT_FALSE(job.run().plan) << "there is no default route";
  EXPECT_EQ(hashed(job).hash, hashed(test::job_of(Role::decode)).hash);
}

TEST(PlanHash, IsNotThereWherePlansAreNot) {
  test::Job job = test::job_of(Role::decode, "None");
  EXPECT_EQ(hashed(job).hash, "none");
  EXPECT_NE(hashed(job).report.find("[unknown-model]"), std::string::npos);
  job = test::job_of(Role::decode);
  job.request.env = {"A=\xff"};
  EXPECT_NE(hashed(job).report.find("[not-utf8]"), std::string::npos);
}

TEST(PlanHash, OfARecipe) {
  test::Job job;
  job.request.role = Role::decode;
  job.request.recipe = "disagg";
  job.request.point = 0;
  job.request.model_dir = "/models";
  job.models =
      "DeepSeek-V4-Pro:\n  tp_dp_flags: [--enable-dp-attention]\n  ep_dp_flags: [--enable-expert-parallel]\n  "
      "mtp_flags: [--num-speculative-tokens]\n";
  job.recipes = recipe_test::edited({});
  EXPECT_EQ(hashed(job).report, "");
  EXPECT_NE(hashed(job).text.find(R"("ATOM_HOST_IP": "node-2")"), std::string::npos) << hashed(job).text;
}

}  // namespace
}  // namespace atomesh
