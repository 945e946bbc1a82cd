// SPEC section 2: the values of scalar and JSON keys.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tuning_fixture.hpp"

namespace atomesh::test {
namespace {

TEST(Scalars, KeepTheirSourceText) {
  expect_from_file({
      {"plain integer", "block_size", "128", "128"},
      {"quoted integer", "block_size", "\"128\"", "128"},
      {"single quotes", "block_size", "'128'", "128"},
      {"trailing zero stays", "mem_frac_static", "0.80", "0.80"},
      {"one is a share", "mem_frac_static", "1", "1"},
      {"1.0 too", "mem_frac_static", "\"1.0\"", "1.0"},
      {"exponent that both YAMLs read", "mem_frac_static", "8.5e-1", "8.5e-1"},
      {"zero delay", "scheduler_delay_factor", "0", "0"},
      {"delay", "scheduler_delay_factor", "2.50", "2.50"},
      {"long", "max_model_len", "1048576", "1048576"},
      {"comment behind", "block_size", "128  # tokens", "128"},
      {"true", "enable_prefix_caching", "true", "true"},
      {"False quoted", "enable_prefix_caching", "'False'", "false"},
  });
}

TEST(Scalars, EmptyOrNullIsNotSet) {
  for (const TuningKey& key : tuning_keys()) {
    for (const std::string_view value : {"", "~", "null", "\"\"", "''"}) {
      EXPECT_EQ(from_file(key.name, value), "unset") << key.name << ": " << value;
    }
    EXPECT_EQ(from_text(key.name, ""), "unset") << key.name;
  }
  EXPECT_EQ(from_file("extra_flags", "'  '"), "unset");
  EXPECT_EQ(from_text("env", " \t"), "unset");
}

TEST(Scalars, ReadDifferentlyByTheTwoYamlsAreErrors) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"block_size", "0x80"},      {"block_size", "017"},           {"block_size", "1_000"},
      {"block_size", "12:30"},     {"enable_prefix_caching", "on"}, {"enable_prefix_caching", "yes"},
      {"mem_frac_static", "1e-1"}, {"extra_flags", "0o17"}};
  for (const auto& [key, value] : cases) {
    const std::string carets = '^' + std::string(value.size() - 1, '~');
    EXPECT_EQ(
        from_file(key, value),
        fmt::format("m.yaml:2:{}: error: YAML 1.1 and 1.2 read '{}' differently [ambiguous-scalar]\n"
                    "      {}: {}\n{:{}}{}\n"
                    "    hint: write a number in plain decimal, a boolean as true or false; put a text in quotes\n",
                    key.size() + 5, value, key, value, "", key.size() + 8, carets));
  }
}

TEST(Scalars, OutOfRangeOrOfAnotherKindAreErrors) {
  expect_from_file({
      {"zero", "block_size", "0", R"(m.yaml:2:15: error: '0' is not a positive whole number [bad-value]
      block_size: 0
                  ^
    hint: write plain decimal digits, such as 128
)"},
      {"negative", "max_model_len", "-1", R"(m.yaml:2:18: error: '-1' is not a positive whole number [bad-value]
      max_model_len: -1
                     ^~
    hint: write plain decimal digits, such as 128
)"},
      {"fraction", "max_num_seqs", "2.5", R"(m.yaml:2:17: error: '2.5' is not a positive whole number [bad-value]
      max_num_seqs: 2.5
                    ^~~
    hint: write plain decimal digits, such as 128
)"},
      {"words", "max_num_batched_tokens", "many",
       R"(m.yaml:2:27: error: 'many' is not a positive whole number [bad-value]
      max_num_batched_tokens: many
                              ^~~~
    hint: write plain decimal digits, such as 128
)"},
      {"blank in quotes", "block_size", "' 128'",
       R"(m.yaml:2:15: error: ' 128' is not a positive whole number [bad-value]
      block_size: ' 128'
                  ^~~~~~
    hint: write plain decimal digits, such as 128
)"},
      {"ambiguous even in quotes", "block_size", "'0128'",
       R"(m.yaml:2:15: error: '0128' is not a positive whole number [bad-value]
      block_size: '0128'
                  ^~~~~~
    hint: write plain decimal digits, such as 128
)"},
      {"more than 64 bits", "max_model_len", "99999999999999999999",
       R"(m.yaml:2:18: error: '99999999999999999999' is not a positive whole number [bad-value]
      max_model_len: 99999999999999999999
                     ^~~~~~~~~~~~~~~~~~~~
    hint: write plain decimal digits, such as 128
)"},
      {"nothing of the memory", "mem_frac_static", "0.0",
       R"(m.yaml:2:20: error: '0.0' is not a number above 0 and at most 1 [bad-value]
      mem_frac_static: 0.0
                       ^~~
    hint: write it like 0.85
)"},
      {"more than the memory", "mem_frac_static", "1.01",
       R"(m.yaml:2:20: error: '1.01' is not a number above 0 and at most 1 [bad-value]
      mem_frac_static: 1.01
                       ^~~~
    hint: write it like 0.85
)"},
      {"percent", "mem_frac_static", "85%",
       R"(m.yaml:2:20: error: '85%' is not a number above 0 and at most 1 [bad-value]
      mem_frac_static: 85%
                       ^~~
    hint: write it like 0.85
)"},
      {"no digit before the point", "mem_frac_static", "'.85'",
       R"(m.yaml:2:20: error: '.85' is not a number above 0 and at most 1 [bad-value]
      mem_frac_static: '.85'
                       ^~~~~
    hint: write it like 0.85
)"},
      {"negative delay", "scheduler_delay_factor", "-0.5",
       R"(m.yaml:2:27: error: '-0.5' is not a number of 0 or more [bad-value]
      scheduler_delay_factor: -0.5
                              ^~~~
    hint: write it like 0.5
)"},
      {"a number as boolean", "enable_prefix_caching", "1", R"(m.yaml:2:26: error: '1' is not a boolean [bad-value]
      enable_prefix_caching: 1
                             ^
    hint: write true or false
)"},
      {"quoted yes", "enable_prefix_caching", "'yes'", R"(m.yaml:2:26: error: 'yes' is not a boolean [bad-value]
      enable_prefix_caching: 'yes'
                             ^~~~~
    hint: write true or false
)"},
      {"a list", "block_size", "[128]", R"(m.yaml:2:15: error: block_size takes a positive int, not a list [wrong-type]
      block_size: [128]
                  ^
)"},
      {"a mapping", "enable_prefix_caching", "{on: true}",
       R"(m.yaml:2:26: error: enable_prefix_caching takes a bool, not a mapping [wrong-type]
      enable_prefix_caching: {on: true}
                             ^
)"},
  });
}

TEST(Scalars, OfVariablesTakeTheirOwnBooleans) {
  for (const std::string_view yes : {"true", "TRUE", "1", "yes", "Yes"}) {
    EXPECT_EQ(from_text("enable_prefix_caching", yes), "true") << yes;
  }
  for (const std::string_view no : {"false", "False", "0", "no", "NO"}) {
    EXPECT_EQ(from_text("enable_prefix_caching", no), "false") << no;
  }
  expect_from_text({
      {"on", "enable_prefix_caching", "on", R"(env X: error: 'on' is not a boolean [bad-value]
    hint: write true or false
)"},
      {"hex", "block_size", "0x80", R"(env X: error: '0x80' is not a positive whole number [bad-value]
    hint: write plain decimal digits, such as 128
)"},
      {"number", "mem_frac_static", "0.90", "0.90"},
  });
}

TEST(JsonObject, IsAMappingOrAStringByteForByte) {
  expect_from_file({
      {"mapping, compact, in order", "hf_overrides", "{b: 1, a: [x, true, ~], c: {d: 0.50}}",
       R"({"b":1,"a":["x",true,null],"c":{"d":0.50}})"},
      {"string as it is", "hf_overrides", R"('{ "b" : 1,"a":"\u00e9" }')", R"({ "b" : 1,"a":"\u00e9" })"},
      {"placeholders are not expanded", "online_quant_config", R"('{"a":"${X}"}')", R"({"a":"${X}"})"},
      {"empty object", "kv_transfer_config", "{}", "{}"},
  });
}

TEST(JsonObject, FaultsSayWhatAndWhere) {
  expect_from_file({
      {"left-over quote", "hf_overrides", R"("'{\"a\": 1}'")",
       R"(m.yaml:2:18: error: JSON: starts with a quote character (') left over from a shell [bad-json]
      hf_overrides: "'{\"a\": 1}'"
                     ^
    hint: remove the quotes around the JSON: no shell reads it
)"},
      {"trailing text", "hf_overrides", R"('{"a": 1} x')",
       R"(m.yaml:2:27: error: JSON: text after the object: `x` [bad-json]
      hf_overrides: '{"a": 1} x'
                              ^
)"},
      {"not an object", "hf_overrides", "'[1]'", R"(m.yaml:2:18: error: JSON: is a list, not an object [bad-json]
      hf_overrides: '[1]'
                     ^
    hint: write {"name": value}
)"},
      {"comma at the end", "hf_overrides", R"('{"a": 1,}')",
       R"(m.yaml:2:26: error: JSON: a comma with nothing between it and `}` [bad-json]
      hf_overrides: '{"a": 1,}'
                             ^
    hint: remove the comma
)"},
      {"a YAML list", "hf_overrides", "[1]",
       R"(m.yaml:2:17: error: hf_overrides takes a JSON object, not a list [wrong-type]
      hf_overrides: [1]
                    ^
)"},
      {"ambiguous inside", "hf_overrides", "{a: 0x10}",
       R"(m.yaml:2:21: error: YAML 1.1 and 1.2 read '0x10' differently [ambiguous-scalar]
      hf_overrides: {a: 0x10}
                        ^~~~
    hint: write a plain decimal number, or quote it if it is text
)"},
      {"no JSON number", "hf_overrides", "{a: .5}",
       R"(m.yaml:2:21: error: JSON cannot write the number '.5' [wrong-type]
      hf_overrides: {a: .5}
                        ^~
    hint: write 0.5
)"},
  });
}

TEST(CaptureSizes, AreAListOrItsText) {
  expect_from_file({
      {"list", "cudagraph_capture_sizes", "[1, 2, 4]", "[1,2,4]"},
      {"text as it is", "cudagraph_capture_sizes", "'[1, 2,4]'", "[1, 2,4]"},
      {"zero", "cudagraph_capture_sizes", "'[1, 0]'",
       R"(m.yaml:2:33: error: JSON: `0` is not a whole number above 0 [bad-json]
      cudagraph_capture_sizes: '[1, 0]'
                                    ^
)"},
      {"numbers may be quoted", "cudagraph_capture_sizes", "['1', \"2\", 4]", "[1,2,4]"},
      {"every bad size of a list", "cudagraph_capture_sizes", "[1, 0, -1, [2], ~]",
       R"(m.yaml:2:32: error: '0' is not a positive whole number [bad-value]
      cudagraph_capture_sizes: [1, 0, -1, [2], ~]
                                   ^
    hint: write plain decimal digits, such as 128
m.yaml:2:35: error: '-1' is not a positive whole number [bad-value]
      cudagraph_capture_sizes: [1, 0, -1, [2], ~]
                                      ^~
    hint: write plain decimal digits, such as 128
m.yaml:2:39: error: cudagraph_capture_sizes takes a list of positive ints, not a size without a plain value [wrong-type]
      cudagraph_capture_sizes: [1, 0, -1, [2], ~]
                                          ^
m.yaml:2:44: error: cudagraph_capture_sizes takes a list of positive ints, not a size without a plain value [wrong-type]
      cudagraph_capture_sizes: [1, 0, -1, [2], ~]
                                               ^
)"},
      {"an empty list", "cudagraph_capture_sizes", "[]",
       R"(m.yaml:2:28: error: cudagraph_capture_sizes takes a list of positive ints, not an empty list [wrong-type]
      cudagraph_capture_sizes: []
                               ^
    hint: write [1, 2, 4, 8]
)"},
      {"empty", "cudagraph_capture_sizes", "'[]'", R"(m.yaml:2:29: error: JSON: is an empty list [bad-json]
      cudagraph_capture_sizes: '[]'
                                ^
    hint: write [1,2,4,8]
)"},
      {"one number", "cudagraph_capture_sizes", "8", R"(m.yaml:2:28: error: JSON: is a number, not a list [bad-json]
      cudagraph_capture_sizes: 8
                               ^
    hint: write [1,2,4,8]
)"},
      {"a mapping", "cudagraph_capture_sizes", "{a: 1}",
       R"(m.yaml:2:28: error: cudagraph_capture_sizes takes a list of positive ints, not a mapping [wrong-type]
      cudagraph_capture_sizes: {a: 1}
                               ^
)"},
  });
}

}  // namespace
}  // namespace atomesh::test
