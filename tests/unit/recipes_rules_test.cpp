// One fault at a time: rules that compare fields, and the additional-settings of atom-disagg recipes.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;
using recipe_test::expect_faults;

TEST(RecipesRules, Concurrency) {
  expect_faults({
      {"list and range", {{53, "ep: 1", "conc-list: [ 1 ]"}}, "conc-both 53:36"},
      {"list and start", {{54, "tp: 4", "tp: 4, conc-start: 1"}}, "conc-both 54:18"},
      {"list and end", {{54, "tp: 4", "tp: 4, conc-end: 1"}}, "conc-both 54:18"},
      {"none", {{54, ", conc-list: [ 1, 2 ]", ""}}, "missing-key 54:9"},
      {"null list", {{54, "[ 1, 2 ]", "~"}}, "missing-key 54:9"},
      {"start alone", {{36, "", ""}}, "missing-key 35:9"},
      {"end alone", {{53, "conc-start: 4, ", ""}}, "missing-key 53:25"},
      {"descending", {{36, "64", "2"}}, "conc-range 36:19"},
      {"zero", {{35, "4", "0"}}, "bad-value 35:21"},
      {"negative", {{36, "64", "-1"}}, "bad-value 36:19"},
  });
}

TEST(RecipesRules, RouterAndKvTransfer) {
  const std::string_view with_router = "- router: { name: a, version: b }\n        conc";
  const std::string_view with_transfer = "- kv-p2p-transfer: mori\n        conc";
  expect_faults({
      {"version is an image", {{8, "087b82d9", "image:latest"}}, "router-version-image 8:37"},
      {"router twice", {{18, "- conc", with_router}}, "router-twice 18:9"},
      {"router in some points", {{8, "", ""}, {18, "- conc", with_router}}, "router-missing 35:9"},
      {"router in a point is judged", {{53, "ep: 1", "router: { name: a }"}}, "missing-key 53:18"},
      {"transfer twice", {{35, "- conc", with_transfer}}, "kv-transfer-twice 35:9"},
      {"transfer in some points", {{9, "", ""}, {35, "- conc", with_transfer}}, "kv-transfer-missing 17:9"},
      {"transfer on one node", {{47, "false", "false\n  kv-p2p-transfer: mori"}}, "kv-transfer-single-node 48:3"},
      {"transfer in a point on one node", {{53, "ep: 1", "kv-p2p-transfer: mori"}}, "kv-transfer-single-node 53:18"},
      {"transfer in an agentic point on one node",
       {{68, "tp: 8", "tp: 8, kv-p2p-transfer: mori"}},
       "kv-transfer-single-node 68:18"},
      {"disagg on one node", {{47, "false", "false\n  disagg: true"}}, "disagg-single-node 48:3"},
  });
}

TEST(RecipesRules, Parallelism) {
  expect_faults({
      {"dcp-size does not divide tp", {{53, "ep: 1", "dcp-size: 3"}}, "dcp-size 53:28"},
      {"dcp-size of a role", {{22, "tp: 8", "tp: 8\n          dcp-size: 16"}}, "dcp-size 23:21"},
      {"hardware of prefill alone", {{86, ", hardware: mi325x", ""}}, "hardware-one-sided 85:65"},
      {"hardware of decode alone", {{85, ", hardware: mi355x", ""}}, "hardware-one-sided 86:64"},
  });
}

TEST(RecipesRules, AgenticPoints) {
  expect_faults({
      {"runner of no cluster", {{60, "cluster:mi300x", "mi300x"}}, "agentic-runner 60:11"},
      {"cluster without name", {{60, "cluster:mi300x", "\"cluster:\""}}, "agentic-runner 60:11"},
      {"neither tp nor workers", {{68, "tp: 8, ", ""}}, "missing-key 68:9"},
      {"tp and workers", {{84, "- conc", "- tp: 8\n        conc"}}, "point-shape 84:9"},
      {"prefill alone", {{86, "", ""}}, "missing-key 85:9"},
      {"decode alone", {{85, "", ""}}, "missing-key 85:9"},
      {"pp beside workers", {{84, "- conc", "- pp: 2\n        conc"}}, "point-shape 84:9"},
      {"dcp-size beside workers", {{84, "- conc", "- dcp-size: 2\n        conc"}}, "point-shape 84:9"},
      {"pcp-size beside workers", {{84, "- conc", "- pcp-size: 2\n        conc"}}, "point-shape 84:9"},
      {"ep beside workers of atom-disagg",
       {{77, "sglang-disagg", "atom-disagg"}, {84, "- conc", "- ep: 8\n        conc"}, {86, "any text", "A=1"}},
       "point-shape 84:9"},
      {"no kv-offloading", {{68, "kv-offloading: none, ", ""}}, "missing-key 68:9"},
      {"dram without backend",
       {{69, "kv-offload-backend: { name: lmcache, version: \"0.5.3\" }, ", ""}},
       "kv-offloading 69:33"},
      {"dram without utilization",
       {{66, "- dram", "- search-space: []\n    - dram"}, {66, "utilization: 0.80", "utilization: ~"}},
       "kv-offloading 70:33"},
      {"none with backend", {{69, "dram", "none"}}, "kv-offloading 69:39"},
      {"backend alone", {{84, "- conc", "- kv-offload-backend: { name: a }\n        conc"}}, "kv-offloading 84:9"},
  });
}

TEST(RecipesRules, Settings) {
  expect_faults({
      {"no equals", {{33, "DECODE_NODES=1", "DECODE_NODES"}}, "setting-not-name-value 33:13"},
      {"empty", {{33, "DECODE_NODES=1", ""}}, "setting-not-name-value 33:13"},
      {"no name", {{33, "DECODE_NODES=1", "=1"}}, "setting-not-name-value 33:13"},
      {"dash in the name", {{33, "DECODE_NODES=1", "MY-NAME=1"}}, "setting-not-name-value 33:13"},
      {"blank before equals", {{33, "DECODE_NODES=1", "DECODE_NODES =1"}}, "setting-not-name-value 33:13"},
      {"name begins with a digit", {{33, "DECODE_NODES=1", "1A=1"}}, "setting-not-name-value 33:13"},
      {"colon for equals", {{33, "\"DECODE_NODES=1\"", "DECODE_NODES:1"}}, "setting-not-name-value 33:13"},
      {"a mapping for equals", {{33, "\"DECODE_NODES=1\"", "DECODE_NODES: 1"}}, "wrong-type 33:13"},
      {"twice", {{33, "", "          - A=1\n          - B=1\n          - A=2"}}, "setting-twice 35:13"},
      {"nodes twice", {{33, "", "          - DECODE_NODES=1\n          - DECODE_NODES=01"}}, "setting-twice 34:13"},
      {"prefill's under decode", {{33, "DECODE_NODES", "PREFILL_NODES"}}, "setting-other-role 33:13"},
      {"decode's under prefill", {{26, "PREFILL_NODES", "DECODE_NODES"}}, "setting-other-role 26:13"},
      {"prefill's tuning under decode",
       {{33, "DECODE_NODES=1", "ATOMESH_PREFILL_BLOCK_SIZE=1"}},
       "setting-other-role 33:13"},
      {"sizes differ", {{26, "PREFILL_NODES=2", "DECODE_MTP_SIZE=1"}}, "setting-twice 34:13"},
      {"router ports differ",
       {{26, "PREFILL_NODES=2", "ROUTER_PORT=1"}, {33, "DECODE_NODES=1", "ROUTER_PORT=2"}},
       "setting-twice 33:13"},
      {"rank", {{33, "DECODE_NODES=1", "NODE_RANK=0"}}, "setting-of-node 33:13"},
      {"addresses", {{33, "DECODE_NODES=1", "IPADDRS=192.0.2.1"}}, "setting-of-node 33:13"},
      {"address of rank 0", {{33, "DECODE_NODES=1", "NODE0_ADDR=node-a"}}, "setting-of-node 33:13"},
      {"host address", {{33, "DECODE_NODES=1", "ATOM_HOST_IP=192.0.2.1"}}, "setting-of-node 33:13"},
      {"of SLURM", {{33, "DECODE_NODES=1", "SLURM_PROCID=0"}}, "setting-of-node 33:13"},
      {"model", {{33, "DECODE_NODES=1", "MODEL_NAME=x"}}, "setting-of-node 33:13"},
      {"model directory", {{33, "DECODE_NODES=1", "MODEL_DIR=/models"}}, "setting-of-node 33:13"},
      {"dry run", {{33, "DECODE_NODES=1", "DRY_RUN=1"}}, "setting-of-node 33:13"},
      {"wait for servers", {{33, "DECODE_NODES=1", "WAIT_SERVER_TIMEOUT=9"}}, "setting-of-node 33:13"},
      {"wait for the router", {{33, "DECODE_NODES=1", "WAIT_ROUTER_TIMEOUT=9"}}, "setting-of-node 33:13"},
      {"workers of prefill", {{33, "DECODE_NODES=1", "xP=1"}}, "setting-of-node 33:13"},
      {"workers of decode", {{33, "DECODE_NODES=1", "yD=1"}}, "setting-of-node 33:13"},
      {"interpreter", {{33, "DECODE_NODES=1", "ATOMESH_PYTHON=python3"}}, "setting-of-node 33:13"},
      {"router", {{33, "DECODE_NODES=1", "ATOMESH_ROUTER_BIN=/r"}}, "setting-of-node 33:13"},
      {"router guard", {{33, "DECODE_NODES=1", "ATOMESH_ROUTER_GUARD=1"}}, "setting-of-node 33:13"},
      {"loopback", {{33, "DECODE_NODES=1", "ATOMESH_ALLOW_LOOPBACK=1"}}, "setting-of-node 33:13"},
      {"worker", {{33, "DECODE_NODES=1", "ATOMESH_WORKER=1"}}, "setting-of-node 33:13"},
      {"cache directory", {{33, "DECODE_NODES=1", "ATOMESH_CACHE_DIR=/c"}}, "setting-of-node 33:13"},
      {"models file", {{33, "DECODE_NODES=1", "ATOMESH_MODELS=m.yaml"}}, "setting-of-node 33:13"},
      {"recipes file", {{33, "DECODE_NODES=1", "ATOMESH_RECIPES=r.yaml"}}, "setting-of-node 33:13"},
      {"search path", {{33, "DECODE_NODES=1", "ATOM_WS_PATH=/w"}}, "setting-of-node 33:13"},
  });
}

TEST(RecipesRules, Deployment) {
  expect_faults({
      {"nodes zero", {{26, "=2", "=0"}}, "bad-value 26:13"},
      {"nodes negative", {{26, "=2", "=-2"}}, "bad-value 26:13"},
      {"nodes text", {{26, "=2", "=two"}}, "bad-value 26:13"},
      {"nodes empty", {{26, "=2", "="}}, "bad-value 26:13"},
      {"nodes with a leading zero", {{26, "=2", "=02"}}, "bad-value 26:13"},
      {"nodes beyond an int", {{26, "=2", "=2147483648"}}, "bad-value 26:13"},
      {"workers zero", {{21, "2", "0"}}, "bad-value 21:23"},
      {"tp zero", {{22, "8", "0"}}, "bad-value 22:15"},
      {"tp does not divide", {{21, "2", "3"}}, "tp-not-dividing 22:15"},
      {"fewer GPUs than workers", {{26, "=2", "=1"}, {22, "8", "1"}}, "tp-not-dividing 22:15"},
      {"tp beyond an int", {{22, "8", "2147483647"}, {21, "2", "1"}}, "bad-value 22:15"},
      {"an empty connector", {{9, "mooncake", "\"\""}}, "bad-value 9:20"},
      {"an empty connector of a point",
       {{9, "", ""},
        {18, "- conc", "- kv-p2p-transfer: ''\n        conc"},
        {35, "- conc", "- kv-p2p-transfer: mori\n        conc"}},
       "bad-value 17:26"},
      {"model ends with a slash", {{3, "DeepSeek-V4-Pro", ""}}, "bad-value 3:10"},
      {"mtp without a size", {{34, "", ""}}, "spec-decoding-size 19:24"},
      {"mtp with size 0", {{34, "=3", "=0"}}, "spec-decoding-size 19:24"},
      {"none with a size", {{19, "mtp", "none"}}, "spec-decoding-size 19:24"},
      {"size negative", {{34, "=3", "=-1"}}, "bad-value 34:13"},
      {"size text", {{34, "=3", "=three"}}, "bad-value 34:13"},
      {"size float", {{34, "=3", "=3.0"}}, "bad-value 34:13"},
      {"size empty", {{34, "=3", "="}}, "bad-value 34:13"},
      {"mtp on one node", {{46, "sglang", "atom-disagg"}, {53, "none", "mtp"}}, "spec-decoding-size 53:69"},
  });
}

}  // namespace
}  // namespace atomesh
