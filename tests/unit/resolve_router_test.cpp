// SPEC section 5: the router, whose binary is also called atomesh.
#include <gtest/gtest.h>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

RouterCandidate candidate(std::string path, bool exists, bool is_self = false) {
  return {std::move(path), built_in("router"), exists, is_self};
}

/// The router of two prefill workers and one decode worker. It needs no model.
Job router_job() {
  Job job;
  job.request.role = Role::router;
  job.environment = {{"xP", "2"}, {"IPADDRS", "192.0.2.1,192.0.2.2,192.0.2.3"}};
  job.host.router = {candidate("/opt/router/atomesh", true)};
  return job;
}

TEST(RouterArgv, IsWhole) {
  const Outcome outcome = router_job().run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv(), words("/opt/router/atomesh launch --host 0.0.0.0 --port 8000 --pd-disaggregation "
                                  "--prefill http://192.0.2.1:8010 --prefill http://192.0.2.2:8010 "
                                  "--decode http://192.0.2.3:8020 --policy random --backend atom --log-level info "
                                  "--disable-health-check --disable-circuit-breaker --prometheus-port 29100"));
  EXPECT_EQ(outcome.plan->role, Role::router);
  EXPECT_EQ(outcome.plan->rank, 0);
}

TEST(RouterArgv, TakesPortsAndExactWords) {
  Job job = router_job();
  job.environment = {{"SLURM_JOB_NODELIST", "node-[1-2]"}, {"PREFILL_PORT", "1"}, {"DECODE_PORT", "2"}};
  job.request.router_port = 3;
  job.request.host_ip = "192.0.2.1";
  job.request.server_args = {"--log-level", "debug"};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv(),
            words("/opt/router/atomesh launch --host 0.0.0.0 --port 3 --pd-disaggregation --prefill http://node-1:1 "
                  "--decode http://node-2:2 --policy random --backend atom --log-level info --disable-health-check "
                  "--disable-circuit-breaker --prometheus-port 29100 --log-level debug"));
}

TEST(RouterArgv, HasNoneOfTheServersSettings) {
  Job job = router_job();
  job.environment["DECODE_MTP_SIZE"] = "3";
  job.environment["DECODE_ENABLE_DP"] = "1";
  job.environment["EXTRA_SERVER_ARGS"] = "--level 3";
  EXPECT_EQ(job.run().argv(), router_job().run().argv());
}

TEST(RouterBinary, IsTheFirstThatIsThereAndIsNotThisProgram) {
  Job job = router_job();
  job.host.router = {candidate("/usr/bin/atomesh", true, true), candidate("/a/atomesh", false),
                     candidate("/b/atomesh", true), candidate("/c/atomesh", true)};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.argv().front(), "/b/atomesh");
}

TEST(RouterBinary, ThatWasAskedForIsNotReplacedSilently) {
  Job job = router_job();
  const Origin asked{Layer::command_line, label("--router-bin"), "--router-bin", {}};
  job.host.router = {{"/usr/bin/atomesh", asked, true, true}, candidate("/b/atomesh", true)};
  const Outcome outcome = job.run();
  EXPECT_EQ(
      outcome.report,
      R"(--router-bin: warning: /usr/bin/atomesh is this launcher and not the router, which is also called atomesh: passed over [router-skipped]
    hint: give the router's path with --router-bin or ATOMESH_ROUTER_BIN
)");
  EXPECT_EQ(outcome.argv().front(), "/b/atomesh");
}

TEST(RouterBinary, ThatIsNotThereIsAWarning) {
  Job job = router_job();
  job.host.router = {candidate("/usr/bin/atomesh", true, true), candidate("/a/atomesh", false)};
  const Outcome outcome = job.run();
  EXPECT_EQ(
      outcome.report,
      R"(built-in: warning: the router's binary was not found: /usr/bin/atomesh (this program), /a/atomesh (not there) [router-not-found]
    hint: give the router's path with --router-bin or ATOMESH_ROUTER_BIN
)");
  EXPECT_EQ(outcome.argv().front(), "/a/atomesh");
}

TEST(RouterBinary, ThatIsThisProgramIsAnError) {
  Job job = router_job();
  job.host.router = {candidate("/usr/bin/atomesh", true, true)};
  const Outcome outcome = job.run();
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(
      outcome.report,
      R"(--router-bin: error: the router is also called atomesh, and every candidate is this program: /usr/bin/atomesh (this program) [router-is-self]
    hint: give the router's path with --router-bin or ATOMESH_ROUTER_BIN
)");
}

TEST(RouterGuard, IsExportedAndStopsALoop) {
  Job job = router_job();
  EXPECT_EQ(job.run().env("ATOMESH_ROUTER_GUARD"), "1");
  job.environment["ATOMESH_ROUTER_GUARD"] = "1";
  const Outcome outcome = job.run();
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(
      outcome.report,
      R"(env ATOMESH_ROUTER_GUARD: error: atomesh was started by atomesh in place of the router, whose binary has the same name [router-loop]
    hint: give the router's path with --router-bin or ATOMESH_ROUTER_BIN
)");
}

TEST(RouterGuard, DoesNotConcernServers) {
  Job job = job_of(Role::decode);
  EXPECT_EQ(job.run().env("ATOMESH_ROUTER_GUARD"), "-");
  job.environment["ATOMESH_ROUTER_GUARD"] = "1";
  EXPECT_TRUE(job.run().plan);
}

TEST(Router, NeedsWorkersOfBothRolesAndTheirAddresses) {
  Job job = router_job();
  job.environment = {{"xP", "0"}, {"IPADDRS", "192.0.2.1"}};
  EXPECT_EQ(job.run().report, R"(env xP: error: the router needs a prefill worker, and this job has none [no-workers]
)");
  job.environment = {};
  job.request.host_ip = "192.0.2.1";
  EXPECT_EQ(job.run().report, R"(env IPADDRS: error: the router needs the address of every worker [too-few-addresses]
    hint: set IPADDRS or --ips to 2 addresses in order of rank, separated by commas
)");
}

TEST(Router, IsOnRank0) {
  Job job = router_job();
  job.request.rank = 1;
  EXPECT_EQ(job.run().report, R"(--rank: error: rank 1 is not a router in this job [role-rank]
    hint: 2P1D: prefill is ranks 0 to 1, decode rank 2; the router is rank 0
)");
}

}  // namespace
}  // namespace atomesh::test
