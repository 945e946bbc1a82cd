// What counts as a change of one process, and of which class it is.
#include "diff_fixture.hpp"

namespace atomesh::diff_test {
namespace {

struct Case {
  const char* name;
  std::string_view before;
  std::string_view after;
  std::string_view changes;
};

void expect(const std::vector<Case>& cases) {
  for (const Case& one : cases) EXPECT_EQ(compared(one.before, one.after), one.changes) << one.name;
}

TEST(DiffProcess, SeesNoChangeInOrderSpellingAndForm) {
  expect({
      {"nothing", "", "", ""},
      {"order", "--block-size 16 --enforce-eager", "--enforce-eager --block-size 16", ""},
      {"alias", "-tp 4", "--tensor-parallel-size 4", ""},
      {"underscores", "--kv_cache_dtype fp8 --enforce_eager", "--kv-cache-dtype fp8 --enforce-eager", ""},
      {"equals sign", "--block-size 16", "--block-size=16", ""},
      {"number", "--gpu-memory-utilization 0.80", "--gpu-memory-utilization 0.8", ""},
      {"JSON order and blanks", R"(--hf-overrides '{"a": 1, "b": [1, 2]}')", R"(--hf-overrides '{"b":[1,2],"a":1}')",
       ""},
      {"the last counts", "--block-size 64 --block-size 16", "--block-size 16", ""},
      {"unknown option", "--frob_x 1", "--frob-x=1", ""},
  });
}

TEST(DiffProcess, ClassesOptions) {
  expect({
      {"model", "--model /models/A", "--model /models/B", "must-match option --model: '/models/A' -> '/models/B'\n"},
      {"tp", "-tp 4", "-tp 8", "must-match option -tp: '4' -> '8'\n"},
      {"attention", "", "--enable-dp-attention", "must-match option --enable-dp-attention: none -> ''\n"},
      {"experts", "--enable-expert-parallel", "", "must-match option --enable-expert-parallel: '' -> none\n"},
      {"cache", "--kv_cache_dtype fp8", "--kv_cache_dtype bf16",
       "must-match option --kv_cache_dtype: 'fp8' -> 'bf16'\n"},
      {"blocks", "--block-size 128", "--block-size 64", "must-match option --block-size: '128' -> '64'\n"},
      {"speculation", "--method mtp --num-speculative-tokens 1", "--method eagle3 --num-speculative-tokens 3",
       "must-match option --method: 'mtp' -> 'eagle3'\n"
       "must-match option --num-speculative-tokens: '1' -> '3'\n"},
      {"quantization", R"(--online_quant_config '{"global_quant_config":"ptpc_fp8"}')",
       R"(--online_quant_config '{"global_quant_config":"mxfp4"}')",
       "must-match option --online_quant_config.global_quant_config: '\"ptpc_fp8\"' -> '\"mxfp4\"'\n"},
      {"sequences", "--max-num-seqs 256", "--max-num-seqs 512", "tuning option --max-num-seqs: '256' -> '512'\n"},
      {"unknown", "", "--frobnicate 1", "tuning option --frobnicate: none -> '1'\n"},
      {"text that looks like a number", "--served-model-name 1.0", "--served-model-name 1",
       "tuning option --served-model-name: '1.0' -> '1'\n"},
  });
}

TEST(DiffProcess, ClassesTheConnectorApartFromItsAddresses) {
  EXPECT_EQ(compared(R"(--kv-transfer-config '{"kv_connector":"mooncake","proxy_ip":"192.0.2.1","handshake_port":1}')",
                     R"(--kv-transfer-config '{"kv_connector":"moriio","proxy_ip":"192.0.2.2","handshake_port":2}')"),
            "must-match option --kv-transfer-config.kv_connector: '\"mooncake\"' -> '\"moriio\"'\n"
            "tuning option --kv-transfer-config.proxy_ip: '\"192.0.2.1\"' -> '\"192.0.2.2\"'\n"
            "tuning option --kv-transfer-config.handshake_port: '1' -> '2'\n");
}

TEST(DiffProcess, ShowsBooleanOptionsByTheirValue) {
  expect({
      {"both spellings of a pair", "--no-enable_prefix_caching", "--enable-prefix-caching",
       "tuning option --enable-prefix-caching: 'false' -> 'true'\n"},
      {"same", "--no-enable_prefix_caching", "--no-enable-prefix-caching", ""},
      {"new", "", "--no-enable_prefix_caching", "tuning option --enable_prefix_caching: none -> 'false'\n"},
      {"unknown pair", "--frob-x", "--no-frob-x", "tuning option --frob-x: '' -> 'false'\n"},
  });
}

TEST(DiffProcess, LosesNoWord) {
  DiffProcess other = process("");
  other.plan.argv.front().words.front().text = "python3.12";
  EXPECT_EQ(lines(compare(process(""), other)),
            "tuning command command: 'python3 -m server' -> 'python3.12 -m server'\n");
  expect({
      {"bare word", "--level 1", "--level 1 'a b'", "tuning option --level: '1' -> '1 'a b''\n"},
      {"after the dashes", "--level 1", "--level 1 -- --level 2", "tuning command words: none -> '-- --level 2'\n"},
  });
}

TEST(DiffProcess, TakesTheRoutersOptionsAsListsOfItsOwn) {
  expect({
      {"worker more", "router launch --prefill http://192.0.2.1:1",
       "router launch --prefill http://192.0.2.1:1 --prefill http://192.0.2.2:1",
       "tuning option --prefill: [] -> [http://192.0.2.2:1]\n"},
      {"not the server's port", "router launch --port 1", "router launch --port=2",
       "tuning option --port: '1' -> '2'\n"},
      {"not a server's abbreviation", "router launch --block 1", "router launch --block 2",
       "tuning option --block: '1' -> '2'\n"},
      {"binary", "router launch --port 1", "/usr/bin/router launch --port 1",
       "tuning command command: 'router launch' -> '/usr/bin/router launch'\n"},
  });
}

TEST(DiffProcess, ComparesTheEnvironmentByName) {
  const auto before = process("", {{"A", "1", {}}, {"EMPTY", "", {}}, {"GONE", "x y", {}}, {"SAME", "1", {}}});
  auto after = process("", {{"SAME", "1", {}}, {"A", "2", {}}, {"NEW", "", {}}});
  after.plan.unset_env.push_back({"LD_PRELOAD", {}});
  EXPECT_EQ(lines(compare(before, after)),
            "tuning env A: '1' -> '2'\n"
            "tuning env EMPTY: '' -> none\n"
            "tuning env GONE: 'x y' -> none\n"
            "tuning env NEW: none -> ''\n"
            "tuning unset_env LD_PRELOAD: none -> ''\n");
}

TEST(DiffProcess, ComparesWhatBelongsToTheRecipe) {
  auto before = process("");
  auto after = process("");
  before.facts = {{"image", "atom:1"}};
  after.facts = {{"image", "atom:2"}};
  EXPECT_EQ(lines(compare(before, after)), "tuning recipe image: 'atom:1' -> 'atom:2'\n");
}

TEST(DiffProcess, PutsWhatMustMatchFirst) {
  EXPECT_EQ(compared("--max-num-seqs 1 --block-size 1", "--max-num-seqs 2 --block-size 2"),
            "must-match option --block-size: '1' -> '2'\n"
            "tuning option --max-num-seqs: '1' -> '2'\n");
}

TEST(DiffProcess, MasksSecretsButSeesThatTheyChange) {
  EXPECT_EQ(lines(compare(process("--api-key abc", {{"HF_TOKEN", "a", {}}}),
                          process("--api-key def", {{"HF_TOKEN", "b", {}}}))),
            "tuning option --api-key: '***' -> '***'\n"
            "tuning env HF_TOKEN: '***' -> '***'\n");
  EXPECT_EQ(compared("", R"(--hf-overrides '{"hub":{"access_token":"abc"}}')"),
            "must-match option --hf-overrides: none -> '{\"hub\":{\"access_token\":\"***\"}}'\n");
  EXPECT_EQ(compared(R"(--hf-overrides '{"access_token":"abc"}')", R"(--hf-overrides '{"access_token":"def"}')"),
            "must-match option --hf-overrides.access_token: '***' -> '***'\n");
}

}  // namespace
}  // namespace atomesh::diff_test
