// SPEC section 4: rank, role and addresses.
#include "atomesh/topology.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

std::string identity(std::optional<Role> asked, std::optional<int> rank, int prefill, int decode,
                     Layout layout = Layout::multi_node, std::optional<int> worker = {}) {
  Diagnostics diagnostics;
  const auto slot = [](std::optional<int> value, const char* name) -> Slot<int> {
    if (!value) return {};
    return Setting<int>{*value, {Layer::environment, label(fmt::format("env {}", name)), name, {}}, ""};
  };
  const Placement placement = place_workers(layout, {prefill, decode, 1, 1});
  const auto found = identify({asked, slot(rank, "NODE_RANK"), slot(worker, "ATOMESH_WORKER")}, placement, diagnostics);
  EXPECT_EQ(found.has_value(), !diagnostics.has_errors());
  if (!found) return test::report(diagnostics);
  if (found->role == Role::router) return fmt::format("router on {}", found->rank);
  return fmt::format("{} on {}", name_of(found->worker), found->rank);
}

TEST(Identity, RoleFollowsFromTheRank) {
  EXPECT_EQ(identity({}, 0, 2, 1), "prefill-0 on 0");
  EXPECT_EQ(identity({}, 1, 2, 1), "prefill-1 on 1");
  EXPECT_EQ(identity({}, 2, 2, 1), "decode-2 on 2");
  EXPECT_EQ(identity(Role::decode, 2, 2, 1), "decode-2 on 2");
  EXPECT_EQ(identity(Role::prefill, 1, 2, 1), "prefill-1 on 1");
}

TEST(Identity, RouterIsOnRank0) {
  EXPECT_EQ(identity(Role::router, 0, 2, 1), "router on 0");
  EXPECT_EQ(identity(Role::router, {}, 2, 1), "router on 0");
  EXPECT_EQ(identity(Role::router, 1, 2, 1), R"(env NODE_RANK: error: rank 1 is not a router in this job [role-rank]
    hint: 2P1D: prefill is ranks 0 to 1, decode rank 2; the router is rank 0
)");
}

TEST(Identity, RankFollowsFromARoleWithOneWorker) {
  EXPECT_EQ(identity(Role::decode, {}, 1, 1), "decode-1 on 1");
  EXPECT_EQ(identity(Role::decode, {}, 2, 1), "decode-2 on 2");
  EXPECT_EQ(identity(Role::prefill, {}, 1, 3), "prefill-0 on 0");
}

TEST(Identity, OneNodeNeedsNoRank) {
  EXPECT_EQ(identity({}, {}, 1, 0), "prefill-0 on 0");
  EXPECT_EQ(identity({}, {}, 0, 1), "decode-0 on 0");
}

TEST(Identity, NobodyBecomesRank0ByDefault) {
  EXPECT_EQ(identity({}, {}, 1, 1),
            R"(env NODE_RANK: error: the rank of this node is not known, in a job of 2 nodes [rank-unset]
    hint: set NODE_RANK or --rank, or start it with srun, which sets SLURM_PROCID; 1P1D: prefill is rank 0, decode rank 1
)");
  EXPECT_EQ(identity(Role::prefill, {}, 2, 1),
            R"(env NODE_RANK: error: the rank of this node is not known, in a job of 3 nodes [rank-unset]
    hint: set NODE_RANK or --rank, or start it with srun, which sets SLURM_PROCID; 2P1D: prefill is ranks 0 to 1, decode rank 2
)");
}

TEST(Identity, OfANodeWithSeveralWorkersTakesRoleOrNumber) {
  constexpr Layout one = Layout::single_node;
  EXPECT_EQ(identity(Role::decode, {}, 1, 1, one), "decode-1 on 0");
  EXPECT_EQ(identity(Role::router, {}, 2, 2, one), "router on 0");
  EXPECT_EQ(identity({}, {}, 2, 1, one, 1), "prefill-1 on 0");
  EXPECT_EQ(identity(Role::prefill, 0, 2, 1, one, 1), "prefill-1 on 0");
  EXPECT_EQ(identity({}, {}, 2, 2, Layout::prefill_single_node, 3), "decode-3 on 2");
  EXPECT_EQ(identity({}, 1, 2, 2, Layout::prefill_single_node), "decode-2 on 1");
  EXPECT_EQ(identity(Role::router, 0, 2, 1, one, 1), "router on 0") << "the router is no worker";
  EXPECT_EQ(identity({}, {}, 1, 1, one),
            R"(env ATOMESH_WORKER: error: rank 0 hosts prefill-0, decode-1: which of them is meant? [worker-unset]
    hint: set --worker or ATOMESH_WORKER to the number in its name, such as 0; run-node runs all of them
)");
  EXPECT_EQ(identity(Role::decode, {}, 1, 2, Layout::decode_single_node),
            R"(env ATOMESH_WORKER: error: rank 1 hosts decode-1, decode-2: which of them is meant? [worker-unset]
    hint: set --worker or ATOMESH_WORKER to the number in its name, such as 1; run-node runs all of them
)");
}

TEST(Identity, OfANodeDoesNotChooseAmongItsWorkers) {
  const auto node = [](std::optional<Role> role, Layout layout) {
    Diagnostics diagnostics;
    return identify_node({role, {}, {}}, place_workers(layout, {2, 2, 1, 1}), diagnostics);
  };
  EXPECT_EQ(node({}, Layout::single_node), 0);
  EXPECT_EQ(node(Role::prefill, Layout::prefill_single_node), 0);
  EXPECT_EQ(node(Role::decode, Layout::decode_single_node), 2);
  EXPECT_EQ(node(Role::decode, Layout::prefill_single_node), std::nullopt);
  EXPECT_EQ(node({}, Layout::prefill_single_node), std::nullopt);
}

TEST(Identity, OfAWorkerGivesTheRank) {
  EXPECT_EQ(identity({}, {}, 2, 1, Layout::multi_node, 2), "decode-2 on 2");
  EXPECT_EQ(identity({}, {}, 1, 1, Layout::single_node, 2),
            R"(env ATOMESH_WORKER: error: worker 2 is outside of the job of 2 workers [worker-range]
    hint: workers are counted from 0: prefill, then decode
)");
  EXPECT_EQ(identity({}, 0, 1, 1, Layout::multi_node, 1),
            R"(env ATOMESH_WORKER: error: decode-1 is on rank 1, and this is rank 0 [worker-rank]
    hint: 1P1D: prefill is rank 0, decode rank 1
)");
  EXPECT_EQ(identity(Role::prefill, {}, 1, 1, Layout::single_node, 1),
            R"(env ATOMESH_WORKER: error: worker 1 is not a prefill in this job [role-rank]
    hint: workers are counted over both roles: prefill, then decode
)");
  EXPECT_EQ(identity({}, 1, 1, 1, Layout::single_node),
            R"(env NODE_RANK: error: rank 1 is outside of the job of 1 node [rank-range]
    hint: 1P1D, single-node: prefill is rank 0, decode rank 0
)");
}

TEST(Identity, RankIsInTheJob) {
  EXPECT_EQ(identity({}, 3, 2, 1), R"(env NODE_RANK: error: rank 3 is outside of the job of 3 nodes [rank-range]
    hint: 2P1D: prefill is ranks 0 to 1, decode rank 2
)");
  EXPECT_EQ(identity(Role::prefill, -1, 1, 1),
            R"(env NODE_RANK: error: rank -1 is outside of the job of 2 nodes [rank-range]
    hint: 1P1D: prefill is rank 0, decode rank 1
)");
}

TEST(Identity, RoleThatContradictsTheRankIsAnError) {
  EXPECT_EQ(identity(Role::decode, 0, 1, 1), R"(env NODE_RANK: error: rank 0 is not a decode in this job [role-rank]
    hint: 1P1D: prefill is rank 0, decode rank 1; the router is rank 0
)");
  EXPECT_EQ(identity(Role::prefill, 2, 2, 2), R"(env NODE_RANK: error: rank 2 is not a prefill in this job [role-rank]
    hint: 2P2D: prefill is ranks 0 to 1, decode ranks 2 to 3; the router is rank 0
)");
  EXPECT_EQ(identity(Role::decode, {}, 1, 0), R"(--role: error: this job has no decode worker [role-rank]
    hint: 1P0D: prefill is rank 0, decode no rank
)");
}

using Names = std::vector<std::string>;

TEST(HostList, IsExpandedInOrderWithItsPadding) {
  struct Case {
    std::string list;
    Names names;
  };
  const std::vector<Case> cases = {
      {"node-a", {"node-a"}},
      {"node-b,node-a", {"node-b", "node-a"}},
      {"n[1-3]", {"n1", "n2", "n3"}},
      {"n[001-003,7]", {"n001", "n002", "n003", "n7"}},
      {"n[08-11]", {"n08", "n09", "n10", "n11"}},
      {"n[8-11]", {"n8", "n9", "n10", "n11"}},
      {"n[3,1]", {"n3", "n1"}},
      {"n[1-2],login,m[5]", {"n1", "n2", "login", "m5"}},
      {"r[0-1]-n[0-1].site", {"r0-n0.site", "r0-n1.site", "r1-n0.site", "r1-n1.site"}},
      {"192.0.2.[1-2]", {"192.0.2.1", "192.0.2.2"}},
  };
  for (const Case& test : cases) EXPECT_EQ(expand_host_list(test.list), test.names) << test.list;
}

TEST(HostList, ThatIsNoneGivesNothing) {
  for (const std::string_view list :
       {"",      ",",      "n1,",    ",n1",   "n[",     "n[1-3", "n]",       "n1]",      "n[]", "n[1-]",
        "n[-3]", "n[3-1]", "n[a-c]", "n[1,]", "n[[1]]", "n 1",   "n[1-3]x]", "n[1-2-3]", "-n",  "n;1"}) {
    EXPECT_FALSE(expand_host_list(list)) << list;
  }
}

TEST(HostList, IsBounded) {
  EXPECT_EQ(expand_host_list("n[1-65536]")->size(), 65536U);
  EXPECT_FALSE(expand_host_list("n[0-65536]"));
  EXPECT_FALSE(expand_host_list("n[0-999999999]"));
  EXPECT_FALSE(expand_host_list("n[0-99999999999999999999]"));
  EXPECT_FALSE(expand_host_list("n[0-999][0-999]"));
  EXPECT_FALSE(expand_host_list("n[1-65535],a,b"));
}

TEST(Address, LoopbackAndUnspecifiedAreKnown) {
  for (const std::string_view yes : {"127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1", "localhost", "LocalHost",
                                     "localhost.localdomain", "ip6-localhost", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(is_loopback(yes)) << yes;
  }
  for (const std::string_view no : {"192.0.2.1", "128.0.0.1", "10.127.0.1", "localhosts", "2001:db8::1", ""}) {
    EXPECT_FALSE(is_loopback(no)) << no;
  }
  for (const std::string_view yes : {"0.0.0.0", "::", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0"})
    EXPECT_TRUE(is_unspecified(yes)) << yes;
  for (const std::string_view no : {"192.0.2.1", "10.0.0.0", "::1"}) EXPECT_FALSE(is_unspecified(no)) << no;
}

TEST(Address, IsAHostsNameOrNumber) {
  for (const std::string_view yes : {"node-a", "n1", "1.node", "192.0.2.1", "2001:db8::1", "fe80::1%eth0", "a_b.c"}) {
    EXPECT_TRUE(is_address(yes)) << yes;
  }
  for (const std::string_view no : {"", " ", "a b", "http://a", "a/b", "user@a", "-x", "a,b", "a\n", "\xC3\xA9",
                                    // what a resolver would read as a number, and no host's numbers
                                    "256.0.0.1", "010.0.0.1", "0x7f000001", "2130706433", "1.2", "192.0.2.1:80", "::g",
                                    "224.0.0.1", "255.255.255.255"}) {
    EXPECT_FALSE(is_address(no)) << no;
  }
}

TEST(Url, HasBracketsAroundIpv6) {
  EXPECT_EQ(http_url("192.0.2.1", 8010), "http://192.0.2.1:8010");
  EXPECT_EQ(http_url("node-a", 80), "http://node-a:80");
  EXPECT_EQ(http_url("2001:db8::1", 8020), "http://[2001:db8::1]:8020");
}

TEST(Modes, FollowFromTheTwoSwitches) {
  EXPECT_EQ(to_string(mode_of(false, false)), "tp");
  EXPECT_EQ(to_string(mode_of(true, false)), "tp+dpa");
  EXPECT_EQ(to_string(mode_of(true, true)), "ep+dpa");
  EXPECT_EQ(to_string(mode_of(false, true)), "ep");
}

TEST(Roles, AreNamedAlike) {
  for (const Role role : {Role::prefill, Role::decode, Role::router}) EXPECT_EQ(parse_role(to_string(role)), role);
  for (const std::string_view no : {"", "auto", "Decode", "prefill "}) EXPECT_FALSE(parse_role(no)) << no;
}

}  // namespace
}  // namespace atomesh
