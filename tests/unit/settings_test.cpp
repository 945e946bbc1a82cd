// SPEC section 4, Tuning: the layers and the choice among them.
#include "atomesh/settings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

using Options = std::vector<std::string>;

std::string option_report(const Options& options) {
  Diagnostics diagnostics;
  tuning_from_options(options, diagnostics);
  return test::report(diagnostics);
}

ScopedTuning from_options(const Options& options) {
  Diagnostics diagnostics;
  ScopedTuning layer = tuning_from_options(options, diagnostics);
  EXPECT_EQ(test::report(diagnostics), "");
  return layer;
}

ScopedTuning from_atomesh(const Environment& environment) {
  Diagnostics diagnostics;
  ScopedTuning layer = tuning_from_atomesh_variables(VariableSource(environment), diagnostics);
  EXPECT_EQ(test::report(diagnostics), "");
  return layer;
}

ScopedTuning from_plain(const Environment& environment) {
  Diagnostics diagnostics;
  ScopedTuning layer = tuning_from_plain_variables(VariableSource(environment), diagnostics);
  EXPECT_EQ(test::report(diagnostics), "");
  return layer;
}

TEST(SetOptions, GiveKeysInEveryScope) {
  const ScopedTuning layer = from_options(
      {"block_size=16", "decode_block_size=64", "prefill_extra_flags=--a 'b c'", "hf_overrides={\"a\":\"b=c\"}"});
  EXPECT_EQ(layer.shared.block_size->value.text, "16");
  EXPECT_EQ(layer.decode.block_size->value.text, "64");
  EXPECT_EQ(layer.prefill.extra_flags->value[1].text, "b c");
  EXPECT_EQ(layer.shared.hf_overrides->value.text, "{\"a\":\"b=c\"}");
  EXPECT_EQ(describe(layer.decode.block_size->origin.where), "--set decode_block_size");
  EXPECT_EQ(layer.decode.block_size->origin.layer, Layer::command_line);
}

TEST(SetOptions, FaultsAreErrors) {
  EXPECT_EQ(option_report({"block_size"}), R"(--set block_size: error: has no '=' [bad-set]
    hint: write the key and its value, such as --set block_size=128; leave the option out to keep what the file says
)");
  EXPECT_EQ(option_report({"block_size="}), R"(--set block_size: error: has no value [bad-set]
    hint: write the key and its value, such as --set block_size=128; leave the option out to keep what the file says
)");
  EXPECT_EQ(option_report({"blok_size=16"}), R"(--set blok_size: error: unknown key 'blok_size' [unknown-key]
    hint: did you mean 'block_size'?
)");
  EXPECT_EQ(option_report({"block_size=16", "block_size=16"}),
            R"(--set block_size: error: 'block_size' is set twice on the command line [duplicate-key]
    hint: keep one of the two
)");
  EXPECT_EQ(option_report({"block_size=0x80"}),
            R"(--set block_size: error: '0x80' is not a positive whole number [bad-value]
    hint: write plain decimal digits, such as 128
)");
  EXPECT_EQ(option_report({"env=A"}), R"(--set env: error: 'A' is not NAME=VALUE [bad-env-word]
    hint: an env list is NAME=VALUE words separated by blanks; quote a value that holds blanks
)");
  EXPECT_EQ(option_report({"hf_overrides='{}'"}),
            R"(--set hf_overrides: error: JSON: starts with a quote character (') left over from a shell [bad-json]
    hint: remove the quotes around the JSON: no shell reads it
)");
  EXPECT_EQ(option_report({"mtp_flags=--method mtp"}),
            R"(--set mtp_flags: error: mtp_flags ends in 'mtp', not in the bare count flag [mtp-flags-end]
    hint: end it with --num-speculative-tokens; the number is appended
)");
}

TEST(AtomeshVariables, GiveKeysInEveryScope) {
  const ScopedTuning layer = from_atomesh({{"ATOMESH_BLOCK_SIZE", "16"},
                                           {"ATOMESH_PREFILL_BLOCK_SIZE", "32"},
                                           {"ATOMESH_DECODE_BLOCK_SIZE", "64"},
                                           {"BLOCK_SIZE", "8"},
                                           {"ATOMESH_MAX_MODEL_LEN", ""}});
  EXPECT_EQ(layer.shared.block_size->value.text, "16");
  EXPECT_EQ(layer.prefill.block_size->value.text, "32");
  EXPECT_EQ(layer.decode.block_size->value.text, "64");
  EXPECT_FALSE(layer.shared.max_model_len) << "an empty variable is not set";
  EXPECT_EQ(describe(layer.decode.block_size->origin.where), "env ATOMESH_DECODE_BLOCK_SIZE");
}

TEST(AtomeshVariables, ExistForEveryKey) {
  for (const TuningKey& key : tuning_keys()) {
    Diagnostics diagnostics;
    tuning_from_atomesh_variables(VariableSource(Environment{{"ATOMESH_DECODE_" + env_spelling(key.name), "'"}}),
                                  diagnostics);
    EXPECT_TRUE(diagnostics.has_errors()) << key.name;
  }
}

TEST(PlainVariables, AreSix) {
  Environment environment;
  for (const TuningKey& key : tuning_keys()) environment[env_spelling(key.name)] = "1";
  const ScopedTuning layer = from_plain(environment);
  EXPECT_EQ(layer.shared.block_size->value.text, "1");
  EXPECT_EQ(layer.shared.mem_frac_static->value.text, "1");
  EXPECT_EQ(layer.shared.max_model_len->value.text, "1");
  EXPECT_EQ(layer.shared.max_num_seqs->value.text, "1");
  EXPECT_EQ(layer.shared.max_num_batched_tokens->value.text, "1");
  EXPECT_EQ(layer.shared.scheduler_delay_factor->value.text, "1");
  EXPECT_FALSE(layer.shared.enable_prefix_caching);
  EXPECT_FALSE(layer.shared.extra_flags);
}

TEST(PlainVariables, NameTheVariableInErrors) {
  Diagnostics diagnostics;
  tuning_from_plain_variables(VariableSource(Environment{{"MEM_FRAC_STATIC", "85"}}), diagnostics);
  EXPECT_EQ(test::report(diagnostics),
            R"(env MEM_FRAC_STATIC: error: '85' is not a number above 0 and at most 1 [bad-value]
    hint: write it like 0.85
)");
}

std::string block_size(Role role, const std::vector<ScopedTuning>& layers) {
  const Tuning chosen = choose_tuning(role, layers);
  return chosen.block_size ? chosen.block_size->value.text : "unset";
}

TEST(Choice, OwnFormWinsWithinASourceAndTheHigherSourceWinsOverTheLower) {
  const ScopedTuning none;
  const ScopedTuning shared = from_options({"block_size=1"});
  const ScopedTuning both = from_options({"block_size=2", "decode_block_size=3"});
  struct Case {
    std::string name;
    std::vector<ScopedTuning> layers;
    std::string prefill, decode;
  };
  const std::vector<Case> cases = {
      {"nothing", {none, none}, "unset", "unset"},           {"own form within a source", {both}, "2", "3"},
      {"shared above own", {shared, both}, "1", "1"},        {"own above shared", {both, shared}, "2", "3"},
      {"through an empty source", {none, shared}, "1", "1"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(block_size(Role::prefill, test.layers), test.prefill) << test.name;
    EXPECT_EQ(block_size(Role::decode, test.layers), test.decode) << test.name;
  }
}

TEST(Choice, NoRoleSeesTheOthersForm) {
  const std::vector<ScopedTuning> layers = {from_options({"decode_block_size=3"})};
  EXPECT_EQ(block_size(Role::prefill, layers), "unset");
}

TEST(Choice, SharedMaxNumSeqsIsPrefillsAndCaptureSizesAreDecodes) {
  const std::vector<ScopedTuning> layers = {from_options({"max_num_seqs=7", "cudagraph_capture_sizes=[1]"})};
  const Tuning prefill = choose_tuning(Role::prefill, layers);
  const Tuning decode = choose_tuning(Role::decode, layers);
  EXPECT_EQ(prefill.max_num_seqs->value.text, "7");
  EXPECT_FALSE(decode.max_num_seqs);
  EXPECT_FALSE(prefill.cudagraph_capture_sizes);
  EXPECT_EQ(decode.cudagraph_capture_sizes->value.text, "[1]");
}

TEST(Choice, RemembersWhatLost) {
  const std::vector<ScopedTuning> layers = {from_options({"block_size=1", "decode_block_size=2"}),
                                            from_atomesh({{"ATOMESH_BLOCK_SIZE", "3"}}),
                                            from_plain({{"BLOCK_SIZE", "4"}})};
  std::string lost;
  const Tuning chosen = choose_tuning(Role::decode, layers);
  for (const Shadowed& shadowed : chosen.block_size->origin.shadowed) {
    lost += fmt::format("{}={} ", describe(shadowed.where), shadowed.value);
  }
  EXPECT_EQ(lost, "--set block_size=1 env ATOMESH_BLOCK_SIZE=3 env BLOCK_SIZE=4 ");
}

std::string ignored(Role role, const Options& options, const Environment& environment) {
  Diagnostics diagnostics;
  const ScopedTuning plain = from_plain(environment);
  const std::vector<ScopedTuning> layers = {from_options(options), plain};
  warn_ignored_plain(choose_tuning(role, layers), plain, role, diagnostics);
  return test::report(diagnostics);
}

TEST(IgnoredPlainVariable, IsAWarningWithBothValuesAndTheNameToUse) {
  EXPECT_EQ(ignored(Role::decode, {"block_size=128"}, {{"BLOCK_SIZE", "16"}}),
            R"(env BLOCK_SIZE: warning: BLOCK_SIZE=16 is ignored: --set block_size gives 128 [env-ignored]
    hint: to overrule the file, set ATOMESH_BLOCK_SIZE=16
)");
  EXPECT_EQ(ignored(Role::prefill, {"max_num_seqs=8"}, {{"MAX_NUM_SEQS", "16"}}),
            R"(env MAX_NUM_SEQS: warning: MAX_NUM_SEQS=16 is ignored: --set max_num_seqs gives 8 [env-ignored]
    hint: to overrule the file, set ATOMESH_MAX_NUM_SEQS=16
)");
}

TEST(IgnoredPlainVariable, OfTheOtherRoleIsOneTooWithTheNameForThisRole) {
  EXPECT_EQ(ignored(Role::decode, {"decode_max_num_seqs=8"}, {{"MAX_NUM_SEQS", "16"}}),
            R"(env MAX_NUM_SEQS: warning: MAX_NUM_SEQS=16 is ignored: --set decode_max_num_seqs gives 8 [env-ignored]
    hint: to overrule the file, set ATOMESH_DECODE_MAX_NUM_SEQS=16
)");
}

TEST(IgnoredPlainVariable, IsNoneWhereItIsUsedOrTheSame) {
  EXPECT_EQ(ignored(Role::decode, {}, {{"BLOCK_SIZE", "16"}}), "");
  EXPECT_EQ(ignored(Role::decode, {"block_size=16"}, {{"BLOCK_SIZE", "16"}}), "");
}

std::string others(Role role, const Options& options) {
  Diagnostics diagnostics;
  warn_other_roles(from_options(options), role, diagnostics);
  return test::report(diagnostics);
}

TEST(OtherRolesSetting, IsAWarningUnlessTheRoleHasItsOwn) {
  EXPECT_EQ(others(Role::decode, {"max_num_seqs=8"}),
            R"(--set max_num_seqs: warning: max_num_seqs without a role does not speak to decode [other-roles-setting]
    hint: write decode_max_num_seqs to set it there
)");
  EXPECT_EQ(
      others(Role::prefill, {"cudagraph_capture_sizes=[1]"}),
      R"(--set cudagraph_capture_sizes: warning: cudagraph_capture_sizes without a role does not speak to prefill [other-roles-setting]
    hint: write prefill_cudagraph_capture_sizes to set it there
)");
  EXPECT_EQ(others(Role::decode, {"max_num_seqs=8", "decode_max_num_seqs=9"}), "");
  EXPECT_EQ(others(Role::prefill, {"max_num_seqs=8", "block_size=1"}), "");
}

}  // namespace
}  // namespace atomesh
