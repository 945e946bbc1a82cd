// Workers that share a node: what each of them gets so that none is in another's way.
#include <gtest/gtest.h>

#include "atomesh/node_plans.hpp"
#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

constexpr const char* own_variables[] = {"HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "ATOM_DP_MASTER_PORT",
                                         "ATOM_DP_BASE_PORT"};

/// 2P1D of TP 2 on one node, as its worker of this number.
Job worker_job(int number) {
  Job job;
  job.request.layout = Layout::single_node;
  job.request.worker = number;
  job.request.model = "Full";
  job.request.model_dir = "/models";
  job.request.prefill_workers = 2;
  job.request.both.tp = 2;
  job.request.host_ip = "127.0.0.1";
  return job;
}

std::string word_behind(const Argv& argv, std::string_view flag) {
  for (std::size_t i = 0; i + 1 < argv.size(); ++i) {
    if (argv[i] == flag) return argv[i + 1];
  }
  return "-";
}

/// HTTP, handshake and engine ports, then the variables.
std::string own_values(const Job& job) {
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  const Argv argv = outcome.argv();
  const std::string transfer = word_behind(argv, "--kv-transfer-config");
  std::string text = word_behind(argv, "--server-port") + " " + transfer.substr(transfer.rfind(':') + 1) + " " +
                     word_behind(argv, "--port");
  for (const char* name : own_variables) text += " " + outcome.env(name);
  return text;
}

TEST(SharedNode, EachWorkerHasItsOwnPortsAndGpus) {
  EXPECT_EQ(own_values(worker_job(0)), "8010 6301} - 0,1 - 29500 29600");
  EXPECT_EQ(own_values(worker_job(1)), "8011 6303} 8007 2,3 - 29700 29800");
  EXPECT_EQ(own_values(worker_job(2)), "8020 6305} 8008 4,5 - 29900 30000");
}

TEST(SharedNode, AWorkerAloneOnItsNodeGetsNothingNew) {
  Job job = worker_job(2);
  Job multi = worker_job(2);
  job.request.layout = Layout::prefill_single_node;
  multi.request.layout = Layout::multi_node;
  for (Job* each : {&job, &multi}) each->request.host_ip = "192.0.2.1";
  EXPECT_EQ(own_values(job), "8020 6301} - - - - -");
  EXPECT_EQ(job.run().argv(), multi.run().argv());
}

TEST(SharedNode, SplitsTheGpusThatAreVisible) {
  Job job = worker_job(1);
  job.environment = {{"HIP_VISIBLE_DEVICES", "7, 6,5,4,3,2"}};
  EXPECT_EQ(job.run().env("HIP_VISIBLE_DEVICES"), "5,4");
  job.environment = {{"CUDA_VISIBLE_DEVICES", "7,6,5,4,3,2"}};
  EXPECT_EQ(job.run().env("HIP_VISIBLE_DEVICES"), "5,4");
  EXPECT_EQ(job.run().env("CUDA_VISIBLE_DEVICES"), "5,4");
  job.environment = {{"ROCR_VISIBLE_DEVICES", "GPU-a,GPU-b,GPU-c,GPU-d,GPU-e,GPU-f"}};
  EXPECT_EQ(job.run().env("HIP_VISIBLE_DEVICES"), "2,3") << "HIP counts among what ROCR leaves";
  EXPECT_EQ(job.run().env("ROCR_VISIBLE_DEVICES"), "-") << "it is inherited as it is";
}

TEST(SharedNode, TooFewVisibleGpusAreAnError) {
  Job job = worker_job(0);
  job.environment = {{"HIP_VISIBLE_DEVICES", "0,1,2,3"}};
  EXPECT_EQ(
      job.run().report,
      R"(env HIP_VISIBLE_DEVICES: error: HIP_VISIBLE_DEVICES=0,1,2,3 leaves 4 GPUs, and the workers of rank 0 need 6 [gpus-not-visible]
    hint: make more GPUs visible, or unset it
)");
}

TEST(SharedNode, WorkersNeedNoMoreGpusThanItHas) {
  Job job = worker_job(0);
  job.request.both.tp = 4;
  EXPECT_EQ(
      job.run().report,
      R"(--layout: error: rank 0 hosts 3 workers, which need 12 GPUs (2 prefill × TP 4 + 1 decode × TP 4), and a node has 8 [node-too-small]
    hint: lower TP or the number of workers, choose a layout of more nodes, or set GPUS_PER_NODE if the nodes are larger
)");
  job.request.gpus_per_node = 12;
  EXPECT_TRUE(job.run().plan);
}

TEST(SharedNode, PortsThatAreAskedForAreWhereItCountsFrom) {
  Job job = worker_job(1);
  job.environment = {{"ATOM_DP_MASTER_PORT", "31000"}, {"PREFILL_PORT", "9000"}, {"HANDSHAKE_PORT", "7000"}};
  EXPECT_EQ(own_values(job), "9001 7002} 8007 2,3 - 31200 29800");
}

TEST(SharedNode, AnEnginePortThatIsGivenStands) {
  Job job = worker_job(1);
  job.request.server_args = {"--port=9100"};
  EXPECT_EQ(own_values(job), "8011 6303} - 2,3 - 29700 29800");
  EXPECT_EQ(job.run().argv().back(), "--port=9100");
}

TEST(SharedNode, TheRouterKnowsEachPort) {
  Job job = worker_job(0);
  job.request.worker.reset();
  job.request.role = Role::router;
  job.host.router = {{"/opt/router/atomesh", built_in("router"), true, false}};
  const Argv argv = job.run().argv();
  EXPECT_EQ(Argv(argv.begin() + 7, argv.begin() + 13),
            words("--prefill http://127.0.0.1:8010 --prefill http://127.0.0.1:8011 --decode http://127.0.0.1:8020"))
      << "one node needs no list of addresses";
}

TEST(CacheDirectory, IsOneForEachWorkerInEveryLayout) {
  Job job = worker_job(2);
  job.environment = {{"HOME", "/root"}, {"ATOMESH_CACHE_DIR", "/cache"}};
  for (const Layout layout : {Layout::single_node, Layout::multi_node}) {
    job.request.layout = layout;
    job.request.host_ip = "192.0.2.1";
    const Outcome outcome = job.run();
    EXPECT_EQ(outcome.env("HOME"), "/cache/decode-2/home");
    EXPECT_EQ(outcome.env("XDG_CACHE_HOME"), "/cache/decode-2/cache");
    EXPECT_EQ(outcome.env("TORCHINDUCTOR_CACHE_DIR"), "/cache/decode-2/inductor");
    EXPECT_EQ(outcome.env("TRITON_CACHE_DIR"), "/cache/decode-2/triton");
    EXPECT_EQ(outcome.env("AITER_JIT_DIR"), "/cache/decode-2/aiter");
    EXPECT_EQ(outcome.env("FLYDSL_RUNTIME_CACHE_DIR"), "/cache/decode-2/flydsl");
    EXPECT_EQ(outcome.plan->directories.size(), 6U);
  }
  EXPECT_EQ(worker_job(2).run().env("HOME"), "-");
  EXPECT_TRUE(worker_job(2).run().plan->directories.empty());
}

TEST(Layout, IsOneOfFour) {
  Job job = worker_job(0);
  job.request.layout.reset();
  job.environment = {{"ATOMESH_LAYOUT", "one-node"}};
  EXPECT_EQ(job.run().report, R"(env ATOMESH_LAYOUT: error: 'one-node' is not a layout [bad-value]
    hint: write one of multi-node, single-node, prefill-single-node, decode-single-node
)");
  job.environment = {{"ATOMESH_LAYOUT", "single-node"}, {"ATOMESH_WORKER", "1"}};
  job.request.worker.reset();
  EXPECT_EQ(own_values(job), "8011 6303} 8007 2,3 - 29700 29800");
}

/// What is wrong with the node of a worker that resolves by itself.
std::string mates_report(const Job& job) {
  Diagnostics diagnostics;
  Config config;
  config.models = yaml::parse(yaml::make_source("m.yaml", job.models), diagnostics);
  HostFacts host = job.host;
  host.router = {{"/opt/router/atomesh", built_in("router"), true, false}};
  const auto plan = resolve(job.request, config, job.environment, host, diagnostics);
  EXPECT_EQ(report(diagnostics), "");
  if (plan) check_mates(*plan, job.request, config, job.environment, host, diagnostics);
  return report(diagnostics);
}

TEST(Mates, OfAGoodLayoutAreInNobodysWay) { EXPECT_EQ(mates_report(worker_job(0)), ""); }

TEST(Mates, MustNotHaveTheSamePorts) {
  Job job = worker_job(0);
  job.request.prefill_port = 8019;
  EXPECT_EQ(
      mates_report(job),
      R"(built-in: error: decode worker 2 HTTP (port 8020) and prefill worker 1 HTTP (port 8020) are on one host [port-clash]
    hint: free there: 8021
)");
  job.request.prefill_port = 65535;
  EXPECT_EQ(mates_report(job),
            R"(--prefill-port: error: prefill worker 1 HTTP takes port 65536, above 65535 [port-range]
    hint: lower the first port
)");
}

TEST(Mates, MustNotHaveTheSameGpus) {
  Job job = worker_job(2);
  job.request.prefill_workers = 1;
  job.request.worker = 1;
  job.request.env = {"HIP_VISIBLE_DEVICES=0,3"};
  EXPECT_EQ(mates_report(job),
            R"(--env HIP_VISIBLE_DEVICES: error: decode worker 1 and prefill worker 0 both take GPU 0, 3 [gpu-clash]
    hint: leave HIP_VISIBLE_DEVICES out of files and options: each worker of a node gets its own
)");
}

TEST(Mates, OfOtherNodesDoNotMatter) {
  Job job = worker_job(2);
  job.request.layout = Layout::prefill_single_node;
  job.request.host_ip = "192.0.2.1";
  job.request.prefill_port = 8020;
  EXPECT_EQ(mates_report(job), "");
}

}  // namespace
}  // namespace atomesh::test
