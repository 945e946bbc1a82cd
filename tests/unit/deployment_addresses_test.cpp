// SPEC section 4: the addresses of all ranks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "deployment_fixture.hpp"

namespace atomesh::test {
namespace {

using Names = std::vector<std::string>;

Names addresses(const Environment& environment) {
  const Resolved resolved = resolve_environment(environment);
  EXPECT_EQ(resolved.report, "");
  return resolved.deployment->addresses;
}

TEST(Addresses, AreIpaddrsElseTheHostListOfTheJob) {
  EXPECT_EQ(addresses({}), Names{});
  EXPECT_EQ(addresses({{"IPADDRS", "192.0.2.1, 192.0.2.2"}}), (Names{"192.0.2.1", "192.0.2.2"}));
  EXPECT_EQ(addresses({{"SLURM_JOB_NODELIST", "node-[1-2]"}}), (Names{"node-1", "node-2"}));
  EXPECT_EQ(addresses({{"IPADDRS", "192.0.2.1,192.0.2.2"}, {"SLURM_JOB_NODELIST", "node-[1-2]"}}),
            (Names{"192.0.2.1", "192.0.2.2"}));
  EXPECT_EQ(addresses({{"IPADDRS", ""}, {"SLURM_JOB_NODELIST", "node-[1-2]"}}), (Names{"node-1", "node-2"}));
}

TEST(Addresses, OfTheCommandLineWin) {
  Request request;
  request.addresses = "192.0.2.3,192.0.2.4";
  const Resolved resolved = resolve_deployment_of(request, {{"IPADDRS", "192.0.2.1,192.0.2.2"}});
  EXPECT_EQ(resolved.deployment->addresses, (Names{"192.0.2.3", "192.0.2.4"}));
  EXPECT_EQ(describe(resolved.deployment->addresses_origin.where), "--ips");
}

TEST(Addresses, AShortHostListIsAnInteractiveShellNotAFault) {
  EXPECT_EQ(addresses({{"SLURM_JOB_NODELIST", "node-1"}}), Names{});
  EXPECT_EQ(addresses({{"SLURM_JOB_NODELIST", "node-[1-3]"}}), (Names{"node-1", "node-2", "node-3"}));
}

struct Case {
  std::string name;
  Environment environment;
  std::string message;
};

TEST(Addresses, FaultsAreErrors) {
  const std::vector<Case> cases = {
      {"empty", {{"IPADDRS", "192.0.2.1,"}}, R"(env IPADDRS: error: the address of rank 1 is empty [bad-address]
    hint: give one host name or IP address a node, separated by commas
)"},
      {"malformed",
       {{"IPADDRS", "http://192.0.2.1,192.0.2.2"}},
       R"(env IPADDRS: error: 'http://192.0.2.1' of rank 0 is not an address [bad-address]
    hint: give one host name or IP address a node, separated by commas
)"},
      {"blanks are no separators",
       {{"IPADDRS", "192.0.2.1 192.0.2.2"}},
       R"(env IPADDRS: error: '192.0.2.1 192.0.2.2' of rank 0 is not an address [bad-address]
    hint: give one host name or IP address a node, separated by commas
env IPADDRS: error: 1 addresses for 2 nodes (1P1D) [too-few-addresses]
    hint: give one address a node, in order of rank
)"},
      {"too few",
       {{"IPADDRS", "192.0.2.1,192.0.2.2"}, {"xP", "2"}},
       R"(env IPADDRS: error: 2 addresses for 3 nodes (2P1D) [too-few-addresses]
    hint: give one address a node, in order of rank
)"},
      {"no host list",
       {{"SLURM_JOB_NODELIST", "node-[1-"}},
       R"(env SLURM_JOB_NODELIST: error: 'node-[1-' is not a SLURM host list [bad-address]
    hint: set IPADDRS or --ips to the addresses instead
)"},
  };
  for (const Case& test : cases) {
    const Resolved resolved = resolve_environment(test.environment);
    EXPECT_EQ(resolved.report, test.message) << test.name;
    EXPECT_FALSE(resolved.deployment) << test.name;
  }
}

TEST(Addresses, DoubtsAreWarnings) {
  const std::vector<Case> cases = {
      {"surplus",
       {{"IPADDRS", "192.0.2.1,192.0.2.2,192.0.2.3"}},
       R"(env IPADDRS: warning: 3 addresses for 2 nodes: the last 1 are not used [surplus-addresses]
    hint: the job is 1P1D; is xP or yD right?
)"},
      {"one address twice",
       {{"IPADDRS", "192.0.2.1,192.0.2.1"}},
       R"(env IPADDRS: warning: 192.0.2.1 is the address of rank 0 and of rank 1 [same-address]
    hint: workers of one host need different ports: give each node its own address
)"},
      {"another first node",
       {{"IPADDRS", "192.0.2.1,192.0.2.2"}, {"NODE0_ADDR", "192.0.2.2"}},
       R"(env NODE0_ADDR: warning: 192.0.2.2 is not the first address, 192.0.2.1 [node0-address]
    hint: rank 0 is the first of IPADDRS
)"},
      {"the same first node", {{"IPADDRS", "192.0.2.1,192.0.2.2"}, {"NODE0_ADDR", "192.0.2.1"}}, ""},
      {"names are not compared with numbers", {{"SLURM_JOB_NODELIST", "node-[1-2]"}, {"NODE0_ADDR", "192.0.2.1"}}, ""},
  };
  for (const Case& test : cases) {
    const Resolved resolved = resolve_environment(test.environment);
    EXPECT_EQ(resolved.report, test.message) << test.name;
    EXPECT_TRUE(resolved.deployment) << test.name;
  }
}

}  // namespace
}  // namespace atomesh::test
