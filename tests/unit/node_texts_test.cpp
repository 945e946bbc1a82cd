// What is said about a node.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "atomesh/run_node.hpp"
#include "node/texts.hpp"

namespace atomesh::node {
namespace {

using std::chrono::milliseconds;

NodeView waiting() {
  NodeView view;
  view.role = Role::prefill;
  view.host = "node-a";
  view.phase = Phase::waiting_for_workers;
  view.age = milliseconds(60'000);
  view.left = milliseconds(2'440'000);
  view.now = 1700000000;
  view.processes = {{"prefill-0", 12, milliseconds(61'000), 1699999940, {}},
                    {"router-0", 0, {}, 0, {}},
                    {"command", 13, milliseconds(1'500), 1699999990, Ended{true, 9}}};
  view.peers = {{"prefill-0", "http://192.0.2.1:8010", true, true, "answered 200"},
                {"decode-1", "http://192.0.2.2:8020", false, true, "Connection refused"},
                {"decode-2", "http://192.0.2.3:8020", false, true, ""},
                {"router-0", "http://192.0.2.1:8000", false, false, ""}};
  return view;
}

TEST(Duration, IsAsExactAsItMatters) {
  struct Case {
    long long time;
    const char* text;
  };
  for (const Case& each : {Case{0, "0.0 s"}, Case{9'999, "9.9 s"}, Case{10'000, "10 s"}, Case{119'000, "119 s"},
                           Case{120'000, "2 min 0 s"}, Case{7'199'000, "119 min 59 s"}, Case{7'500'000, "2 h 5 min"}}) {
    EXPECT_EQ(duration(milliseconds(each.time)), each.text);
  }
}

TEST(Ended, NamesTheSignal) {
  EXPECT_EQ(to_text(Ended{false, 3}), "exit code 3");
  EXPECT_EQ(to_text(Ended{true, 11}), "signal 11 (SIGSEGV)");
  EXPECT_EQ(to_text(Ended{true, 40}), "signal 40");
}

TEST(ProgressLine, NamesWhoIsMissing) {
  EXPECT_EQ(progress_line(waiting()),
            "atomesh: waiting for the workers for 60 s: decode-1 http://192.0.2.2:8020 (Connection refused), decode-2 "
            "http://192.0.2.3:8020 (no answer yet); gives up in 40 min 40 s\n");
  NodeView view = waiting();
  view.phase = Phase::waiting_for_router;
  view.peers.back().asked = true;
  EXPECT_EQ(missing(view), "router-0 http://192.0.2.1:8000 (no answer yet)");
  view.phase = Phase::serving;
  EXPECT_EQ(missing(view), "");
}

TEST(Table, HasARowForEach) {
  EXPECT_EQ(fmt::format("{}", fmt::join(table(waiting()), "\n")),
            "atomesh: prefill rank 0 on node-a: waiting for the workers, 60 s\n"
            "  process  prefill-0    pid 12, 61 s\n"
            "  process  router-0     not started yet\n"
            "  process  command      ended with signal 9 (SIGKILL) after 1.5 s\n"
            "  up       prefill-0    http://192.0.2.1:8010 answers\n"
            "  missing  decode-1     http://192.0.2.2:8020 Connection refused\n"
            "  missing  decode-2     http://192.0.2.3:8020 no answer yet\n"
            "  missing  router-0     http://192.0.2.1:8000 not asked yet");
}

TEST(Table, NamesNoRoleWhereANodeHasSeveralWorkers) {
  NodeView view = waiting();
  EXPECT_NE(status_json(view).find(R"("role":"prefill","rank":0)"), std::string::npos);
  view.role.reset();
  EXPECT_EQ(table(view).front(), "atomesh: rank 0 on node-a: waiting for the workers, 60 s");
  EXPECT_EQ(status_json(view).find("\"role\""), std::string::npos);
}

TEST(LastLines, AreIndentedAndHarmless) {
  EXPECT_EQ(last_lines({}, "/logs/decode-1.log"), "    it wrote nothing\n");
  EXPECT_EQ(last_lines({"one"}, ""), "    its last line:\n    | one\n");
  EXPECT_EQ(last_lines({"one", "\x1b[2J"}, "/logs/decode-1.log"),
            "    its last 2 lines (all of it in /logs/decode-1.log):\n    | one\n    | \\x1b[2J\n");
}

TEST(Documents, OfANode) {
  NodeView view = waiting();
  view.peers.resize(2);
  view.exit_code = 137;
  EXPECT_EQ(status_json(view),
            R"({"format":"atomesh.status/1","role":"prefill","rank":0,"host":"node-a","time":1700000000,)"
            R"("phase":"waiting-for-workers","ready":false,)"
            R"("processes":[{"name":"prefill-0","state":"running","pid":12,"started":1699999940},)"
            R"({"name":"router-0","state":"not-started"},)"
            R"({"name":"command","state":"ended","pid":13,"started":1699999990,"signal":9}],)"
            R"("peers":[{"name":"prefill-0","url":"http://192.0.2.1:8010","up":true,"said":"answered 200"},)"
            R"({"name":"decode-1","url":"http://192.0.2.2:8020","up":false,"said":"Connection refused"}],)"
            R"("exit_code":137})"
            "\n");
  EXPECT_EQ(ready_json(view),
            R"({"format":"atomesh.ready/1","role":"prefill","rank":0,"host":"node-a","time":1700000000,)"
            R"("prefill-0":"http://192.0.2.1:8010"})"
            "\n");
}

TEST(CommandEnvironment, TellsOfTheDeployment) {
  NodeRun run;
  run.servers.emplace_back().env = {{"OF_THE_PLAN", "1", {}}};
  run.deployment.prefill.workers.value = 1;
  run.deployment.decode.workers.value = 2;
  run.deployment.prefill.tp.value = 4;
  run.deployment.decode.tp.value = 8;
  run.deployment.decode.dp_attention.value = true;
  run.deployment.mtp_size.value = 3;
  run.deployment.router_port.value = 8000;
  run.deployment.max_concurrency.written = "64x128";
  run.deployment.addresses = {"192.0.2.1", "192.0.2.2", "192.0.2.3"};
  const Environment expected = {{"BENCH_MAX_CONCURRENCY", "64x128"},
                                {"DECODE_ENABLE_DP", "true"},
                                {"DECODE_ENABLE_EP", "false"},
                                {"DECODE_MTP_SIZE", "3"},
                                {"DECODE_PORT", "0"},
                                {"DECODE_TP_SIZE", "8"},
                                {"INHERITED", "2"},
                                {"IPADDRS", "192.0.2.1,192.0.2.2,192.0.2.3"},
                                {"IS_MTP", "true"},
                                {"NODE0_ADDR", "192.0.2.1"},
                                {"NODE_RANK", "0"},
                                {"OF_THE_PLAN", "1"},
                                {"PREFILL_ENABLE_DP", "false"},
                                {"PREFILL_ENABLE_EP", "false"},
                                {"PREFILL_PORT", "0"},
                                {"PREFILL_TP_SIZE", "4"},
                                {"ROUTER_PORT", "8000"},
                                {"ROUTER_URL", "http://192.0.2.1:8000"},
                                {"xP", "1"},
                                {"yD", "2"}};
  EXPECT_EQ(command_environment(run, {{"INHERITED", "2"}}), expected);
}

TEST(CommandEnvironment, IsNoneOfTheWorkersOfASharedNode) {
  NodeRun run;
  Plan& server = run.servers.emplace_back();
  server.has_mates = true;
  server.env = {{"HIP_VISIBLE_DEVICES", "0,1", {}}, {"HOME", "/cache/prefill-0/home", {}}, {"OF_THE_MODEL", "1", {}}};
  run.deployment.layout.value = Layout::single_node;
  run.deployment.addresses = {"192.0.2.1"};
  const Environment environment = command_environment(run, {{"HOME", "/root"}});
  EXPECT_EQ(environment.at("HOME"), "/root");
  EXPECT_EQ(environment.at("OF_THE_MODEL"), "1");
  EXPECT_EQ(environment.at("ATOMESH_LAYOUT"), "single-node");
  EXPECT_FALSE(environment.contains("HIP_VISIBLE_DEVICES"));
}

}  // namespace
}  // namespace atomesh::node
