#include <gtest/gtest.h>

#include "atomesh/json.hpp"
#include "unit/yaml_helpers.hpp"

namespace atomesh::json {
namespace {

struct Result {
  std::string json;
  std::vector<std::string> findings;
};

Result convert(std::string_view text) {
  yaml::Parsed parsed = yaml::parse_text(text);
  if (!parsed.document) return {"", yaml::lines_of(parsed.diagnostics)};
  std::string json = from_yaml(*parsed.document, *parsed.document->root, parsed.diagnostics);
  return {std::move(json), yaml::lines_of(parsed.diagnostics)};
}

struct JsonCase {
  std::string name;
  std::string yaml;
  std::string json;
};

TEST(FromYaml, CompactJson) {
  const std::vector<JsonCase> cases = {
      {"key order is kept", "z: 1\na: {c: [x, 2], b: 3}\n", R"({"z":1,"a":{"c":["x",2],"b":3}})"},
      {"empty", "a: {}\nb: []\n", R"({"a":{},"b":[]})"},
      {"booleans", "[true, True, TRUE, false, False, FALSE]\n", "[true,true,true,false,false,false]"},
      {"null", "[~, null, Null, NULL]\n", "[null,null,null,null]"},
      {"no value", "a:\n", R"({"a":null})"},
      {"numbers as written", "[0, -1, 0.80, 1.50, -0.0, 1.0e+3, 2.5E-3]\n", "[0,-1,0.80,1.50,-0.0,1.0e+3,2.5E-3]"},
      {"large numbers", "[123456789012345678901234567890]\n", "[123456789012345678901234567890]"},
      {"quoted is text", "['1', \"true\", '~', '', '017']\n", R"(["1","true","~","","017"])"},
      {"tagged is text", "[!!str 1, !!str on]\n", R"(["1","on"])"},
      {"text", "[a b, 1.2.3, fp8, --x]\n", R"(["a b","1.2.3","fp8","--x"])"},
      {"characters to escape", "a: \"\\\"\\\\\\n\\x01\"\n", R"({"a":"\"\\\n\u0001"})"},
      {"not ASCII", "é: ü\n", R"({"é":"ü"})"},
      {"keys are text", "1: a\ntrue: b\n'on': c\n", R"({"1":"a","true":"b","on":"c"})"},
      {"aliases", "a: &x [1]\nb: *x\n", R"({"a":[1],"b":[1]})"},
      {"merged entries", "a: &x {k: 1}\nb: {l: 2, <<: *x}\n", R"({"a":{"k":1},"b":{"l":2,"k":1}})"},
      {"scalar", "text\n", R"("text")"},
      {"block", "a: |\n  b\n  c\n", R"({"a":"b\nc\n"})"},
  };
  for (const JsonCase& test : cases) {
    const Result result = convert(test.yaml);
    EXPECT_EQ(result.json, test.json) << test.name;
    EXPECT_EQ(result.findings, std::vector<std::string>{}) << test.name;
  }
}

struct FaultCase {
  std::string yaml;
  std::string finding;
};

TEST(FromYaml, RefusesAmbiguousScalars) {
  const std::vector<FaultCase> cases = {
      {"a: on\n",
       "1:4+2 ambiguous-scalar: YAML 1.1 and 1.2 read 'on' differently | write true, or quote it if it is text"},
      {"a: No\n",
       "1:4+2 ambiguous-scalar: YAML 1.1 and 1.2 read 'No' differently | write false, or quote it if it is text"},
      {"a: y\n",
       "1:4+1 ambiguous-scalar: YAML 1.1 and 1.2 read 'y' differently | write true, or quote it if it is text"},
      {"a: 0x80\n",
       "1:4+4 ambiguous-scalar: YAML 1.1 and 1.2 read '0x80' differently | "
       "write a plain decimal number, or quote it if it is text"},
      {"a: 1e3\n",
       "1:4+3 ambiguous-scalar: YAML 1.1 and 1.2 read '1e3' differently | "
       "write a plain decimal number, or quote it if it is text"},
      {"a: 12:30\n",
       "1:4+5 ambiguous-scalar: YAML 1.1 and 1.2 read '12:30' differently | "
       "write a plain decimal number, or quote it if it is text"},
      {"a: 2026-01-02\n",
       "1:4+10 ambiguous-scalar: YAML 1.1 and 1.2 read '2026-01-02' differently | quote it if it is text"},
      {"a: =\n", "1:4+1 ambiguous-scalar: YAML 1.1 and 1.2 read '=' differently | quote it if it is text"},
      {"on: a\n", "1:1+2 ambiguous-scalar: YAML 1.1 and 1.2 read 'on' differently | quote it"},
  };
  for (const FaultCase& test : cases) {
    const Result result = convert(test.yaml);
    EXPECT_EQ(result.findings, std::vector<std::string>{test.finding}) << test.yaml;
    EXPECT_EQ(result.json, "") << test.yaml;
  }
}

TEST(FromYaml, RefusesNumbersThatJsonCannotWrite) {
  const std::vector<FaultCase> cases = {
      {"a: .5\n", "1:4+2 wrong-type: JSON cannot write the number '.5' | write 0.5"},
      {"a: 1.\n", "1:4+2 wrong-type: JSON cannot write the number '1.' | write 1.0"},
      {"a: -1.\n", "1:4+3 wrong-type: JSON cannot write the number '-1.' | write -1.0"},
      {"a: +1\n", "1:4+2 wrong-type: JSON cannot write the number '+1' | write 1"},
      {"a: 00.5\n", "1:4+4 wrong-type: JSON cannot write the number '00.5' | write 0.5"},
      {"a: .5e+3\n", "1:4+5 wrong-type: JSON cannot write the number '.5e+3' | write 0.5e+3"},
      {"a: 1.e+3\n", "1:4+5 wrong-type: JSON cannot write the number '1.e+3' | write 1.0e+3"},
      {"a: .inf\n", "1:4+4 wrong-type: JSON cannot write the number '.inf' | quote it if it is text"},
      {"a: .nan\n", "1:4+4 wrong-type: JSON cannot write the number '.nan' | quote it if it is text"},
  };
  for (const FaultCase& test : cases) {
    const Result result = convert(test.yaml);
    EXPECT_EQ(result.findings, std::vector<std::string>{test.finding}) << test.yaml;
    EXPECT_EQ(result.json, "") << test.yaml;
  }
}

TEST(FromYaml, ReportsEverythingInOneRun) { EXPECT_EQ(convert("a: [on, .5, {b: 017}]\nc: off\n").findings.size(), 4U); }

TEST(FromYaml, EarlierErrorsDoNotCount) {
  yaml::Parsed parsed = yaml::parse_text("a: 1\n");
  parsed.diagnostics.add("bad-value", {}, "something else");
  EXPECT_EQ(from_yaml(*parsed.document, *parsed.document->root, parsed.diagnostics), R"({"a":1})");
}

}  // namespace
}  // namespace atomesh::json
