// SPEC section 4, Tuning, through the whole of resolve.
#include <gtest/gtest.h>

#include "resolve_fixture.hpp"

namespace atomesh::test {
namespace {

std::string value_of(const Argv& argv, std::string_view flag) {
  for (std::size_t i = 0; i + 1 < argv.size(); ++i) {
    if (argv[i] == flag) return argv[i + 1];
  }
  return "-";
}

TEST(Tuning, SourcesStandInTheirOrder) {
  Job job = job_of(Role::decode);
  const auto block_size = [&job] { return value_of(job.run().argv(), "--block-size"); };
  EXPECT_EQ(block_size(), "16") << "built-in";
  job.environment["BLOCK_SIZE"] = "1";
  EXPECT_EQ(block_size(), "1") << "plain variable";
  job.models = "defaults: {block_size: 2}\nTiny: {}\n";
  EXPECT_EQ(block_size(), "2") << "defaults entry";
  job.models = "defaults: {decode_block_size: 2}\nTiny: {block_size: 3}\n";
  EXPECT_EQ(block_size(), "3") << "model entry, shared, over defaults' own form";
  job.environment["ATOMESH_BLOCK_SIZE"] = "4";
  EXPECT_EQ(block_size(), "4") << "ATOMESH_ variable";
  job.environment["ATOMESH_DECODE_BLOCK_SIZE"] = "5";
  EXPECT_EQ(block_size(), "5") << "the role's own ATOMESH_ variable";
  job.request.set = {"block_size=6"};
  EXPECT_EQ(block_size(), "6") << "command line";
  job.request.set = {"block_size=6", "decode_block_size=7", "prefill_block_size=8"};
  EXPECT_EQ(block_size(), "7") << "the role's own on the command line";
}

TEST(Tuning, AnIgnoredPlainVariableIsAWarning) {
  Job job = job_of(Role::decode);
  job.models = "Tiny: {block_size: 128}\n";
  job.environment["BLOCK_SIZE"] = "16";
  const Outcome outcome = job.run();
  EXPECT_TRUE(outcome.plan);
  EXPECT_EQ(outcome.report, R"(env BLOCK_SIZE: warning: BLOCK_SIZE=16 is ignored: m.yaml:1:20 gives 128 [env-ignored]
    hint: to overrule the file, set ATOMESH_BLOCK_SIZE=16
)");
}

TEST(Tuning, SequencesOfDecodeFollowTheLargestConcurrency) {
  Job job = job_of(Role::decode);
  const auto sequences = [&job] { return value_of(job.run().argv(), "--max-num-seqs"); };
  job.environment = {{"BENCH_MAX_CONCURRENCY", "64x1024x128"}, {"MAX_NUM_SEQS", "7"}};
  job.models = "Tiny: {max_num_seqs: 9}\n";
  EXPECT_EQ(sequences(), "1024") << "shared values are prefill's";
  job.models = "Tiny: {decode_max_num_seqs: 9}\n";
  EXPECT_EQ(sequences(), "9");
  job.request = job_of(Role::prefill).request;
  EXPECT_EQ(sequences(), "7") << "concurrency is decode's";
}

TEST(Tuning, SharedSettingOfTheOtherRoleIsAWarning) {
  Job job = job_of(Role::decode);
  job.request.set = {"max_num_seqs=8"};
  EXPECT_EQ(job.run().report,
            R"(--set max_num_seqs: warning: max_num_seqs without a role does not speak to decode [other-roles-setting]
    hint: write decode_max_num_seqs to set it there
)");
}

TEST(Tuning, SettingThatTheModeDoesNotUseIsAWarning) {
  Job job = job_of(Role::decode, "Full");
  job.request.set = {"ep_flags=--enable-expert-parallel", "mtp_flags=--num-speculative-tokens", "tp_dp_env=A=1",
                     "env=B=2"};
  EXPECT_EQ(job.run().report, R"(--set tp_dp_env: warning: tp_dp_env changes nothing in mode tp [unused-setting]
--set ep_flags: warning: ep_flags changes nothing in mode tp [unused-setting]
--set mtp_flags: warning: mtp_flags changes nothing in mode tp [unused-setting]
)");
}

TEST(Tuning, SettingThatTheModeUsesIsNoWarning) {
  Job job = job_of(Role::decode, "Full");
  job.request.both.dp_attention = true;
  job.request.mtp = 1;
  job.request.set = {"tp_dp_flags=--enable-dp-attention",
                     "mtp_flags=--num-speculative-tokens",
                     "tp_dp_env=A=1",
                     "online_quant_config={}",
                     "kv_transfer_config={\"a\":1}",
                     "enable_prefix_caching=yes"};
  const Outcome outcome = job.run();
  EXPECT_EQ(outcome.report, "");
  EXPECT_EQ(outcome.env("A"), "1");
}

TEST(Tuning, ErrorsOfOptionsAndVariablesAreReportedWhateverElseIsWrong) {
  Job job = job_of(Role::decode, "Tyni");
  job.request.set = {"block_size"};
  job.environment = {
      {"ATOMESH_DECODE_MAX_MODEL_LEN", "long"}, {"MEM_FRAC_STATIC", "2"}, {"EXTRA_SERVER_ARGS", "'"}, {"xP", "one"}};
  job.models = "defaults: {block_size: 0}\nTiny: {}\n";
  const Outcome outcome = job.run();
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(outcome.report, R"(env xP: error: xP takes a whole number from 0 to 4096, not 'one' [bad-value]
    hint: write plain decimal digits
--model: error: 'Tyni' is not in m.yaml [unknown-model]
    hint: the file has: Tiny
--set block_size: error: has no '=' [bad-set]
    hint: write the key and its value, such as --set block_size=128; leave the option out to keep what the file says
env ATOMESH_DECODE_MAX_MODEL_LEN: error: 'long' is not a positive whole number [bad-value]
    hint: write plain decimal digits, such as 128
env MEM_FRAC_STATIC: error: '2' is not a number above 0 and at most 1 [bad-value]
    hint: write it like 0.85
env EXTRA_SERVER_ARGS: error: unclosed single quote (') in ''' [bad-quoting]
    hint: close it, or put a backslash before it to mean the character itself
m.yaml:1:24: error: '0' is not a positive whole number [bad-value]
    defaults: {block_size: 0}
                           ^
    hint: write plain decimal digits, such as 128
)");
}

}  // namespace
}  // namespace atomesh::test
