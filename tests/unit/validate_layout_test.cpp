// Points whose workers share nodes: as the recipe says, or as --layout asks.
#include "validate_fixture.hpp"

namespace atomesh::validate_test {
namespace {

/// The base's point with this TP and these settings of prefill.
std::string recipe_of(int tp, std::string_view settings) {
  std::string text =
      edited(base_recipes, "prefill: { num-worker: 1, tp: 8", fmt::format("prefill: {{ num-worker: 1, tp: {}", tp));
  text = edited(text, "decode: { num-worker: 1, tp: 8", fmt::format("decode: {{ num-worker: 1, tp: {}", tp));
  return edited(text, "PREFILL_NODES=1", settings);
}

TEST(ValidateLayout, ARecipeMaySayThatItsWorkersShareANode) {
  const Checked checked = check(base_models, {recipe_of(4, "PREFILL_NODES=1, ATOMESH_LAYOUT=single-node")});
  EXPECT_EQ(checked.report, "");
  EXPECT_EQ(checked.counts.processes, 5) << "two modes of the model, two workers and the router";
}

TEST(ValidateLayout, TheOptionIsForEveryPoint) {
  for (const Layout layout : all_layouts)
    EXPECT_EQ(check(base_models, {recipe_of(4, "PREFILL_NODES=1")}, {}, layout).report, "");
}

TEST(ValidateLayout, APointThatDoesNotFitIsAnErrorAtItsPlace) {
  EXPECT_EQ(
      check(base_models, {base_recipes}, {}, Layout::single_node).report,
      R"(r.yaml:18:35: error: rank 0 hosts 2 workers, which need 16 GPUs (1 prefill × TP 8 + 1 decode × TP 8), and a node has 8 [node-too-small]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1 ] }
                                      ^~
    hint: lower TP or the number of workers, choose a layout of more nodes, or set GPUS_PER_NODE if the nodes are larger
)");
}

TEST(ValidateLayout, WorkersOfANodeMustNotShareAPort) {
  EXPECT_EQ(
      check(base_models, {recipe_of(4, "PREFILL_NODES=1, PREFILL_PORT=8020")}, {}, Layout::single_node).report,
      R"(built-in: error: decode worker 1 HTTP (port 8020) and prefill worker 0 HTTP (port 8020) are on one host [port-clash]
    hint: free there: 8021
)");
  EXPECT_EQ(check(base_models, {recipe_of(4, "PREFILL_NODES=1, PREFILL_PORT=8020")}).report, "");
}

TEST(ValidateLayout, WorkersOfANodeMustNotShareAGpu) {
  const std::string models = edited(base_models, "{ ATOM_USE_TRITON_MOE: 1 }", "{ HIP_VISIBLE_DEVICES: '4,5,6,7' }");
  EXPECT_EQ(check(models, {recipe_of(4, "PREFILL_NODES=1")}, {}, Layout::single_node).report,
            R"(m.yaml:5:10: error: decode worker 1 and prefill worker 0 both take GPU 4, 5, 6, 7 [gpu-clash]
      env: { HIP_VISIBLE_DEVICES: '4,5,6,7' }
             ^~~~~~~~~~~~~~~~~~~
    hint: leave HIP_VISIBLE_DEVICES out of files and options: each worker of a node gets its own
)");
}

TEST(ValidateLayout, OneDeploymentHasOneLayout) {
  const std::string recipes =
      edited(recipe_of(4, "ATOMESH_LAYOUT=single-node"), "DECODE_NODES=1", "ATOMESH_LAYOUT=multi-node");
  EXPECT_EQ(check(base_models, {recipes}).codes, "setting-twice r.yaml, model-unused m.yaml");
}

}  // namespace
}  // namespace atomesh::validate_test
