#include "atomesh/flags.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "atomesh/words.hpp"

namespace atomesh {
namespace {

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (const Word& word : split_words(line).words) words.push_back(word.text);
  return words;
}

std::vector<ArgFinding> check(std::string_view date, std::string_view line) {
  return check_argv(words_of(line), *find_table(date));
}

const Option* find_option(std::string_view date, std::string_view name) {
  for (const Option& option : find_table(date)->options) {
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) return &option;
  }
  return nullptr;
}

TEST(OptionTables, AreSortedAndComplete) {
  std::string dates;
  for (const OptionTable& table : option_tables()) {
    dates += fmt::format("{} {} {} options {} variables\n", table.date, table.commit, table.options.size(),
                         table.env_names.size());
  }
  EXPECT_EQ(dates,
            "2026-06-10 087b82d9 35 options 95 variables\n"
            "2026-07-01 04b120d3 37 options 111 variables\n"
            "2026-08-22 ffdf3bb5 58 options 158 variables\n");
}

TEST(OptionTables, GiveEveryNameToOneOption) {
  for (const OptionTable& table : option_tables()) {
    for (const Option& option : table.options) {
      EXPECT_FALSE(option.dest.empty());
      for (const std::string_view name : option.names) EXPECT_EQ(find_option(table.date, name), &option) << name;
    }
  }
}

TEST(OptionTables, HoldWhatTheFilesSay) {
  const Option* prefix = find_option("2026-06-10", "--no-enable_prefix_caching");
  EXPECT_EQ(prefix->dest, "enable_prefix_caching");
  EXPECT_EQ(prefix->arity, Arity::boolean);
  const Option* tbo = find_option("2026-06-10", "--enable-tbo");
  EXPECT_EQ(tbo->arity, Arity::optional_value);
  EXPECT_EQ(tbo->type, ValueType::text);
  EXPECT_TRUE(std::ranges::equal(tbo->choices, std::to_array<std::string_view>({"prefill", "all"})));
  const Option* tp = find_option("2026-08-22", "-tp");
  EXPECT_EQ(tp->arity, Arity::value);
  EXPECT_EQ(tp->type, ValueType::integer);
  EXPECT_TRUE(std::ranges::equal(
      tp->names, std::to_array<std::string_view>({"--tensor-parallel-size", "-tp", "--tensor_parallel_size"})));
  EXPECT_TRUE(tp->choices.empty());
  EXPECT_EQ(find_option("2026-06-10", "--gpu-memory-utilization")->type, ValueType::floating);
  EXPECT_EQ(find_option("2026-06-10", "--hf-overrides")->type, ValueType::json);
  EXPECT_EQ(find_option("2026-06-10", "--load_dummy")->arity, Arity::none);
  EXPECT_EQ(find_option("2026-08-22", "--load_dummy")->arity, Arity::optional_value);
}

TEST(EnvNames, AreThoseOfTheDate) {
  const auto has = [](std::string_view date, std::string_view name) {
    const auto names = env_names(date);
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  EXPECT_TRUE(has("2026-06-10", "ATOM_HOST_IP"));
  EXPECT_FALSE(has("2026-06-10", "ATOM_GC_THRESHOLD"));
  EXPECT_TRUE(has("2026-08-22", "ATOM_GC_THRESHOLD"));
  EXPECT_TRUE(env_names("2026-06-11").empty());
  EXPECT_EQ(find_table("2026-06-11"), nullptr);
}

TEST(FlagIdentity, JoinsSpellings) {
  const auto cases = std::to_array<std::array<std::string_view, 2>>({
      {"--block-size", "block_size"},
      {"--block_size", "block_size"},
      {"--block-size=16", "block_size"},
      {"-tp", "tensor_parallel_size"},
      {"-tp=8", "tensor_parallel_size"},
      {"--tensor-parallel-size", "tensor_parallel_size"},
      {"--no-enable_prefix_caching", "enable_prefix_caching"},
      {"--no-enable-prefix-caching", "enable_prefix_caching"},
      {"--enable_prefix_caching", "enable_prefix_caching"},
      {"--enable-eplb", "eplb_enable"},
      {"--block", "block_size"},
      {"--trust-remote", "trust_remote_code"},
      {"--max-num", "--max-num"},
      {"--some_new-flag=x", "--some-new-flag"},
      {"--no-some-new-flag", "--some-new-flag"},
      {"-x", "-x"},
      {"--draft-model=a b", "draft_model"},
      {"--what is this", ""},
      {"", ""},
      {"-", ""},
      {"--", ""},
      {"-1", ""},
      {"-.5", ""},
      {"16", ""},
      {"a--block-size", ""},
  });
  for (const auto& [word, identity] : cases) EXPECT_EQ(flag_identity(word), identity) << word;
}

std::string uses(std::string_view line) {
  std::string text;
  for (const OptionUse& use : find_options(words_of(line))) text += fmt::format("{}:{} ", use.index, use.identity);
  return text;
}

TEST(FindOptions, WalksAnArgv) {
  EXPECT_EQ(uses("python3 -m atom.entrypoints.openai_server --model /m -tp 8 --new-one -1 --trust-remote-code"),
            "3:model 5:tensor_parallel_size 7:--new-one 9:trust_remote_code ");
  EXPECT_EQ(uses("python3 -u -m atom --model /m"), "4:model ");
  EXPECT_EQ(uses("--model --port 1 -- --host x"), "0:model 1:port ");
  EXPECT_EQ(uses("python3 -m"), "1:-m ");
  EXPECT_EQ(uses(""), "");
}

struct MessageCase {
  std::string_view date;
  std::string_view line;
  std::size_t index;
  ArgFault fault;
  std::string_view message;
  std::string_view hint;
};

TEST(CheckArgv, SaysWhatIsWrong) {
  const auto cases = std::to_array<MessageCase>({
      {"2026-06-10", "python3 -m atom --blok-size 16", 3, ArgFault::unknown_option,
       "ATOM of 2026-06-10 has no option '--blok-size'", "did you mean '--block-size'?"},
      {"2026-08-22", "--quantization=fp8", 0, ArgFault::unknown_option,
       "ATOM of 2026-08-22 has no option '--quantization'", ""},
      {"2026-08-22", "--enable_eplb", 0, ArgFault::unknown_option, "ATOM of 2026-08-22 has no option '--enable_eplb'",
       "write '--enable-eplb'"},
      {"2026-06-10", "--enable_tbo all", 0, ArgFault::other_date,
       "ATOM has the spelling '--enable_tbo' only since 2026-08-22, not at 2026-06-10", "write '--enable-tbo'"},
      {"2026-07-01", "--moe-backend=mega", 0, ArgFault::other_date,
       "ATOM has the option '--moe-backend' only since 2026-08-22, not at 2026-07-01",
       "ATOM has it since 2026-08-22: leave it out, or use such an image"},
      {"2026-06-10", "--max-model 100", 0, ArgFault::abbreviation, "'--max-model' is short for '--max-model-len'",
       "write '--max-model-len': another ATOM may have a second option that begins so"},
      {"2026-06-10", "--max-num 1", 0, ArgFault::ambiguous,
       "'--max-num' may be short for --max-num-batched-tokens or --max-num-seqs", "write the whole name"},
      {"2026-06-10", "-h", 0, ArgFault::help, "'-h' makes the server print its help and exit", "remove it"},
      {"2026-06-10", "--block-size", 0, ArgFault::missing_value, "'--block-size' has no value", ""},
      {"2026-06-10", "--draft-model --port 1", 0, ArgFault::missing_value,
       "'--draft-model' has no value: '--port' follows",
       "if '--port' is meant as the value, write --draft-model=--port"},
      {"2026-06-10", "--model=--", 0, ArgFault::missing_value, "'--model' has no value: '--' follows", ""},
      {"2026-06-10", "--enforce-eager=true", 0, ArgFault::surplus_value,
       "'--enforce-eager' takes no value, but is given 'true'", "write --enforce-eager alone, or leave it out"},
      {"2026-06-10", "--enforce-eager true", 1, ArgFault::bare_word, "'true' belongs to no option",
       "'--enforce-eager' takes no value"},
      {"2026-06-10", "--port 1 2", 2, ArgFault::bare_word, "'2' belongs to no option", ""},
      {"2026-06-10", "--port 1 -- --model x", 2, ArgFault::bare_word,
       "'--' ends the options, and the server takes nothing else", "remove it"},
      {"2026-06-10", "-tp 8x", 1, ArgFault::wrong_type, "'-tp' takes an integer, not '8x'", ""},
      {"2026-06-10", "--gpu-memory-utilization=90%", 0, ArgFault::wrong_type,
       "'--gpu-memory-utilization' takes a number, not '90%'", ""},
      {"2026-06-10", "--kv_cache_dtype fp_8", 1, ArgFault::wrong_choice,
       "'--kv_cache_dtype' takes bf16 or fp8, not 'fp_8'", "did you mean 'fp8'?"},
      {"2026-06-10", "--method dspark", 1, ArgFault::wrong_choice, "'--method' takes mtp or eagle3, not 'dspark'",
       "ATOM has 'dspark' since 2026-08-22"},
      {"2026-08-22", "--load-dummy full", 1, ArgFault::wrong_choice,
       "'--load-dummy' takes empty, zero or xavier, not 'full'", ""},
      {"2026-06-10", "--hf-overrides '{a: 1}'", 1, ArgFault::bad_json,
       "'--hf-overrides' takes JSON: the name `a` is not in double quotes", "write \"a\""},
      {"2026-08-22", "--block_size 1 --port 2 --block-size 1", 4, ArgFault::repeated,
       "'--block-size' overrules '--block_size': the server keeps the last", "keep one"},
      {"2026-06-10", "--enforce-eager --enforce-eager", 1, ArgFault::repeated,
       "'--enforce-eager' stands twice: the server keeps the last", "keep one"},
  });
  for (const MessageCase& test : cases) {
    const std::vector<ArgFinding> findings = check(test.date, test.line);
    ASSERT_EQ(findings.size(), 1U) << test.line;
    EXPECT_EQ(findings[0].index, test.index) << test.line;
    EXPECT_EQ(findings[0].fault, test.fault) << test.line;
    EXPECT_EQ(findings[0].message, test.message) << test.line;
    EXPECT_EQ(findings[0].hint, test.hint) << test.line;
  }
}

TEST(CheckArgv, FindsEverythingInOneRun) {
  std::string found;
  for (const ArgFinding& finding :
       check("2026-06-10", "stray --blok 16 -tp x --method mtp --method --port=1_0 --kv 1 --trust-remote-code=1 --")) {
    found += fmt::format("{}:{} ", finding.index, static_cast<int>(finding.fault));
  }
  const auto kind = [](ArgFault fault) { return static_cast<int>(fault); };
  EXPECT_EQ(found, fmt::format("0:{} 1:{} 4:{} 7:{} 7:{} 9:{} 11:{} 12:{} ", kind(ArgFault::bare_word),
                               kind(ArgFault::unknown_option), kind(ArgFault::wrong_type), kind(ArgFault::repeated),
                               kind(ArgFault::missing_value), kind(ArgFault::ambiguous), kind(ArgFault::surplus_value),
                               kind(ArgFault::bare_word)));
}

struct ArgparseCase {
  std::string_view date;
  std::string_view line;
};

bool refused(const ArgparseCase& test) {
  const std::vector<ArgFinding> findings = check(test.date, test.line);
  return std::any_of(findings.begin(), findings.end(),
                     [](const ArgFinding& finding) { return is_fatal(finding.fault); });
}

// Both tables were compared with the argparse and json of Python 3.11.
TEST(CheckArgv, AcceptsWhatArgparseAccepts) {
  const auto cases = std::to_array<ArgparseCase>({
      {"2026-06-10", ""},
      {"2026-06-10", "--model /m -tp 8 -dp=2 --tensor-parallel-size=8"},
      {"2026-06-10", "--port ' 8 ' --block-size +8 --level -1 --max-num-seqs 1_000 --max-model-len=08"},
      {"2026-06-10", "--gpu-memory-utilization 1e3"},
      {"2026-06-10", "--gpu-memory-utilization=inf --scheduler-delay-factor NaN"},
      {"2026-06-10", "--gpu-memory-utilization=-inf --scheduler-delay-factor -.5"},
      {"2026-06-10", "--gpu-memory-utilization=1_0.5_0e+1_0 --scheduler-delay-factor 5."},
      {"2026-06-10", "--hf-overrides NaN --online_quant_config '[1,NaN,-Infinity]'"},
      {"2026-06-10", "--hf-overrides '{\"a\":1,\"a\":2}' --online_quant_config=1e999"},
      {"2026-06-10", "--hf-overrides=-Infinity --online_quant_config '\"\\ud800\"'"},
      {"2026-06-10", "--enable-tbo --port 1"},
      {"2026-06-10", "--enable-tbo all --all2all-backend=low-latency"},
      {"2026-06-10", "--model '' --draft-model= --torch-profiler-dir 'a b'"},
      {"2026-06-10", "--model '-x y' --draft-model -1 --torch-profiler-dir -.5"},
      {"2026-06-10", "--model '--x=a b' --draft-model=--x --torch-profiler-dir -"},
      {"2026-06-10", "--no-enable_prefix_caching --enable_prefix_caching"},
      {"2026-06-10", "--no-enable_p --load -t 8 --max-model=1"},
      {"2026-08-22", "--load-dummy --load_dummy zero --enable-eplb --eplb-enable"},
      {"2026-08-22", "-pcp 1 -dcp=1 -pp 1 --enable-prefix-caching"},
  });
  for (const ArgparseCase& test : cases) EXPECT_FALSE(refused(test)) << test.line;
}

TEST(CheckArgv, RefusesWhatArgparseRefuses) {
  const auto cases = std::to_array<ArgparseCase>({
      {"2026-06-10", "x"},
      {"2026-06-10", "''"},
      {"2026-06-10", "-1"},
      {"2026-06-10", "--"},
      {"2026-06-10", "--=1"},
      {"2026-06-10", "-tp8"},
      {"2026-06-10", "-t=8"},
      {"2026-06-10", "--h"},
      {"2026-06-10", "--he"},
      {"2026-06-10", "-hx"},
      {"2026-06-10", "-h="},
      {"2026-06-10", "--port"},
      {"2026-06-10", "--port="},
      {"2026-06-10", "--port ''"},
      {"2026-06-10", "--port -- 1"},
      {"2026-06-10", "--port -x"},
      {"2026-06-10", "--port 1__0"},
      {"2026-06-10", "--port _1"},
      {"2026-06-10", "--port 1_"},
      {"2026-06-10", "--port 8.0"},
      {"2026-06-10", "--port 0x10"},
      {"2026-06-10", "--port 1e3"},
      {"2026-06-10", "--port '- 8'"},
      {"2026-06-10", "--gpu-memory-utilization -inf"},
      {"2026-06-10", "--gpu-memory-utilization 1e"},
      {"2026-06-10", "--gpu-memory-utilization ."},
      {"2026-06-10", "--gpu-memory-utilization 1._5"},
      {"2026-06-10", "--gpu-memory-utilization 0x1p3"},
      {"2026-06-10", "--gpu-memory-utilization infinit"},
      {"2026-06-10", "--hf-overrides ''"},
      {"2026-06-10", "--hf-overrides \"'{}'\""},
      {"2026-06-10", "--hf-overrides '{}x'"},
      {"2026-06-10", "--hf-overrides 01"},
      {"2026-06-10", "--hf-overrides 1NaN"},
      {"2026-06-10", "--hf-overrides nan"},
      {"2026-06-10", "--hf-overrides -Infinity"},
      {"2026-06-10", "--enable-tbo="},
      {"2026-06-10", "--enable-tbo decode"},
      {"2026-06-10", "--kv_cache_dtype FP8"},
      {"2026-06-10", "--enforce-eager="},
      {"2026-06-10", "--no-enable_prefix_caching=1"},
      {"2026-06-10", "--load_dummy zero"},
      {"2026-06-10", "--enable-prefix-caching"},
      {"2026-06-10", "--model -x"},
      {"2026-06-10", "--model --x=a"},
      {"2026-08-22", "--trust"},
      {"2026-08-22", "-p 1"},
      {"2026-08-22", "--load-dummy --load_dummy=one"},
  });
  for (const ArgparseCase& test : cases) EXPECT_TRUE(refused(test)) << test.line;
}

}  // namespace
}  // namespace atomesh
