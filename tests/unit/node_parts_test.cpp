// The small pure parts of a node: lines, health, names, processes, peers.
#include <gtest/gtest.h>

#include "node/lines.hpp"
#include "node/peers.hpp"
#include "node/prober.hpp"
#include "node/processes.hpp"

namespace atomesh::node {
namespace {

TEST(Lines, GetThePrefixOnceWhole) {
  Lines lines("[decode-1] ");
  EXPECT_EQ(lines.take("one\ntw"), "[decode-1] one\n");
  EXPECT_EQ(lines.take("o\n\nthree"), "[decode-1] two\n[decode-1] \n");
  EXPECT_EQ(lines.take_rest(), "[decode-1] three\n");
  EXPECT_EQ(lines.take_rest(), "");
  EXPECT_EQ(lines.last(), (std::deque<std::string>{"one", "two", "", "three"}));
}

TEST(Lines, KeepsTheLast40) {
  Lines lines("");
  for (int i = 0; i < 45; ++i) lines.take(std::to_string(i) + "\n");
  ASSERT_EQ(lines.last().size(), 40U);
  EXPECT_EQ(lines.last().front(), "5");
  EXPECT_EQ(lines.last().back(), "44");
}

TEST(Lines, CutsWhatNeverEnds) {
  Lines lines("> ");
  const std::string whole(Lines::most_bytes, 'x');
  EXPECT_EQ(lines.take(whole + "y\n"), "> " + whole + "\n> y\n");
}

TEST(HttpStatus, OfABeginning) {
  struct Case {
    const char* text;
    int status;
  };
  for (const Case& each : {Case{"", 0}, Case{"HTT", 0}, Case{"HTTP/1.1 200 O", 0}, Case{"HTTP/1.1 200 OK\r\n", 200},
                           Case{"HTTP/1.0 503\n", 503}, Case{"SSH-2.0", -1}, Case{"HTTP/1.1 20\r\n", -1},
                           Case{"HTTP/1.1 abc\r\n", -1}, Case{"HTTP/1.1 099 x\r\n", -1}, Case{"HTTP/1.1\n", -1}}) {
    EXPECT_EQ(http_status(each.text), each.status) << each.text;
  }
}

TEST(Health, IsLostAfterThreeMissesInARow) {
  Health health;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(health.answered(false), Health::Change::none);
  EXPECT_EQ(health.answered(true), Health::Change::up);
  EXPECT_EQ(health.answered(true), Health::Change::none);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(health.answered(false), Health::Change::none);
  EXPECT_EQ(health.answered(true), Health::Change::none);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(health.answered(false), Health::Change::none);
  EXPECT_EQ(health.answered(false), Health::Change::lost);
}

TEST(Health, IsAskedOftenAtFirst) {
  const ProbeTimes times;
  Health health;
  std::vector<long long> pauses;
  for (int i = 0; i < 6; ++i) {
    pauses.push_back(health.pause(times).count());
    health.answered(false);
  }
  health.answered(true);
  pauses.push_back(health.pause(times).count());
  health.answered(false);
  pauses.push_back(health.pause(times).count());
  EXPECT_EQ(pauses, (std::vector<long long>{50, 100, 200, 400, 500, 500, 2000, 1000}));
}

TEST(NumericEndpoint, TakesNumbersOnly) {
  for (const char* good : {"192.0.2.1", "::1", "2001:db8::2", "fe80::1%1"}) {
    EXPECT_NE(numeric_endpoint(good, 8010).size, 0U) << good;
  }
  for (const char* name : {"node-a", "", "192.0.2", "1", "192.0.2.1.", "::g"}) {
    EXPECT_EQ(numeric_endpoint(name, 8010).size, 0U) << name;
  }
}

TEST(FirstAddress, OfGetent) {
  EXPECT_EQ(first_address("192.0.2.7      STREAM node-a\n192.0.2.7      DGRAM\n"), "192.0.2.7");
  EXPECT_EQ(first_address("2001:db8::1\tSTREAM node-a\n"), "2001:db8::1");
  EXPECT_EQ(first_address(""), "");
}

Deployment deployment(int prefill, int decode) {
  Deployment out;
  out.prefill.workers.value = prefill;
  out.decode.workers.value = decode;
  out.prefill.port.value = 8010;
  out.decode.port.value = 8020;
  out.router_port.value = 8000;
  out.addresses = {"192.0.2.1", "192.0.2.2", "node-c"};
  return out;
}

std::string names(const std::vector<Peer>& peers) {
  std::string text;
  for (const Peer& peer : peers) text += peer.name() + " " + peer.url() + peer.path() + "\n";
  return text;
}

TEST(Peers, OfRank0AreAll) {
  EXPECT_EQ(names(peers_of(deployment(1, 2), 0)),
            "prefill-0 http://192.0.2.1:8010/health\ndecode-1 http://192.0.2.2:8020/health\n"
            "decode-2 http://node-c:8020/health\nrouter-0 http://192.0.2.1:8000/v1/models\n");
}

TEST(Peers, ElsewhereAreItselfAndTheRouter) {
  EXPECT_EQ(names(peers_of(deployment(2, 1), 1)),
            "prefill-1 http://192.0.2.2:8010/health\nrouter-0 http://192.0.2.1:8000/v1/models\n");
}

TEST(Peers, OfASharedNodeAreAllOfItsWorkers) {
  Deployment shared = deployment(2, 2);
  shared.layout.value = Layout::decode_single_node;
  EXPECT_EQ(names(peers_of(shared, 2)),
            "decode-2 http://node-c:8020/health\ndecode-3 http://node-c:8021/health\n"
            "router-0 http://192.0.2.1:8000/v1/models\n");
  EXPECT_EQ(peers_of(shared, 0).size(), 5U);
}

std::string stat_line(const std::string& start) {
  return start + " 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0\n";
}

TEST(ParseStat, NamesMayHoldAnything) {
  EXPECT_EQ(parse_stat(stat_line("12 (python3) S 7")), (Process{12, 7, 'S', 4711, "python3"}));
  EXPECT_EQ(parse_stat(stat_line("12 (a) b (c)) Z 7")), (Process{12, 7, 'Z', 4711, "a) b (c)"}));
  for (const char* bad : {"", "12", "12 (x)", "12 (x) ", "(x) S 1", "12 (x) S 7 1\n"}) {
    EXPECT_EQ(parse_stat(bad), std::nullopt) << bad;
  }
}

TEST(Descendants, WithoutWhatIsForeign) {
  const std::vector<Process> all = {{1, 0, 'S', 1, "init"},   {10, 1, 'S', 1, "us"},      {11, 10, 'S', 1, "server"},
                                    {12, 11, 'S', 1, "rank"}, {13, 10, 'S', 1, "orphan"}, {20, 10, 'S', 1, "foreign"},
                                    {21, 20, 'S', 1, "its"},  {30, 1, 'S', 1, "other"}};
  std::vector<pid_t> found;
  for (const Process& process : descendants_of(10, {20}, all)) found.push_back(process.pid);
  EXPECT_EQ(found, (std::vector<pid_t>{11, 13, 12}));
}

}  // namespace
}  // namespace atomesh::node
