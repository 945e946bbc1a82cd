// SPEC section 2: flag lists and env lists.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tuning_fixture.hpp"

namespace atomesh::test {
namespace {

TEST(FlagList, IsASequenceOfWordsInOrder) {
  expect_from_file({
      {"flow", "extra_flags", "[--b, x, --a]", "--b x --a"},
      {"numbers as written", "extra_flags", "[--level, 2, --f, 0.80]", "--level 2 --f 0.80"},
      {"word with blanks is one word", "extra_flags", "['a b', '']", "a b "},
      {"nothing", "extra_flags", "[]", ""},
      {"dollar", "extra_flags", "[$HOME, '*', '`id`', ~/x]", "$HOME * `id` ~/x"},
  });
}

TEST(FlagList, IsAStringOfShellWordsWithoutExpansion) {
  Diagnostics diagnostics;
  const auto list = read_flag_text(R"(--a 'b c' "d\"e" f\ g $HOME *.py `id` a;b '')", label("env X"), diagnostics);
  std::vector<std::string> words;
  for (const PlacedWord& word : *list) words.push_back(word.text);
  EXPECT_EQ(words, (std::vector<std::string>{"--a", "b c", "d\"e", "f g", "$HOME", "*.py", "`id`", "a;b", ""}));
  EXPECT_EQ(report(diagnostics), "");
}

TEST(FlagList, WordsKnowTheirPlace) {
  Diagnostics diagnostics;
  const auto document = yaml::parse(
      yaml::make_source("m.yaml", "Tiny:\n  extra_flags: --a  --b\n  kv_cache_flags:\n    - --c\n"), diagnostics);
  const auto model = load_model(*document, *find_model(*document, "Tiny"), diagnostics);
  EXPECT_EQ(describe(model->tuning.shared.extra_flags->value[1].place), "m.yaml:2:21");
  EXPECT_EQ(describe(model->tuning.shared.kv_cache_flags->value[0].place), "m.yaml:4:7");
}

TEST(FlagList, FaultsStandAtTheirWord) {
  expect_from_file({
      {"unclosed quote", "extra_flags", "--level '2",
       R"(m.yaml:2:24: error: unclosed single quote (') in '--level '2' [bad-quoting]
      extra_flags: --level '2
                           ^
    hint: close it, or put a backslash before it to mean the character itself
)"},
      {"a word without a value", "extra_flags", "[--level, ]", "--level"},
      {"null word", "extra_flags", "[--level, ~]",
       R"(m.yaml:2:26: error: extra_flags takes a flag list, not a word without a value [wrong-type]
      extra_flags: [--level, ~]
                             ^
    hint: write '' if it is empty
)"},
      {"list in the list", "extra_flags", "[[--level]]",
       R"(m.yaml:2:17: error: extra_flags takes a flag list, not a word that is a list or mapping [wrong-type]
      extra_flags: [[--level]]
                    ^
)"},
      {"mapping", "extra_flags", "{--level: 2}",
       R"(m.yaml:2:16: error: extra_flags takes a flag list, not a mapping [wrong-type]
      extra_flags: {--level: 2}
                   ^
    hint: write a list of words: [--flag, value]
)"},
      {"ambiguous word", "extra_flags", "[--x, on]",
       R"(m.yaml:2:22: error: YAML 1.1 and 1.2 read 'on' differently [ambiguous-scalar]
      extra_flags: [--x, on]
                         ^~
    hint: write a number in plain decimal, a boolean as true or false; put a text in quotes
)"},
      {"unknown placeholder in a list", "extra_flags", "[a, '${HOST}']",
       R"(m.yaml:2:20: error: nothing is known as ${HOST} [bad-placeholder]
      extra_flags: [a, '${HOST}']
                       ^~~~~~~~~
    hint: known are ${HOST_IP}, ${MODEL_DIR}, ${MODEL_NAME}, ${ROLE}, ${RANK}; for the characters themselves write $${HOST}
)"},
      {"unknown placeholder in a string", "extra_flags", "--ip ${HOSTIP}",
       R"(m.yaml:2:21: error: nothing is known as ${HOSTIP} [bad-placeholder]
      extra_flags: --ip ${HOSTIP}
                        ^~~~~~~~~
    hint: did you mean ${HOST_IP}? For the characters themselves write $${HOSTIP}
)"},
  });
}

TEST(MtpFlags, EndInTheBareCountFlag) {
  expect_from_file({
      {"dashes", "mtp_flags", "[--method, mtp, --num-speculative-tokens]", "--method mtp --num-speculative-tokens"},
      {"underscores", "decode_mtp_flags", "--num_speculative_tokens", "--num_speculative_tokens"},
      {"count given", "mtp_flags", "[--num-speculative-tokens, '3']",
       R"(m.yaml:2:41: error: mtp_flags ends in '3', not in the bare count flag [mtp-flags-end]
      mtp_flags: [--num-speculative-tokens, '3']
                                            ^~~
    hint: end it with --num-speculative-tokens; the number is appended
)"},
      {"count joined", "mtp_flags", "--method mtp --num-speculative-tokens=3",
       R"(m.yaml:2:27: error: mtp_flags ends in '--num-speculative-tokens=3', not in the bare count flag [mtp-flags-end]
      mtp_flags: --method mtp --num-speculative-tokens=3
                              ^~~~~~~~~~~~~~~~~~~~~~~~~~
    hint: end it with --num-speculative-tokens; the number is appended
)"},
      {"empty", "mtp_flags", "[]",
       R"(m.yaml:2:14: error: mtp_flags ends in '', not in the bare count flag [mtp-flags-end]
      mtp_flags: []
                 ^
    hint: end it with --num-speculative-tokens; the number is appended
)"},
  });
}

TEST(EnvList, IsAMappingOrWordsInOrder) {
  expect_from_file({
      {"mapping", "env", "{B: 1, A: x y}", "B=1 A=x y"},
      {"empty value", "env", "{A: ''}", "A="},
      {"words", "tp_dp_env", "B=1 A='x y'", "B=1 A=x y"},
      {"split at the first =", "env", "A=b=c", "A=b=c"},
      {"an empty value is a value", "env", "A= B=2", "A= B=2"},
      {"nothing", "env", "{}", ""},
      {"a secret is not shown", "env", "{HF_TOKEN: abc}", "HF_TOKEN=***"},
  });
}

TEST(EnvList, FaultsStandAtTheirWord) {
  expect_from_file({
      {"no =", "env", "A=1 B", R"(m.yaml:2:12: error: 'B' is not NAME=VALUE [bad-env-word]
      env: A=1 B
               ^
    hint: an env list is NAME=VALUE words separated by blanks; quote a value that holds blanks
)"},
      {"invalid name", "env", "A=1 2C=3", R"(m.yaml:2:12: error: '2C' is not a valid variable name [bad-env-word]
      env: A=1 2C=3
               ^~~~
    hint: letters, digits and _ only, not beginning with a digit
)"},
      {"no name", "env", "A=1 =3", R"(m.yaml:2:12: error: '' is not a valid variable name [bad-env-word]
      env: A=1 =3
               ^~
    hint: letters, digits and _ only, not beginning with a digit
)"},
      {"invalid key", "env", "{A-B: 1}", R"(m.yaml:2:9: error: 'A-B' is not a valid variable name [bad-env-word]
      env: {A-B: 1}
            ^~~
    hint: letters, digits and _ only, not beginning with a digit
)"},
      {"twice", "env", "A=1 A=2", R"(m.yaml:2:12: error: A is set twice in one env list [duplicate-key]
      env: A=1 A=2
               ^~~
    hint: keep one of the two
)"},
      {"unclosed quote", "env", "A=1 B=\"2",
       R"(m.yaml:2:14: error: unclosed double quote (") in 'A=1 B="2' [bad-quoting]
      env: A=1 B="2
                 ^
    hint: close it, or put a backslash before it to mean the character itself
)"},
      {"null value", "env", "{A: }",
       R"(m.yaml:2:9: error: env takes an env list, not a variable without a value [wrong-type]
      env: {A: }
            ^
    hint: write '' if it is empty
)"},
      {"a list", "env", "[A=1]", R"(m.yaml:2:8: error: env takes an env list, not a list [wrong-type]
      env: [A=1]
           ^
    hint: write a mapping: {NAME: value}
)"},
      {"nested", "env", "{A: [1]}",
       R"(m.yaml:2:12: error: env takes an env list, not a variable that is a list or mapping [wrong-type]
      env: {A: [1]}
               ^
)"},
      {"ambiguous value", "env", "{A: 0x10}",
       R"(m.yaml:2:12: error: YAML 1.1 and 1.2 read '0x10' differently [ambiguous-scalar]
      env: {A: 0x10}
               ^~~~
    hint: write a number in plain decimal, a boolean as true or false; put a text in quotes
)"},
      {"unknown placeholder", "env", "A=1 B=${HOST}",
       R"(m.yaml:2:12: error: nothing is known as ${HOST} [bad-placeholder]
      env: A=1 B=${HOST}
               ^~~~~~~~~
    hint: known are ${HOST_IP}, ${MODEL_DIR}, ${MODEL_NAME}, ${ROLE}, ${RANK}; for the characters themselves write $${HOST}
)"},
      {"unknown placeholder in a mapping", "env", "{A: '${RANKS}'}",
       R"(m.yaml:2:12: error: nothing is known as ${RANKS} [bad-placeholder]
      env: {A: '${RANKS}'}
               ^~~~~~~~~~
    hint: did you mean ${RANK}? For the characters themselves write $${RANKS}
)"},
      {"placeholder not closed", "env", "A=${HOST_IP",
       R"(m.yaml:2:8: error: '${HOST_IP' is not closed with } [bad-placeholder]
      env: A=${HOST_IP
           ^~~~~~~~~~~
    hint: write $$ for a plain $ before {
)"},
  });
}

}  // namespace
}  // namespace atomesh::test
