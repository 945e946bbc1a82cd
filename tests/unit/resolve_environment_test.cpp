// SPEC section 5: what a plan adds to the environment.
#include <gtest/gtest.h>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

std::string listed(const Outcome& outcome) {
  std::string text;
  for (const EnvChange& change : outcome.plan ? outcome.plan->env : std::vector<EnvChange>{}) {
    text += change.name + "=" + change.value + "\n";
  }
  return text;
}

const Environment quiet = {{"PYTHONUNBUFFERED", "1"},     {"PYTHONDONTWRITEBYTECODE", "1"},
                           {"SAFETENSORS_FAST_GPU", "1"}, {"VLLM_LOG_LEVEL", "DEBUG"},
                           {"ATOM_LOG_LEVEL", "INFO"},    {"AITER_LOG_LEVEL", "INFO"},
                           {"LOG_LEVEL", "INFO"},         {"LOGLEVEL", "INFO"}};

/// A decode worker in an environment where only ATOM_HOST_IP is left to add.
Job quiet_job(std::string models = "Tiny: {}\n") {
  Job job = job_of(Role::decode);
  job.environment = quiet;
  job.models = std::move(models);
  return job;
}

TEST(Environment, DefaultsAreAdded) {
  EXPECT_EQ(listed(job_of(Role::decode).run()),
            "AITER_LOG_LEVEL=WARNING\nATOM_HOST_IP=192.0.2.2\nATOM_LOG_LEVEL=WARNING\nLOGLEVEL=WARNING\n"
            "LOG_LEVEL=WARNING\nPYTHONDONTWRITEBYTECODE=1\nPYTHONUNBUFFERED=1\nSAFETENSORS_FAST_GPU=1\n"
            "VLLM_LOG_LEVEL=WARNING\n");
}

TEST(Environment, DefaultsDoNotReplaceWhatIsSet) {
  const Outcome outcome = quiet_job().run();
  EXPECT_EQ(listed(outcome), "ATOM_HOST_IP=192.0.2.2\n");
  EXPECT_EQ(outcome.report, "");
}

TEST(Environment, AnEmptyVariableIsNotSet) {
  Job job = quiet_job();
  job.environment["LOG_LEVEL"] = "";
  EXPECT_EQ(listed(job.run()), "ATOM_HOST_IP=192.0.2.2\nLOG_LEVEL=WARNING\n");
}

TEST(Environment, ThatIsTheSameIsNoChange) {
  Job job = quiet_job("Tiny: {env: {A: 1}}\n");
  job.environment["A"] = "1";
  job.environment["ATOM_HOST_IP"] = "192.0.2.2";
  const Outcome outcome = job.run();
  EXPECT_EQ(listed(outcome), "");
  EXPECT_EQ(outcome.report, "");
}

TEST(Environment, ModeEnvIsOfItsModeAndWinsOverEnv) {
  const std::string models = R"(Tiny:
  env: {A: all, B: all}
  tp_dp_env: {B: tp, C: tp}
  ep_dp_env: {B: ep, D: ep}
  tp_dp_flags: [--x]
  ep_dp_flags: [--x]
  ep_flags: [--x]
)";
  struct Case {
    bool dpa, ep;
    std::string expected;
  };
  const std::vector<Case> cases = {{false, false, "A=all\nATOM_HOST_IP=192.0.2.2\nB=all\n"},
                                   {true, false, "A=all\nATOM_HOST_IP=192.0.2.2\nB=tp\nC=tp\n"},
                                   {true, true, "A=all\nATOM_HOST_IP=192.0.2.2\nB=ep\nD=ep\n"},
                                   {false, true, "A=all\nATOM_HOST_IP=192.0.2.2\nB=all\n"}};
  for (const Case& test : cases) {
    Job job = quiet_job(models);
    job.request.decode = {{}, test.dpa, test.ep};
    job.request.prefill = {{}, !test.dpa, !test.ep};
    const Outcome outcome = job.run();
    EXPECT_EQ(listed(outcome), test.expected);
    EXPECT_EQ(outcome.report, "");
  }
}

TEST(Environment, OfTheModelWinsOverTheInheritedWithAWarning) {
  Job job = quiet_job("Tiny: {env: {A: new}}\n");
  job.environment["A"] = "old";
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.env("A"), "new");
  EXPECT_EQ(outcome.report, R"(m.yaml:1:14: warning: A=new replaces A=old of the environment [env-changed]
    Tiny: {env: {A: new}}
                 ^
    hint: to keep that one, use --env A=old
)");
}

TEST(Environment, WarnsOfTheValueThatReachesTheServerOnly) {
  Job job = quiet_job("Tiny:\n  tp_dp_flags: [--x]\n  env: {A: all}\n  tp_dp_env: {A: tp}\n");
  job.request.both.dp_attention = true;
  job.environment["A"] = "tp";
  EXPECT_EQ(job.run().report, "");
  job.environment["A"] = "old";
  EXPECT_EQ(job.run().report, R"(m.yaml:4:15: warning: A=tp replaces A=old of the environment [env-changed]
      tp_dp_env: {A: tp}
                  ^
    hint: to keep that one, use --env A=old
)");
}

TEST(Environment, SecretsAreNotShown) {
  Job job = quiet_job("Tiny:\n  env:\n    A_TOKEN: new\n");
  job.environment["A_TOKEN"] = "old";
  EXPECT_EQ(job.run().report, R"(m.yaml:3:5: warning: A_TOKEN=*** replaces A_TOKEN=*** of the environment [env-changed]
        A_TOKEN: ***
        ^~~~~~~
    hint: to keep that one, use --env A_TOKEN=***
)");
}

TEST(Environment, PlaceholdersAreExpanded) {
  const Outcome outcome = quiet_job("Tiny: {env: {A: '${ROLE} ${RANK} $$ $B'}}\n").run();
  EXPECT_EQ(outcome.env("A"), "decode 1 $ $B");
}

TEST(LibraryPath, BeginsWithWhatIsThereAndHasNoEmptyElement) {
  struct Case {
    std::vector<std::string> dirs;
    std::string inherited, path;
  };
  const std::vector<Case> cases = {
      {{}, "", "-"},
      {{}, "/a:/b", "-"},
      {{}, "/a::/b:", "/a:/b"},
      {{}, ":", "-"},
      {{"/opt/m", "/opt/rocm/lib"}, "", "/opt/m:/opt/rocm/lib"},
      {{"/opt/rocm/lib"}, "/a:/b", "/opt/rocm/lib:/a:/b"},
      {{"/opt/rocm/lib"}, ":/a:", "/opt/rocm/lib:/a"},
  };
  for (const Case& test : cases) {
    Job job = quiet_job();
    job.host.library_dirs = test.dirs;
    job.environment["LD_LIBRARY_PATH"] = test.inherited;
    EXPECT_EQ(job.run().env("LD_LIBRARY_PATH"), test.path) << test.inherited;
  }
}

TEST(LibraryPath, StandsBeforeTheModels) {
  Job bare = quiet_job("Tiny: {}\n");
  bare.host.library_dirs.clear();
  bare.environment["LD_LIBRARY_PATH"] = ":";  // empty elements only, each the current directory
  const Outcome outcome = bare.run();
  ASSERT_EQ(outcome.plan->unset_env.size(), 1U);
  EXPECT_EQ(outcome.plan->unset_env.front().name, "LD_LIBRARY_PATH");
  EXPECT_EQ(outcome.env("LD_LIBRARY_PATH"), "-");

  Job job = quiet_job("Tiny: {env: {LD_LIBRARY_PATH: '/m:'}}\n");
  job.host.library_dirs = {"/opt/rocm/lib"};
  EXPECT_EQ(job.run().env("LD_LIBRARY_PATH"), "/opt/rocm/lib:/m");
}

TEST(EnvOptions, BeatAll) {
  Job job = quiet_job("Tiny: {env: {A: model, B: model}}\n");
  job.environment["C"] = "inherited";
  job.request.env = {"A=option", "E=a=b", "F=", "ATOM_HOST_IP=192.0.2.77", "LOG_LEVEL=DEBUG"};
  job.request.unset_env = {"B", "C", "PYTHONUNBUFFERED"};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(listed(outcome), "A=option\nATOM_HOST_IP=192.0.2.77\nE=a=b\nF=\nLOG_LEVEL=DEBUG\n");
  std::string unset;
  for (const EnvRemoval& removal : outcome.plan->unset_env) unset += removal.name + " ";
  EXPECT_EQ(unset, "B C PYTHONUNBUFFERED ");
}

TEST(EnvOptions, AreNotExpanded) {
  Job job = quiet_job();
  job.request.env = {"A=${RANK} $$"};
  EXPECT_EQ(job.run().env("A"), "${RANK} $$");
}

TEST(Environment, OfTheRouterHasNothingOfAModel) {
  Job job = quiet_job("Tiny: {env: {A: 1}}\n");
  job.request.role = Role::router;
  job.environment["IPADDRS"] = "192.0.2.1,192.0.2.2";
  job.request.host_ip = "";
  job.host.router = {{"/opt/router/atomesh", built_in("router"), true, false}};
  EXPECT_EQ(listed(job.run()), "ATOMESH_ROUTER_GUARD=1\nATOM_HOST_IP=192.0.2.1\n");
}

TEST(Environment, ChangesKnowTheirOriginAndWhatTheyShadow) {
  Job job = quiet_job("Tiny: {env: {A: new}}\n");
  job.environment["A"] = "old";
  const Outcome outcome = job.run();
  const EnvChange& change = outcome.plan->env.front();
  EXPECT_EQ(describe(change.origin.where), "m.yaml:1:14");
  EXPECT_EQ(describe(change.origin.shadowed.at(0).where) + "=" + change.origin.shadowed[0].value, "env A=old");
}

}  // namespace
}  // namespace atomesh::test
