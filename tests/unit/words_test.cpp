#include "atomesh/words.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace atomesh {
namespace {

using Strings = std::vector<std::string>;

Strings texts(const Split& split) {
  Strings result;
  for (const Word& word : split.words) result.push_back(word.text);
  return result;
}

struct SplitCase {
  std::string name;
  std::string text;
  Strings words;
};

TEST(SplitWords, FollowsThePosixRules) {
  const std::vector<SplitCase> cases = {
      {"nothing", "", {}},
      {"only blanks", " \t\n ", {}},
      {"newlines are blanks", "--a 1\n  --b\t2\n", {"--a", "1", "--b", "2"}},
      {"single quotes keep everything", R"('a "b" \ $x `y`')", {R"(a "b" \ $x `y`)"}},
      {"single quotes keep a newline", "'a\nb'", {"a\nb"}},
      {"double quotes escape five characters", "\"\\$ \\` \\\" \\\\ a\\\nb\"", {"$ ` \" \\ ab"}},
      {"double quotes keep other backslashes", R"("\n \a \' \*")", {R"(\n \a \' \*)"}},
      {"double quotes keep single ones", R"("it's")", {"it's"}},
      {"backslash outside quotes", R"(a\ b \'c \\ \n)", {"a b", "'c", "\\", "n"}},
      {"parts join to one word", R"(a'b c'"d e"\ f)", {"ab cd e f"}},
      {"empty words", R"('' "" a'')", {"", "", "a"}},
      {"line continuation in a word", "ab\\\ncd", {"abcd"}},
      {"line continuation between words", "a \\\n  b\\\n c", {"a", "b", "c"}},
      {"line continuation makes no word", "\\\n", {}},
      {"nothing is expanded",
       "$HOME ${X} $(id) `id` * ? ~ {a,b} ; | & > # !",
       {"$HOME", "${X}", "$(id)", "`id`", "*", "?", "~", "{a,b}", ";", "|", "&", ">", "#", "!"}},
      {"JSON in single quotes",
       R"(--hf-overrides '{"a": {"b": [1, 2]}}' -x)",
       {"--hf-overrides", R"({"a": {"b": [1, 2]}})", "-x"}},
      {"JSON without quotes loses its own", R"({"a":1})", {"{a:1}"}},
      {"other spaces belong to words", "a\u00a0b\rc\vd", {"a\u00a0b\rc\vd"}},
  };
  for (const SplitCase& test : cases) {
    const Split split = split_words(test.text);
    EXPECT_EQ(split.error, "") << test.name;
    EXPECT_EQ(texts(split), test.words) << test.name;
  }
}

TEST(SplitWords, SaysWhereEachWordStands) {
  const Split split = split_words("  a 'b c'\\ d\n\"\"");
  ASSERT_EQ(split.words.size(), 3U);
  EXPECT_EQ(split.words[0].offset, 2U);
  EXPECT_EQ(split.words[0].length, 1U);
  EXPECT_EQ(split.words[1].offset, 4U);
  EXPECT_EQ(split.words[1].length, 8U);
  EXPECT_EQ(split.words[2].offset, 13U);
  EXPECT_EQ(split.words[2].length, 2U);
}

struct ErrorCase {
  std::string name;
  std::string text;
  std::string error;
  std::size_t offset;
};

TEST(SplitWords, RefusesWhatAShellWouldWaitFor) {
  const std::vector<ErrorCase> cases = {
      {"single", "a 'b c", "unclosed single quote (')", 2},
      {"single, escaped in vain", R"('a\' 'b)", "unclosed single quote (')", 5},
      {"double", R"(ab"c d)", "unclosed double quote (\")", 2},
      {"double, its end escaped", R"("a\")", "unclosed double quote (\")", 0},
      {"double, backslash at the end", R"("a\)", "unclosed double quote (\")", 0},
      {"backslash at the end", R"(a b\)", "a backslash at the end, with nothing after it to quote", 3},
  };
  for (const ErrorCase& test : cases) {
    const Split split = split_words(test.text);
    EXPECT_EQ(split.error, test.error) << test.name;
    EXPECT_EQ(split.error_offset, test.offset) << test.name;
    EXPECT_TRUE(split.words.empty()) << test.name;
  }
}

TEST(QuoteWord, QuotesOnlyWhereNeeded) {
  const std::vector<std::array<std::string, 2>> cases = {
      {"", "''"},
      {"--block-size", "--block-size"},
      {"NAME=a:b,c/d.e@f%g+h_i", "NAME=a:b,c/d.e@f%g+h_i"},
      {"[1,2]", "'[1,2]'"},
      {"it's", R"('it'\''s')"},
      {"'", R"(''\''')"},
      {"a b", "'a b'"},
      {"~", "'~'"},
      {"=ls", "'=ls'"},
      {"$HOME", "'$HOME'"},
      {"a\nb", "'a\nb'"},
      {"é", "'é'"},
      {R"({"a":1})", R"('{"a":1}')"},
  };
  for (const auto& [word, quoted] : cases) EXPECT_EQ(quote_word(word), quoted);
}

TEST(JoinWords, SeparatesWithOneBlank) {
  EXPECT_EQ(join_words(Strings{}), "");
  EXPECT_EQ(join_words(Strings{"", "a b", "c"}), "'' 'a b' c");
}

/// The same words in every run: a linear congruential generator over the characters that shells care about.
class NastyWords {
 public:
  Strings next_list() {
    Strings words(number(5));
    for (std::string& word : words) word = next_word();
    return words;
  }

 private:
  std::string next_word() {
    constexpr std::string_view alphabet = "aZ0 \t\n'\"\\$`*?[]{}()<>|&;#!~=-_%^,.:/@+\r\x01\x7f\xc3\xa9";
    std::string word;
    for (std::size_t left = number(12); left > 0; --left) word += alphabet[number(alphabet.size())];
    return word;
  }

  std::size_t number(std::size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % limit;
  }

  std::uint64_t state_ = 1;
};

TEST(JoinWords, IsUndoneBySplitWords) {
  NastyWords generator;
  for (int i = 0; i < 20000; ++i) {
    const Strings words = generator.next_list();
    const Split split = split_words(join_words(words));
    ASSERT_EQ(split.error, "") << join_words(words);
    ASSERT_EQ(texts(split), words) << join_words(words);
  }
}

TEST(SplitWords, CoversTheInputWithItsWords) {
  NastyWords generator;
  for (int i = 0; i < 2000; ++i) {
    const Strings words = generator.next_list();
    const std::string line = join_words(words);
    const Split split = split_words(line);
    ASSERT_EQ(split.words.size(), words.size());
    for (std::size_t w = 0; w < words.size(); ++w) {
      ASSERT_EQ(line.substr(split.words[w].offset, split.words[w].length), quote_word(words[w]));
    }
  }
}

/// What `printf '%s\0' WORDS` writes when /bin/sh reads the line.
std::string through_shell(const std::string& line) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("printf '%s\\0' " + line).c_str(), "r"), pclose);
  if (!pipe) return "popen failed";
  std::string output;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) output += static_cast<char>(c);
  return output;
}

std::string nul_separated(const Strings& words) {
  std::string result;
  for (const std::string& word : words) result += word + '\0';
  return result;
}

TEST(JoinWords, SurvivesTheShell) {
  const Strings words = {
      "plain",
      "",
      "it's",
      "''",
      "a b",
      "tab\there",
      "line\nbreak",
      "\n",
      "$HOME",
      "${PATH}",
      "$(id)",
      "`id`",
      "*",
      "?",
      "[a-z]",
      "~",
      "~root",
      "!",
      "#",
      ";",
      "&&",
      "|",
      ">",
      "<",
      "\\",
      "\\\\",
      "\\n",
      "\"",
      "\"quoted\"",
      "{a,b}",
      R"({"kv_role":"kv_producer","n":[1,2]})",
      "NAME=a b",
      "=x",
      "%s",
      "-n",
      "--",
      "\x01\x1b[0m",
      "é漢字",
      "a'b\"c\\d$e`f",
  };
  EXPECT_EQ(through_shell(join_words(words)), nul_separated(words));
}

TEST(SplitWords, ReadsWhatTheShellReads) {
  const Strings lines = {
      R"(a 'b c' "d \" e" f\ g)",
      R"("\a\$\`\\" \a\$ '\a')",
      "a\\\nb \"c\\\nd\" 'e\\\nf'",
      R"('a'"'"'b' '' "")",
      R"(--x='{"a": "b c"}' "--y={\"a\": 1}")",
  };
  for (const std::string& line : lines) {
    EXPECT_EQ(through_shell(line), nul_separated(texts(split_words(line)))) << line;
  }
}

}  // namespace
}  // namespace atomesh
