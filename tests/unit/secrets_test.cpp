#include <gtest/gtest.h>

#include <array>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

TEST(IsSecretName, JudgesTheLastWord) {
  for (const char* name : {"HF_TOKEN", "hf_token", "OPENAI_API_KEY", "DB_PASSWORD", "X_PASSWD", "AWS_CREDENTIALS",
                           "key", "TOKEN", "CLIENT_SECRET", "api-key", "_KEY"}) {
    EXPECT_TRUE(is_secret_name(name)) << name;
  }
  for (const char* name : {"", "ATOM_DUAL_STREAM_MOE_TOKEN_THRESHOLD", "max_num_batched_tokens", "KEYS", "MONKEY",
                           "TOKEN_", "KEY_FILE", "tokenizer", "PASSWORDLESS"}) {
    EXPECT_FALSE(is_secret_name(name)) << name;
  }
}

TEST(MaskValue, HidesAllOfASecretAndPartsOfTheRest) {
  EXPECT_EQ(mask_value("HF_TOKEN", "a b, c"), "***");
  EXPECT_EQ(mask_value("HOME", "/root"), "/root");
  EXPECT_EQ(mask_value("PROXY", "http://u:p@192.0.2.1:3128"), "http://***@192.0.2.1:3128");
}

struct MaskCase {
  std::string name;
  std::string text;
  std::string masked;
};

void expect_masked(const std::vector<MaskCase>& cases) {
  for (const MaskCase& test : cases) {
    EXPECT_EQ(mask_text(test.text), test.masked) << test.name;
    EXPECT_EQ(mask_text(test.masked), test.masked) << test.name << ", masked again";
  }
}

TEST(MaskText, HidesTokens) {
  expect_masked({
      {"alone", "hf_aBcDeFgH", "***"},
      {"in a sentence", "token 'hf_abcdefghijklmnop' was refused", "token '***' was refused"},
      {"glued to something", "Bearer=xhf_0123456789/", "Bearer=x***/"},
      {"twice", "hf_abcdefgh1 hf_abcdefgh2", "*** ***"},
      {"of lower case only", "hf_swordfishes", "***"},
  });
}

TEST(MaskText, HidesUsersOfUrls) {
  expect_masked({
      {"user and password", "http://user:pass@192.0.2.1:80/a@b", "http://***@192.0.2.1:80/a@b"},
      {"a user alone", "ssh://git@node-a/x", "ssh://***@node-a/x"},
      {"an at sign in the password", "http://u:p@ss@node-a", "http://***@node-a"},
      {"two", "http://u:p@a,https://v:q@b", "http://***@a,https://***@b"},
      {"in JSON", R"({"proxy":"http://u:p@node-a"})", R"({"proxy":"http://***@node-a"})"},
      {"with escaped slashes", R"({"proxy":"http:\/\/u:p@node-a\/x"})", R"({"proxy":"http:\/\/***@node-a\/x"})"},
  });
}

TEST(MaskText, HidesAssignedValues) {
  expect_masked({
      {"bare", "HF_TOKEN=swordfish B=2", "HF_TOKEN=*** B=2"},
      {"to the end", "export HF_TOKEN=swordfish", "export HF_TOKEN=***"},
      {"in single quotes", "HF_TOKEN='sword fish' B=2", "HF_TOKEN='***' B=2"},
      {"in double quotes", R"(HF_TOKEN="sword \" fish" B=2)", R"(HF_TOKEN="***" B=2)"},
      {"a quoted word", "env 'HF_TOKEN=sword fish' B=2", "env 'HF_TOKEN=***' B=2"},
      {"a quoted word with a quote in it", R"('HF_TOKEN=a'\''b c' B=2)", "'HF_TOKEN=***' B=2"},
      {"quoted parts", R"(HF_TOKEN=a"b c"'d e' B=2)", "HF_TOKEN=*** B=2"},
      {"a list of assignments", "A=1,HF_TOKEN=x,B=2", "A=1,HF_TOKEN=***,B=2"},
      {"a comma in the value", "HF_TOKEN=a,b B=2", "HF_TOKEN=*** B=2"},
      {"a comma of the sentence", "HF_TOKEN=a, B=2", "HF_TOKEN=***, B=2"},
      {"an option", "--api-key=abc --tp 8", "--api-key=*** --tp 8"},
      {"an option with an assignment", "--env=API_KEY=abc --tp 8", "--env=API_KEY=*** --tp 8"},
      {"a plain word", "token=abc password=def", "token=*** password=***"},
      {"a quote that is never closed", "HF_TOKEN='abc def", "HF_TOKEN='***"},
      {"a message", "bad word 'API_KEY=abc' in env", "bad word 'API_KEY=***' in env"},
      {"a longer name", "MY.HF_TOKEN=abc", "MY.HF_TOKEN=***"},
      {"lines", "A=1\nHF_TOKEN=x\nB=2\n", "A=1\nHF_TOKEN=***\nB=2\n"},
  });
}

TEST(MaskText, HidesMembers) {
  expect_masked({
      {"YAML", "  HF_TOKEN: sword fish", "  HF_TOKEN: ***"},
      {"YAML list", "- API_KEY: sword fish\n- B: 2", "- API_KEY: ***\n- B: 2"},
      {"YAML in quotes", R"(  HF_TOKEN: "sword fish"  # note)", R"(  HF_TOKEN: "***"  # note)"},
      {"YAML, quoted name", R"(  "HF_TOKEN": sword fish)", R"(  "HF_TOKEN": ***)"},
      {"YAML flow", "env: {API_KEY: abc, B: 2}", "env: {API_KEY: ***, B: 2}"},
      {"in a sentence", "got HF_TOKEN: abc and more", "got HF_TOKEN: *** and more"},
      {"JSON", R"({"api_key":"a b","n":1})", R"({"api_key":"***","n":1})"},
      {"JSON with blanks", R"({"api_key" : "a, b" , "n": 1})", R"({"api_key" : "***" , "n": 1})"},
      {"JSON with an escaped quote", R"({"api_key":"a\"b","n":1})", R"({"api_key":"***","n":1})"},
      {"JSON with a backslash at the end", R"({"api_key":"a\\","n":1})", R"({"api_key":"***","n":1})"},
      {"JSON, a number", R"({"api_key":12,"n":1})", R"({"api_key":***,"n":1})"},
      {"JSON, the last number", R"({"api_key":12})", R"({"api_key":***})"},
      {"JSON, a plain word", R"({"key":"abc","token":"def"})", R"({"key":"***","token":"***"})"},
      {"JSON, lines", "{\"api_key\":\n  \"abc\"}", "{\"api_key\":\n  \"***\"}"},
      {"Python", "{'api_key': 'a b', 'n': 1}", "{'api_key': '***', 'n': 1}"},
      {"JSON in single quotes", R"(--hf-overrides '{"api_key":"a b"}' -x)", R"(--hf-overrides '{"api_key":"***"}' -x)"},
      {"JSON in single quotes, with one", R"('{"api_key":"a'\''b c"}' -x)", R"('{"api_key":"***"}' -x)"},
      {"JSON in double quotes", R"("{\"api_key\":\"a b\",\"n\":1}")", R"("{\"api_key\":\"***\",\"n\":1}")"},
      {"JSON in JSON, with a quote in it", R"("{\"api_key\":\"a\\\"b\"}")", R"("{\"api_key\":\"***\"}")"},
      {"JSON in double quotes in JSON", R"({"a":"\"{\\\"api_key\\\":\\\"x y\\\"}\""})",
       R"({"a":"\"{\\\"api_key\\\":\\\"***\\\"}\""})"},
      {"JSON, cut", R"({"api_key":"abc def)", R"({"api_key":"***)"},
  });
}

TEST(MaskText, ReadsEscapedNames) {
  expect_masked({
      {"JSON", R"({"api\u005fkey":"a b","n":1})", R"({"api\u005fkey":"***","n":1})"},
      {"all of the last word", R"({"\u006B\u0065\u0079":"a"})", R"({"\u006B\u0065\u0079":"***"})"},
      {"JSON in JSON", R"("{\"api\\u005fkey\":\"a b\"}")", R"("{\"api\\u005fkey\":\"***\"}")"},
      {"YAML", R"("api\x5fkey": a b)", R"("api\x5fkey": ***)"},
      {"YAML, long", R"("api\U0000005fkey": "a b")", R"("api\U0000005fkey": "***")"},
  });
  const std::string cut = R"({"api\u005":"a","api\u00e9key":"b","\":"c"})";
  EXPECT_EQ(mask_text(cut), cut);
}

TEST(MaskText, HidesListsAndMappings) {
  expect_masked({
      {"JSON list", R"({"api_key":["a","b ]"],"n":1})", R"({"api_key":***,"n":1})"},
      {"JSON object", R"({"token":{"a":{"b":"c"},"d":"e"},"n":1})", R"({"token":***,"n":1})"},
      {"in quotes of a shell", R"("{\"token\":[\"a\",\"b\"],\"n\":1}")", R"("{\"token\":***,\"n\":1}")"},
      {"YAML flow", "env: {API_KEY: [a, b], B: 2}", "env: {API_KEY: ***, B: 2}"},
      {"never closed", R"({"api_key":["a", {"b": 1])", R"({"api_key":***)"},
  });
}

TEST(MaskText, HidesValuesOfOptions) {
  expect_masked({
      {"running text", "--api-key abc --tp 8", "--api-key *** --tp 8"},
      {"a plain word", "run --token abc", "run --token ***"},
      {"quoted", "--api-key 'a b' --tp 8", "--api-key '***' --tp 8"},
      {"a comma in the value", "--api-key a,b", "--api-key ***"},
      {"lines", "--api-key\nabc\n--tp\n", "--api-key\n***\n--tp\n"},
      {"a JSON list", R"(["--api-key", "abc", "--tp"])", R"(["--api-key", "***", "--tp"])"},
      {"a YAML list", "flags: [--api-key, abc, --tp]", "flags: [--api-key, ***, --tp]"},
      {"the end of a YAML list", "flags: [--api-key, abc]", "flags: [--api-key, ***]"},
      {"a YAML list with quotes", "flags: [--api-key, 'a b', '--tp']", "flags: [--api-key, '***', '--tp']"},
      {"a quoted text", R"(flags: "--api-key abc")", R"(flags: "--api-key ***")"},
      {"quotes in a quoted text", R"(flags: "--api-key 'a b' --tp 8")", R"(flags: "--api-key '***' --tp 8")"},
      {"quoted words", "'--api-key' 'abc' -x", "'--api-key' '***' -x"},
  });
}

TEST(MaskText, LeavesTheRestAlone) {
  const auto texts = std::to_array<std::string>({
      "",
      "unknown key: 'blok_size'",
      "unknown key 'blok_size' [unknown-key]",
      "duplicate key 'a': first given in line 3 [duplicate-key]",
      "missing-key: 2",
      "the key 'x' is given twice",
      "key: the name of a setting",
      "the token: one word",
      "write --set key=value",
      "ATOM_DUAL_STREAM_MOE_TOKEN_THRESHOLD=1024 B=1",
      "ATOM_DUAL_STREAM_MOE_TOKEN_THRESHOLD: 1024",
      "max_num_batched_tokens=8192",
      R"({"num_speculative_tokens":3,"keys":"a"})",
      "unknown key 'hf_overides': did you mean 'hf_overrides'?",
      "--hf_overrides decode_hf_overrides",
      "hf_short hf_1234567",
      "HF_TOKEN= B=1",
      "HF_TOKEN: ",
      R"({"api_key":"","n":1})",
      "HF_TOKEN is not set",
      "env HF_TOKEN",
      "configs/api_key:12:3",
      "'--api-key' needs a value",
      "--api-key --tp 8",
      "[--api-key, --tp, 8]",
      "http://192.0.2.1:8000/v1?user=a@b",
      "see https://node-a/ or mail a@b",
      "a://b",
  });
  for (const std::string& text : texts) EXPECT_EQ(mask_text(text), text);
}

TEST(MaskWords, HidesValuesThatFollowTheirOption) {
  const std::vector<std::string> words = {
      "env",          "HF_TOKEN=a b, c", "--api-key",          "x y",  "--token", "--tp", "8", "--api-key=a b",
      "hf_overrides", "http://u:p@h",    R"({"api_key":"a"})", "--key"};
  EXPECT_EQ(mask_words(words), (std::vector<std::string>{"env", "HF_TOKEN=***", "--api-key", "***", "--token", "--tp",
                                                         "8", "--api-key=***", "hf_overrides", "http://***@h",
                                                         R"({"api_key":"***"})", "--key"}));
  // A secret may begin with a dash; only what looks like the next option is not taken for it.
  const std::vector<std::string> dash = {"--api-key", "-x"};
  EXPECT_EQ(mask_words(dash), (std::vector<std::string>{"--api-key", "***"}));
}

}  // namespace
}  // namespace atomesh
