// How faults in recipes read: whole texts, since they are read during an outage.
#include <gtest/gtest.h>

#include "recipes_fixture.hpp"

namespace atomesh {
namespace {

using recipe_test::Edit;

struct Message {
  const char* name;
  std::vector<Edit> edits;
  const char* printed;
};

void expect_messages(const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    SCOPED_TRACE(message.name);
    EXPECT_EQ(test::report(recipe_test::load(message.edits).diagnostics), message.printed);
  }
}

TEST(RecipesMessages, Keys) {
  expect_messages({
      {"near",
       {{54, "dp-attn", "dp_attn"}},
       "r.yaml:54:18: error: unknown key 'dp_attn' in the single-node point [unknown-key]\n"
       "          - { tp: 4, dp_attn: true, conc-list: [ 1, 2 ] }\n"
       "                     ^~~~~~~\n"
       "    hint: did you mean 'dp-attn'?\n"},
      {"far",
       {{8, "\"087b82d9\"", "\"1\", image: x"}},
       "r.yaml:8:42: error: unknown key 'image' in 'router' [unknown-key]\n"
       "      router: { name: atomesh, version: \"1\", image: x }\n"
       "                                             ^~~~~\n"
       "    hint: 'router' takes name, version\n"},
      {"elsewhere",
       {{18, "- conc", "- tp: 8\n        conc"}},
       "r.yaml:18:9: error: unknown key 'tp' in the multinode point [unknown-key]\n"
       "          - tp: 8\n"
       "            ^~\n"
       "    hint: a multinode point gives 'tp' under 'prefill' and under 'decode'\n"},
      {"missing in a recipe",
       {{44, "", ""}},
       "r.yaml:40:1: error: recipe 'single' has no 'runner' [missing-key]\n"
       "    single:\n"
       "    ^~~~~~\n"
       "    hint: 'runner' takes text: Machines to run on: a kind, or cluster:<name>.\n"},
      {"missing in a role",
       {{31, "", ""}},
       "r.yaml:27:9: error: 'decode' has no 'dp-attn' [missing-key]\n"
       "            decode:\n"
       "            ^~~~~~\n"
       "    hint: 'dp-attn' takes true or false: Data parallel attention.\n"},
  });
}

TEST(RecipesMessages, Types) {
  expect_messages({
      {"unquoted text",
       {{8, "\"087b82d9\"", "1.10"}},
       "r.yaml:8:37: error: 'version' takes text, but this is the number 1.10 [wrong-type]\n"
       "      router: { name: atomesh, version: 1.10 }\n"
       "                                        ^~~~\n"
       "    hint: quote it: \"1.10\"\n"},
      {"nothing",
       {{45, " fp4", ""}},
       "r.yaml:45:3: error: 'precision' takes text, but there is nothing [wrong-type]\n"
       "      precision:\n"
       "      ^~~~~~~~~\n"},
      {"quoted strict integer",
       {{53, "ep: 1", "pp: \"2\""}},
       "r.yaml:53:22: error: 'pp' takes an integer that is neither quoted nor a float, but this is the text '2' "
       "[wrong-type]\n"
       "          - { tp: 8, pp: \"2\", conc-start: 4, conc-end: 64, spec-decoding: none }\n"
       "                         ^~~\n"
       "    hint: write 2\n"},
      {"word",
       {{53, "none", "ntp"}},
       "r.yaml:53:69: error: 'spec-decoding' takes one of mtp, draft_model, none, but this is 'ntp' [bad-value]\n"
       "          - { tp: 8, ep: 1, conc-start: 4, conc-end: 64, spec-decoding: ntp }\n"
       "                                                                        ^~~\n"
       "    hint: did you mean 'mtp'?\n"},
      {"a mapping",
       {{37, "{ num-worker: 1, tp: 4, ep: 1, dp-attn: false }", "1"}},
       "r.yaml:37:18: error: 'prefill' takes a mapping of num-worker, tp, ep, dp-attn, but this is the number 1 "
       "[wrong-type]\n"
       "            prefill: 1\n"
       "                     ^\n"},
      {"a long text is cut",
       {{54, "tp: 4", "tp: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaéb'"}},
       "r.yaml:54:15: error: 'tp' takes an integer, but this is the text "
       "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…' [wrong-type]\n"
       "          - { tp: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaéb', dp-attn: true, conc-list: [ "
       "1, 2 "
       "] }\n"
       "                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"},
  });
}

TEST(RecipesMessages, Rules) {
  expect_messages({
      {"tp",
       {{21, "2", "3"}},
       "r.yaml:22:15: error: 2 nodes × tp 8 cannot be divided among 3 workers of 'prefill' [tp-not-dividing]\n"
       "              tp: 8\n"
       "                  ^\n"
       "    hint: PREFILL_NODES × tp must be a multiple of num-worker\n"},
      {"size",
       {{34, "", ""}},
       "r.yaml:19:24: error: 'spec-decoding: mtp' needs a positive DECODE_MTP_SIZE, but it is not set "
       "[spec-decoding-size]\n"
       "            spec-decoding: mtp\n"
       "                           ^~~\n"
       "    hint: write \"DECODE_MTP_SIZE=1\", or more, under 'additional-settings' of 'decode'\n"},
      {"other role",
       {{33, "DECODE_NODES", "PREFILL_NODES"}},
       "r.yaml:33:13: error: PREFILL_NODES stands under 'decode' [setting-other-role]\n"
       "              - \"PREFILL_NODES=1\"\n"
       "                ^~~~~~~~~~~~~~~~~\n"
       "    hint: move it to 'additional-settings' of 'prefill'\n"},
      {"undeclared transfer",
       {{9, "", ""}},
       "r.yaml:10:3: warning: 'disagg: true' without 'kv-p2p-transfer': mooncake is assumed [kv-transfer-undeclared]\n"
       "      disagg: true\n"
       "      ^~~~~~\n"
       "    hint: write 'kv-p2p-transfer: mooncake'\n"},
      {"backend as a name",
       {{69, "{ name: lmcache, version: \"0.5.3\" }", "native"}},
       "r.yaml:69:59: warning: 'kv-offload-backend' is a plain name, as in older files [kv-offload-backend-name]\n"
       "          - { tp: 8, kv-offloading: dram, kv-offload-backend: native, conc-list: [ 16 ] }\n"
       "                                                              ^~~~~~\n"
       "    hint: write kv-offload-backend: { name: native }\n"},
  });
}

TEST(RecipesMessages, SecretsAreMasked) {
  const auto loaded = recipe_test::load({{33, "", "          - HF_TOKEN=one\n          - HF_TOKEN=two"}});
  ASSERT_EQ(recipe_test::found(loaded.diagnostics), "setting-twice 34:13");
  EXPECT_EQ(loaded.diagnostics.sorted().front().message, "HF_TOKEN is '***' here and '***' in line 33");
}

}  // namespace
}  // namespace atomesh
