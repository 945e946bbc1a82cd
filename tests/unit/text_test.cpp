#include "atomesh/text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace atomesh {
namespace {

constexpr auto keys = std::to_array<std::string_view>(
    {"block_size", "max_num_seqs", "max_model_len", "env", "ep_flags", "tp_dp_flags", "ep_dp_flags"});

struct NearestCase {
  std::string_view name;
  std::string_view expected;  ///< empty: nothing is close
};

TEST(Nearest, FindsWhatATypingMistakeExplains) {
  const std::vector<NearestCase> cases = {
      {"block_size", "block_size"},     // the same
      {"blok_size", "block_size"},      // one missing
      {"block_ssize", "block_size"},    // one too many
      {"block-size", "block_size"},     // one replaced
      {"blcok_size", "block_size"},     // neighbours swapped
      {"BLOCK_SIZE", "block_size"},     // case counts little
      {"Blok-Size", "block_size"},      // several at once
      {"max_num_seq", "max_num_seqs"},  // the closer one of two
      {"enc", "env"},                   // a third of a short name
      {"xyv", ""},                      // two thirds of it
      {"xp_dp_flags", "tp_dp_flags"},   // as close as ep_dp_flags: the first
      {"gpu_memory", ""},
      {"", ""},
  };
  for (const NearestCase& test : cases) {
    EXPECT_EQ(nearest(test.name, keys).value_or(""), test.expected) << test.name;
  }
}

TEST(Nearest, IsQuickWithNonsense) {
  const std::string nonsense(1000000, 'x');
  EXPECT_EQ(nearest(nonsense, keys), std::nullopt);
}

TEST(DidYouMean, AsksOrIsEmpty) {
  EXPECT_EQ(did_you_mean("blok_size", keys), "did you mean 'block_size'?");
  EXPECT_EQ(did_you_mean("quantization", keys), "");
}

TEST(IsEnvName, FollowsPosix) {
  for (const char* name : {"A", "_", "a1", "HF_TOKEN", "xP", "_1"}) EXPECT_TRUE(is_env_name(name)) << name;
  for (const char* name : {"", "1A", "A-B", "A B", "A=", "É", "A.B", " A"}) EXPECT_FALSE(is_env_name(name)) << name;
}

TEST(ParseInteger, TakesPlainDecimalOnly) {
  const std::vector<std::pair<std::string_view, long long>> good = {
      {"0", 0},
      {"8", 8},
      {"-1", -1},
      {"9223372036854775807", 9223372036854775807LL},
      {"-9223372036854775808", INT64_MIN},
  };
  for (const auto& [text, value] : good) EXPECT_EQ(parse_integer(text), value) << text;
  for (const char* text : {"", "-", "+8", " 8", "8 ", "08", "-08", "1_000", "0x8", "1e3", "1.0", "8a", "--8",
                           "9223372036854775808", "-9223372036854775809", "٣"}) {
    EXPECT_EQ(parse_integer(text), std::nullopt) << text;
  }
}

TEST(ParseBoolWord, KnowsSixWords) {
  for (const char* text : {"true", "TRUE", "True", "1", "yes", "Yes"}) EXPECT_EQ(parse_bool_word(text), true) << text;
  for (const char* text : {"false", "FALSE", "0", "no", "nO"}) EXPECT_EQ(parse_bool_word(text), false) << text;
  for (const char* text : {"", "on", "off", "y", "2", "01", " true"}) EXPECT_EQ(parse_bool_word(text), std::nullopt);
}

TEST(Trim, RemovesBlanksAtBothEnds) {
  EXPECT_EQ(trim(" \t\n a b \r\n"), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Lower, ChangesAsciiOnly) { EXPECT_EQ(lower("AbZ_9É"), "abz_9É"); }

}  // namespace
}  // namespace atomesh
