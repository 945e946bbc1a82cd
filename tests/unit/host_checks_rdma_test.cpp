#include "host_checks/parts.hpp"
#include "host_checks/rdma_ports.hpp"
#include "host_checks_fixture.hpp"

namespace atomesh::test {
namespace {

constexpr auto zero = "0000:0000:0000:0000:0000:0000:0000:0000";
constexpr auto local = "fe80:0000:0000:0000:0000:00ff:fe00:0001";
constexpr auto mapped = "0000:0000:0000:0000:0000:ffff:c000:0201";  // 192.0.2.1
constexpr auto global = "2001:0db8:0000:0000:0000:0000:0000:0001";

class HostRdma : public HostChecks {
 protected:
  using Gids = std::vector<std::string>;

  void write_port(const std::string& name, const Gids& gids, const std::string& state = "4: ACTIVE",
                  const std::string& link_layer = "Ethernet") const {
    const std::string port = "sys/class/infiniband/" + name + "/ports/1/";
    write(port + "state", state + "\n");
    write(port + "link_layer", link_layer + "\n");
    for (std::size_t i = 0; i < gids.size(); ++i) write(fmt::format("{}gids/{}", port, i), gids[i] + "\n");
  }
  void write_types(const std::string& name, const Gids& types) const {
    for (std::size_t i = 0; i < types.size(); ++i) {
      write(fmt::format("sys/class/infiniband/{}/ports/1/gid_attrs/types/{}", name, i), types[i] + "\n");
    }
  }
  std::string rdma(const std::string& index = "") {
    if (!index.empty()) input_.environment["MC_GID_INDEX"] = index;
    return say([this](Diagnostics& d) { host_checks::check_rdma(plan_, input_, d); });
  }
};

TEST_F(HostRdma, NoDevice) {
  EXPECT_EQ(rdma(),
            "T/sys/class/infiniband: warning: there is no RDMA device [host-rdma]\n    hint: are the drivers of the "
            "network cards loaded, and the devices given to this container?\n");
}

TEST_F(HostRdma, NoActivePort) {
  write_port("mlx5_10", {global}, "2: INIT");
  write_port("mlx5_2", {global}, "1: DOWN");
  EXPECT_EQ(rdma(),
            "T/sys/class/infiniband: warning: no RDMA port is active: mlx5_2 port 1 is DOWN, mlx5_10 port 1 is INIT "
            "[host-rdma]\n    hint: is the cable in, and its network interface up?\n");
}

TEST_F(HostRdma, ARoutableGid0IsGood) {
  write_port("mlx5_0", {global, local});
  write_port("mlx5_1", {local}, "1: DOWN");
  EXPECT_EQ(rdma(), "");
}

TEST_F(HostRdma, TheIndexToSetIsNamed) {
  write_port("mlx5_0", {local, zero, mapped});
  EXPECT_EQ(rdma(),
            "env MC_GID_INDEX: warning: GID 0 is not routable on mlx5_0 port 1 (link-local fe80::ff:fe00:1) "
            "[host-gid]\n    hint: set MC_GID_INDEX=2: ::ffff:192.0.2.1 on mlx5_0 port 1\n");
}

TEST_F(HostRdma, AnIndexThatIsSetIsJudged) {
  write_port("mlx5_0", {local, zero, mapped, global});
  EXPECT_EQ(rdma("2"), "");
  EXPECT_EQ(rdma("3"), "");
  constexpr auto hint = "    hint: set MC_GID_INDEX=2: ::ffff:192.0.2.1 on mlx5_0 port 1\n";
  EXPECT_EQ(
      rdma("1"),
      std::string("env MC_GID_INDEX: warning: GID 1 is not routable on mlx5_0 port 1 (empty) [host-gid]\n") + hint);
  EXPECT_EQ(
      rdma("9"),
      std::string("env MC_GID_INDEX: warning: GID 9 is not routable on mlx5_0 port 1 (empty) [host-gid]\n") + hint);
  EXPECT_EQ(rdma("0"), std::string("env MC_GID_INDEX: warning: GID 0 is not routable on mlx5_0 port 1 (link-local "
                                   "fe80::ff:fe00:1) [host-gid]\n") +
                           hint);
  for (const char* text : {"two", "-1", "4294967298"}) {
    EXPECT_EQ(rdma(text), fmt::format("env MC_GID_INDEX: warning: MC_GID_INDEX takes the number of a GID, not '{}' "
                                      "[host-gid]\n{}",
                                      text, hint));
  }
}

TEST_F(HostRdma, AnIndexOfThePlanIsNamedAtItsPlace) {
  write_port("mlx5_0", {local, mapped});
  plan_.env = {{"MC_GID_INDEX", "0", {Layer::models, label("the model's env"), "env", {}}}};
  EXPECT_TRUE(rdma("0").starts_with("the model's env: warning: GID 0 is not routable")) << rdma("0");
}

TEST_F(HostRdma, RoceVersion1IsNotRouted) {
  write_port("mlx5_0", {local, local, mapped, mapped});
  write_types("mlx5_0", {"IB/RoCE v1", "RoCE v2", "IB/RoCE v1", "RoCE v2"});
  EXPECT_EQ(rdma("2"),
            "env MC_GID_INDEX: warning: GID 2 is not routable on mlx5_0 port 1 (RoCE v1 ::ffff:192.0.2.1) "
            "[host-gid]\n    hint: set MC_GID_INDEX=3: ::ffff:192.0.2.1 on mlx5_0 port 1\n");
}

TEST_F(HostRdma, OneIndexForAllPorts) {
  write_port("bnxt_re0", {local, mapped, global});
  write_port("bnxt_re1", {local, zero, global});
  EXPECT_EQ(
      rdma(),
      "env MC_GID_INDEX: warning: GID 0 is not routable on bnxt_re0 port 1 (link-local fe80::ff:fe00:1), bnxt_re1 "
      "port 1 (link-local fe80::ff:fe00:1) [host-gid]\n    hint: set MC_GID_INDEX=2: 2001:db8::1 on bnxt_re0 port "
      "1, 2001:db8::1 on bnxt_re1 port 1\n");
}

TEST_F(HostRdma, NoIndexForAllPorts) {
  write_port("bnxt_re0", {local, mapped});
  write_port("bnxt_re1", {local, zero, global});
  EXPECT_EQ(
      rdma("1"),
      "env MC_GID_INDEX: warning: GID 1 is not routable on bnxt_re1 port 1 (empty) [host-gid]\n    hint: no index "
      "is routable on all ports: 1 on bnxt_re0 port 1 (::ffff:192.0.2.1), 2 on bnxt_re1 port 1 (2001:db8::1); "
      "leave ports out until one is\n");
}

TEST_F(HostRdma, APortWithoutARoutableGid) {
  write_port("mlx5_0", {local, zero});
  write_port("mlx5_1", {local, mapped});
  EXPECT_EQ(rdma("1"),
            "T/sys/class/infiniband: warning: no GID that other nodes can reach on mlx5_0 port 1 [host-gid]\n    hint: "
            "give the network interface of each an IP address\n");
}

TEST_F(HostRdma, InfinibandGidsAreLinkLocalByNature) {
  write_port("mlx5_0", {local}, "4: ACTIVE", "InfiniBand");
  EXPECT_EQ(rdma(), "");
}

TEST_F(HostRdma, TheTableOfAPort) {
  write_port("mlx5_0", {local, zero, "not a GID", mapped, zero, zero, zero, zero, zero, zero, global});
  const auto ports = host_checks::read_rdma_ports(at("sys/class/infiniband"));
  ASSERT_EQ(ports.size(), 1U);
  ASSERT_EQ(ports[0].gids.size(), 3U);
  EXPECT_EQ(ports[0].gids[2].index, 10);
  EXPECT_EQ(ports[0].find(1), nullptr);
  ASSERT_NE(ports[0].first_routable(), nullptr);
  EXPECT_EQ(ports[0].first_routable()->index, 3);
}

}  // namespace
}  // namespace atomesh::test
