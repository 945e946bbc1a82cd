// Which worker is where: layouts over numbers of workers.
#include "atomesh/placement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace atomesh {
namespace {

/// `prefill-0@0 gpu 0+2`: name, node, first GPU and count; `+` before the name where it has mates.
std::string outline(const Placement& placement) {
  std::string text = fmt::format("{} nodes", placement.nodes);
  for (const Worker& worker : placement.workers) {
    text += fmt::format(", {}{}@{} {}.{} gpu {}+{}", worker.has_mates ? "+" : "", name_of(worker), worker.node,
                        worker.on_node, worker.of_role, worker.first_gpu, worker.gpus);
  }
  return text;
}

TEST(Placement, OfMultiNodeIsOneWorkerANode) {
  EXPECT_EQ(outline(place_workers(Layout::multi_node, {2, 1, 4, 8})),
            "3 nodes, prefill-0@0 0.0 gpu 0+4, prefill-1@1 0.0 gpu 0+4, decode-2@2 0.0 gpu 0+8");
}

TEST(Placement, OfSingleNodePutsDecodeBehindPrefill) {
  EXPECT_EQ(outline(place_workers(Layout::single_node, {2, 2, 1, 2})),
            "1 nodes, +prefill-0@0 0.0 gpu 0+1, +prefill-1@0 1.1 gpu 1+1, +decode-2@0 2.0 gpu 2+2, +decode-3@0 3.1 gpu "
            "4+2");
  EXPECT_EQ(outline(place_workers(Layout::single_node, {0, 1, 1, 8})), "1 nodes, decode-0@0 0.0 gpu 0+8");
}

TEST(Placement, OfOneSharedRoleGivesTheOtherNodesOfItsOwn) {
  EXPECT_EQ(outline(place_workers(Layout::prefill_single_node, {2, 2, 4, 8})),
            "3 nodes, +prefill-0@0 0.0 gpu 0+4, +prefill-1@0 1.1 gpu 4+4, decode-2@1 0.0 gpu 0+8, decode-3@2 0.0 gpu "
            "0+8");
  EXPECT_EQ(outline(place_workers(Layout::decode_single_node, {2, 2, 8, 4})),
            "3 nodes, prefill-0@0 0.0 gpu 0+8, prefill-1@1 0.0 gpu 0+8, +decode-2@2 0.0 gpu 0+4, +decode-3@2 1.1 gpu "
            "4+4");
}

TEST(Placement, ARoleWithoutWorkersTakesNoNode) {
  EXPECT_EQ(place_workers(Layout::prefill_single_node, {0, 2, 1, 1}).nodes, 2);
  EXPECT_EQ(place_workers(Layout::decode_single_node, {2, 0, 1, 1}).nodes, 2);
  EXPECT_EQ(place_workers(Layout::multi_node, {0, 0, 1, 1}).nodes, 0);
}

TEST(Placement, KnowsTheWorkersOfANode) {
  const Placement placement = place_workers(Layout::prefill_single_node, {2, 1, 1, 1});
  EXPECT_EQ(placement.on(0).size(), 2U);
  EXPECT_EQ(name_of(placement.on(1).front()), "decode-2");
  EXPECT_TRUE(placement.on(2).empty());
}

TEST(Layouts, AreNamedAlike) {
  for (const Layout layout : all_layouts) EXPECT_EQ(parse_layout(to_string(layout)), layout);
  EXPECT_FALSE(parse_layout("Single-Node"));
}

}  // namespace
}  // namespace atomesh
