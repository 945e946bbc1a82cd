// Every process of a deployment: as values, text, JSON and picture.
#include "atomesh/cluster.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "atomesh/host.hpp"
#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

struct Planned {
  std::optional<Cluster> cluster;
  std::string report;
};

Job job() {
  Job job;
  job.request.model = "Full";
  job.request.model_dir = "/models";
  job.request.prefill_workers = 2;
  job.request.both.tp = 4;
  job.request.addresses = "192.0.2.1,192.0.2.2,192.0.2.3";
  job.host.router = {{"/opt/router/atomesh", built_in("router"), true, false}};
  return job;
}

Planned plan_of(const Job& job) {
  Diagnostics diagnostics;
  Config config;
  config.models = yaml::parse(yaml::make_source("m.yaml", job.models), diagnostics);
  Planned planned;
  planned.cluster = plan_cluster(job.request, config, job.environment, job.host, diagnostics);
  planned.report = report(diagnostics);
  return planned;
}

std::vector<std::string> outline(const Cluster& cluster) {
  std::vector<std::string> lines;
  for (const Process& process : cluster.processes) {
    std::string line =
        fmt::format("{} {} {} gpus {}", process.plan.rank, to_string(process.plan.role), process.host, process.tp);
    for (const Listener& listener : process.ports) line += " " + range_text(listener);
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Cluster, HasEveryRankAndTheRouterOnRank0) {
  const Planned planned = plan_of(job());
  EXPECT_EQ(planned.report, "");
  ASSERT_TRUE(planned.cluster);
  EXPECT_EQ(outline(*planned.cluster),
            (Lines{"0 prefill 192.0.2.1 gpus 4 8010 6301-6304 8006", "0 router 192.0.2.1 gpus 0 8000 29100",
                   "1 prefill 192.0.2.2 gpus 4 8010 6301-6304 8006", "2 decode 192.0.2.3 gpus 4 8020 6301-6304 8006"}));
  EXPECT_EQ(planned.cluster->router_url, "http://192.0.2.1:8000");
}

TEST(Cluster, DoesNotTakeWhatIsTrueOfThisNodeForAll) {
  Job here = job();
  here.environment = {{"NODE_RANK", "2"}, {"ATOM_HOST_IP", "192.0.2.9"}, {"SLURM_PROCID", "1"}};
  EXPECT_EQ(outline(*plan_of(here).cluster), outline(*plan_of(job()).cluster));
}

TEST(Cluster, CallsUnknownHostsByExamples) {
  Job unknown = job();
  unknown.request.addresses.clear();
  const Planned planned = plan_of(unknown);
  EXPECT_TRUE(planned.cluster->example_hosts);
  EXPECT_EQ(planned.cluster->processes.back().host, "node-2");
  EXPECT_FALSE(plan_of(job()).cluster->example_hosts);
}

TEST(Cluster, ReportsTheErrorsOfEveryRankOnce) {
  Job wrong = job();
  wrong.request.both.dp_attention = true;
  wrong.models = "Full: {}\n";
  const Planned planned = plan_of(wrong);
  EXPECT_FALSE(planned.cluster);
  EXPECT_EQ(planned.report,
            "--dp-attn: error: prefill asks for DP attention, and Full has no flags for it [dpa-without-flags]\n"
            "    hint: add tp_dp_flags to the model's entry, or turn DP attention off\n"
            "--dp-attn: error: decode asks for DP attention, and Full has no flags for it [dpa-without-flags]\n"
            "    hint: add tp_dp_flags to the model's entry, or turn DP attention off\n");
}

Job shared_job() {
  Job shared = job();
  shared.request.layout = Layout::prefill_single_node;
  shared.request.addresses = "192.0.2.1,192.0.2.2";
  return shared;
}

TEST(Cluster, HasEveryWorkerOfASharedNode) {
  const Planned planned = plan_of(shared_job());
  EXPECT_EQ(planned.report, "");
  ASSERT_TRUE(planned.cluster);
  EXPECT_EQ(outline(*planned.cluster),
            (Lines{"0 prefill 192.0.2.1 gpus 4 8010 6301-6304 8006", "0 prefill 192.0.2.1 gpus 4 8011 6305-6308 8007",
                   "0 router 192.0.2.1 gpus 0 8000 29100", "1 decode 192.0.2.2 gpus 4 8020 6301-6304 8006"}));
}

TEST(Cluster, DoesNotPlanWorkersThatAreInEachOthersWay) {
  Job wrong = shared_job();
  wrong.request.router_port = 8011;
  const Planned planned = plan_of(wrong);
  EXPECT_FALSE(planned.cluster);
  EXPECT_EQ(planned.report,
            "--router-port: error: router HTTP (port 8011) and prefill worker 1 HTTP (port 8011) are on one host "
            "[port-clash]\n    hint: free there: 8012\n");
  wrong.request.layout = Layout::multi_node;
  wrong.request.addresses = "192.0.2.1,192.0.2.2,192.0.2.3";
  EXPECT_EQ(plan_of(wrong).report, "") << "one worker a node is planned as ever";
}

TEST(ClusterText, NamesTheWorkersOfASharedNode) {
  const std::string text = to_text(*plan_of(shared_job()).cluster, 100);
  EXPECT_EQ(text.substr(0, text.find("\n# rank 0 on 192.0.2.1: prefill-0\nenv ")),
            R"(Full: 2P1D prefill-single-node, KV by mooncake, router http://192.0.2.1:8000

rank  host       process    TP  GPUs  ports
0     192.0.2.1  prefill-0  4   0-3   8010 HTTP, 6301-6304 KV handshake, 8006 engine
0     192.0.2.1  prefill-1  4   4-7   8011 HTTP, 6305-6308 KV handshake, 8007 engine
0     192.0.2.1  router     -   -     8000 HTTP, 29100 Prometheus
1     192.0.2.2  decode-2   4   0-3   8020 HTTP, 6301-6304 KV handshake, 8006 engine
)");
  Job by_list = shared_job();
  by_list.environment = {{"HIP_VISIBLE_DEVICES", "9,8,GPU-a,0,1,3,4,5"}};
  const std::string listed = to_text(*plan_of(by_list).cluster, 100);
  EXPECT_NE(listed.find("4   9,8,GPU-a,0  8010"), std::string::npos);
  EXPECT_NE(listed.find("4   1,3-5        8011"), std::string::npos);
}

TEST(ClusterText, IsATableThenTheCommands) {
  const std::string text = to_text(*plan_of(job()).cluster, 80);
  const std::string table = text.substr(0, text.find("\n# rank 0 on 192.0.2.1: prefill\nenv "));
  EXPECT_EQ(table, R"(Full: 2P1D, KV by mooncake, router http://192.0.2.1:8000

rank  host       process  TP  GPUs  ports
0     192.0.2.1  prefill  4   0-3   8010 HTTP, 6301-6304 KV handshake,
                                    8006 engine
0     192.0.2.1  router   -   -     8000 HTTP, 29100 Prometheus
1     192.0.2.2  prefill  4   0-3   8010 HTTP, 6301-6304 KV handshake,
                                    8006 engine
2     192.0.2.3  decode   4   0-3   8020 HTTP, 6301-6304 KV handshake,
                                    8006 engine
)");
}

TEST(ClusterMermaid, ShowsRouterWorkersAndKvTransfer) {
  EXPECT_EQ(to_mermaid(*plan_of(job()).cluster), R"(flowchart LR
  client([client])
  prefill0["prefill<br/>192.0.2.1:8010<br/>TP 4"]
  router{{"router<br/>192.0.2.1:8000"}}
  prefill1["prefill<br/>192.0.2.2:8010<br/>TP 4"]
  decode2["decode<br/>192.0.2.3:8020<br/>TP 4"]
  router --> prefill0
  client --> router
  router --> prefill1
  router --> decode2
  prefill0 -. "KV, mooncake" .-> decode2
  prefill1 -. "KV, mooncake" .-> decode2
)");
}

TEST(ClusterJson, HoldsLayoutWorkersAndGpus) {
  const std::string text = to_json({*plan_of(shared_job()).cluster});
  EXPECT_NE(text.find(R"("layout": "prefill-single-node")"), std::string::npos);
  EXPECT_NE(text.find("\"worker\": 1"), std::string::npos);
  EXPECT_NE(text.find("\"gpus\": [\n            4,\n            5,"), std::string::npos);
  EXPECT_EQ(to_json({*plan_of(job()).cluster}).find("\"layout\""), std::string::npos);
}

TEST(ClusterJson, HoldsThePlanOfEachProcess) {
  const std::string text = to_json({*plan_of(job()).cluster});
  for (const char* part :
       {R"("format": "atomesh.plans/1")", R"("recipe": null)", R"("router_url": "http://192.0.2.1:8000")",
        R"("role": "router")", R"("host": "192.0.2.3")", R"("owner": "decode rank 2 KV handshake")"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

}  // namespace
}  // namespace atomesh::test
