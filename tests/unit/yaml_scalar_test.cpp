#include <gtest/gtest.h>

#include "atomesh/yaml.hpp"

namespace atomesh::yaml {
namespace {

/// Spellings that are read alike. `type_1_1` is what PyYAML 6.0's SafeLoader resolves them to, asked once; `<<` and `=`
/// have types of their own there, which no value can have.
struct Reading {
  Type type_1_1;
  Type type_1_2;
  bool ambiguous;
  std::vector<std::string_view> spellings;
};

const std::vector<Reading>& readings() {
  static const std::vector<Reading> table = {
      {Type::null, Type::null, false, {"null", "Null", "NULL", "~", ""}},
      {Type::boolean, Type::boolean, false, {"true", "True", "TRUE", "false", "False", "FALSE"}},
      {Type::boolean, Type::text, true, {"yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"}},
      {Type::text, Type::text, true, {"y", "Y", "n", "N", "<<", "="}},
      {Type::text,
       Type::text,
       false,
       {"none",
        "None",
        "NONE",
        "nil",
        "Nil",
        "NIL",
        "nan",
        "Nan",
        "NAN",
        "inf",
        "Inf",
        "INF",
        "tRue",
        "yEs",
        "oN",
        "nUll",
        "TrUE",
        "-0o17",
        "0o8",
        "0O17",
        "0X80",
        "0x",
        "0xg",
        "0b",
        "0b2",
        "0B1",
        "_1",
        "0_8",
        "12e",
        "0x1.8",
        "1,000",
        "1a",
        "a1",
        "-",
        "+",
        "--",
        "+-",
        ".",
        "..",
        "-.",
        "+.",
        ".5.",
        "1.5.2",
        "1.2.3",
        "0.3.1",
        ".e1",
        "._5",
        "_.5",
        "0x1.5",
        "1.5f",
        "1e",
        "1e+",
        "1.e",
        "1.0e",
        "1.0e+",
        "1.5e+1_0",
        "1e1.5",
        ".iNF",
        ".Nan",
        "-.nan",
        "-inf",
        ".in",
        ".infx",
        "1.inf",
        "1:60",
        "01:30",
        "1:30.5.5",
        "1:3_0",
        ":30",
        "1:",
        "1::",
        "0:30",
        "00:30",
        "10.0.0.1:8000",
        "1:99",
        "1:30e+1",
        "2026-1-2",
        "2026-01-2",
        "2026-01-02T10:20:30 z",
        "2026-01-02 10:20",
        "2026-01-02 ",
        "2026-01-02T",
        "2026-01-02T10:20:30+011",
        "2026-01-02T10:20:30+01:0",
        "2026-01-02T10:20:30 x",
        "226-01-02",
        "12026-01-02",
        "2026/01/02",
        "2026-01-021",
        "2026-01-02-03",
        "2026-01-02T1:2:3",
        "2026-01-02T10:20:30+",
        "2026-01-02T10:20:30 ",
        "<",
        "==",
        "text",
        "two words",
        "--flag",
        "-tp",
        "v0.1.0",
        "mooncake",
        "fp8",
        "e4m3",
        "${HOST_IP}",
        "a:b",
        "é",
        "true ",
        "1 ",
        "/path/x",
        "NaN",
        "Infinity",
        "0.0.0.0",
        "1st",
        "3d",
        "#x",
        "yes please",
        "on-off",
        "1/2",
        "50%",
        "1k",
        "1-2",
        "1+1"}},
      {Type::integer,
       Type::integer,
       false,
       {"0", "1", "12", "128", "-1", "+1", "-0", "+0", "9223372036854775808", "123456789012345678901234567890",
        "20260102"}},
      {Type::integer,
       Type::integer,
       true,
       {"00", "01", "007", "017", "-017", "+017", "0x80", "0xfF", "000", "0xDEADBEEF"}},
      {Type::text, Type::integer, true, {"08", "09", "-08", "0o17"}},
      {Type::integer, Type::text, true, {"-0x1",     "+0x1", "0x_",   "0x_1",  "0b1",    "0b1_0",     "-0b1",
                                         "1_000",    "1_",   "0_",    "0_7",   "1__2",   "1:30",      "12:30",
                                         "12:30:45", "1:5",  "-1:30", "+1:30", "1_0:30", "190:20:30", "20:59:59"}},
      {Type::floating, Type::floating, false, {"1.5",    "0.85",  "0.80",  "1.",    "-1.",  "+1.",  ".5",   "1.0e+3",
                                               "1.0E-3", "1.e+3", ".5e+3", "017.5", "08.5", "00.5", "+1.5", "-1.5",
                                               ".inf",   "-.inf", "+.inf", ".Inf",  ".INF", ".nan", ".NaN", ".NAN"}},
      {Type::text,
       Type::floating,
       true,
       {"-.5", "+.5", "1e3", "1E3", "1e+3", "1e-3", "-1e3", "1.0e3", "1.e3", ".5e3", "1e400"}},
      {Type::floating,
       Type::text,
       true,
       {"1_0.5", "1.5_0", "1_0.5_", ".5_", ".5_0", "1:30.5", "01:30.5", "1:30.", "1:30:59.9"}},
      {Type::timestamp,
       Type::text,
       true,
       {"2026-01-02", "2026-01-02T10:20:30", "2026-01-02t10:20:30Z", "2026-01-02 10:20:30", "2026-01-02\t10:20:30",
        "2026-1-2 1:20:30", "2026-01-02T10:20:30.5", "2026-01-02T10:20:30.", "2026-01-02T10:20:30+01",
        "2026-01-02T10:20:30 +01:00", "2026-01-02T10:20:30-1", "2026-01-02T10:20:30 Z", "2026-01-02  10:20:30",
        "2026-13-45"}},
  };
  return table;
}

TEST(YamlScalar, Type11IsWhatPyYamlResolves) {
  for (const Reading& reading : readings()) {
    for (const std::string_view text : reading.spellings) EXPECT_EQ(type_1_1(text), reading.type_1_1) << text;
  }
}

TEST(YamlScalar, Type12IsTheCoreSchema) {
  for (const Reading& reading : readings()) {
    for (const std::string_view text : reading.spellings) EXPECT_EQ(type_1_2(text), reading.type_1_2) << text;
  }
}

TEST(YamlScalar, AmbiguousWhereTheVersionsDisagree) {
  for (const Reading& reading : readings()) {
    for (const std::string_view text : reading.spellings) EXPECT_EQ(ambiguous(text), reading.ambiguous) << text;
  }
}

// Whatever has different types must be ambiguous: the promise that no reader reads it otherwise.
TEST(YamlScalar, DifferentTypesAreAlwaysAmbiguous) {
  constexpr std::string_view alphabet = "01.:-+eE_xobyn~tT";
  for (const char a : alphabet) {
    for (const char b : alphabet) {
      for (const char c : alphabet) {
        for (const char d : alphabet) {
          const std::string text{a, b, c, d};
          EXPECT_TRUE(type_1_1(text) == type_1_2(text) || ambiguous(text)) << text;
        }
      }
    }
  }
}

}  // namespace
}  // namespace atomesh::yaml
