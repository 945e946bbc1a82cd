#include "atomesh/json.hpp"

#include <gtest/gtest.h>

#include <array>

namespace atomesh::json {
namespace {

struct FaultCase {
  std::string text;
  std::string message;
  std::size_t offset;
  std::string hint;
};

void expect_fault(const FaultCase& test, const Fault& fault) {
  EXPECT_EQ(fault.message, test.message) << test.text;
  EXPECT_EQ(fault.offset, test.offset) << test.text;
  EXPECT_EQ(fault.hint, test.hint) << test.text;
}

TEST(CheckObject, AcceptsObjects) {
  const std::string deep = std::string(499, '[') + std::string(499, ']');
  const auto texts = std::to_array<std::string>({
      "{}",
      " \t\r\n{ } \n",
      R"({"a":1,"b":[1,-2.5e3,true,false,null],"c":{"a":{"a":"}]\"'"}}})",
      R"({"a":"é\u00e9\ud83d\ude00","":0})",
      R"({"big":123456789012345678901234567890})",
      R"({"x":{"a":1},"y":{"a":1}})",
      R"({"deep":)" + deep + "}",
  });
  for (const std::string& text : texts) expect_fault({text, "", 0, ""}, check_object(text));
}

TEST(CheckObject, RefusesWhatIsNoObject) {
  const std::string example = R"(write {"name": value})";
  const std::string unquote = "remove the quotes around the JSON: no shell reads it";
  const auto cases = std::to_array<FaultCase>({
      {"", "is empty", 0, example},
      {" \n ", "is empty", 0, example},
      {R"('{"a":1}')", "starts with a quote character (') left over from a shell", 0, unquote},
      {R"("{"a":1}")", "starts with a quote character (\") left over from a shell", 0, unquote},
      {R"("{\"a\":1}")", "starts with a quote character (\") left over from a shell", 0, unquote},
      {R"({"a":1}')", "text after the object: `'`", 7, "a quote character left over from a shell: remove it"},
      {R"( {"a":1} {"b":2})", "text after the object: `{\"b\":2}`", 9, ""},
      {R"({"a":1}})", "text after the object: `}`", 7, ""},
      {R"({} abcdefghijklmnopqrstuvwxyz)", "text after the object: `abcdefghijklmnopqrstuvwx…`", 3, ""},
      {"[1]", "is a list, not an object", 0, example},
      {" \"a\"", "is a string, not an object", 1, example},
      {"-1", "is a number, not an object", 0, example},
      {"true", "is a boolean, not an object", 0, example},
      {"null", "is null, not an object", 0, example},
      {"a=1", "`a=1` is not a JSON object", 0, example},
  });
  for (const FaultCase& test : cases) expect_fault(test, check_object(test.text));
}

TEST(CheckObject, SaysWhatIsWrongInside) {
  const std::string texts = "texts stand in double quotes";
  const auto cases = std::to_array<FaultCase>({
      {R"({"a":NaN})", "a bare NaN, which JSON does not have", 5, "write a finite number"},
      {R"({"a": [-Infinity]})", "a bare -Infinity, which JSON does not have", 7, "write a finite number"},
      {R"({"a":True})", "`True` is not JSON", 5, "write true"},
      {R"({"a":None})", "`None` is not JSON", 5, "write null"},
      {R"({'a':1})", "a single quote (') where JSON has a double quote (\")", 1, "write \"…\" for every text"},
      {R"({a: 1})", "the name `a` is not in double quotes", 1, "write \"a\""},
      {R"({"a":1,b_c :2})", "the name `b_c` is not in double quotes", 7, "write \"b_c\""},
      {R"({"a":)" + std::string(500, '[') + "]}", "is nested more than 500 levels deep", 0,
       "Python would refuse it too"},
      {R"({"api_key":s3cr3t})", "`***` is not a JSON value", 11, texts},
      {R"({"a":per_token})", "`per_token` is not a JSON value", 5, texts},
      {R"({"a":größe})", "`größe` is not a JSON value", 5, texts},
      {R"({"a":nul})", "`nul` is not a JSON value", 5, texts},
      {R"({"a":.5})", "`.5` is not a JSON value", 5, texts},
      {R"({"a":01})", "`01` is not a JSON value", 5, texts},
      {R"({"a":[01]})", "`01` is not a JSON value", 6, texts},
      {R"({"a":1e999})", "`1e999` is not a JSON value", 5, texts},
      {R"({"a":/*c*/1})", "`/` is not a JSON value", 5, texts},
      {R"({"a":1,})", "a comma with nothing between it and `}`", 7, "remove the comma"},
      {R"({"a":[1, ]})", "a comma with nothing between it and `]`", 9, "remove the comma"},
      {R"({"a":1 "bcd":2})", "a comma is missing before `\"bcd\"`", 7, ""},
      {R"({"a":[1 23]})", "a comma is missing before `23`", 8, ""},
      {R"({"a":[1,2})", "unexpected '}'; expected ']'", 9, ""},
      {R"({"a" 1})", "unexpected number literal; expected ':'", 5, ""},
      {R"({"a":1)", "ends before its closing `}`", 6, ""},
      {R"({"a":[1)", "ends before its closing `]`", 7, ""},
      {R"({"a":"bc)", "ends before its closing `\"`", 8, ""},
      {R"({"a":"b\q"})", "invalid string: forbidden character after backslash", 8, ""},
      {"{\"a\":\"b\n\"}", "invalid string: control character U+000A (LF) must be escaped to \\u000A or \\n", 7, ""},
      {"{\"a\":\"\xff\"}", "invalid string: ill-formed UTF-8 byte", 6, ""},
  });
  for (const FaultCase& test : cases) expect_fault(test, check_object(test.text));
}

TEST(CheckObject, RefusesAKeyGivenTwice) {
  const std::string hint = "Python would keep only the last";
  const auto cases = std::to_array<FaultCase>({
      {R"({"a":1,"b":2,"a":3})", "the key 'a' is given twice in one object", 13, hint},
      {R"({"a":"\"a\":","b":{"x":[{"y":1,"\u0079":2}]}})", "the key 'y' is given twice in one object", 31, hint},
  });
  for (const FaultCase& test : cases) expect_fault(test, check_object(test.text));
}

TEST(CheckPositiveInts, AcceptsLists) {
  for (const char* text : {"[1]", " [ 1, 2 ,\n4 ] ", "[8,4,8]"}) {
    expect_fault({text, "", 0, ""}, check_positive_ints(text));
  }
}

TEST(CheckPositiveInts, RefusesTheRest) {
  const std::string example = "write [1,2,4,8]";
  const auto cases = std::to_array<FaultCase>({
      {"", "is empty", 0, example},
      {"[]", "is an empty list", 0, example},
      {"1,2", "is a number, not a list", 0, example},
      {"{\"a\":1}", "is an object, not a list", 0, example},
      {"'[1]'", "starts with a quote character (') left over from a shell", 0,
       "remove the quotes around the JSON: no shell reads it"},
      {"[1,2]]", "text after the list: `]`", 5, ""},
      {"[1,2", "ends before its closing `]`", 4, ""},
      {"[1,,2]", "unexpected ','; expected '[', '{', or a literal", 3, ""},
      {"[1, 0]", "`0` is not a whole number above 0", 4, ""},
      {"[-1]", "`-1` is not a whole number above 0", 1, ""},
      {"[1, 2.0]", "`2.0` is not a whole number above 0", 4, ""},
      {"[1e3]", "`1e3` is not a whole number above 0", 1, ""},
      {"[1,\"2\"]", "`\"2\"` is not a whole number above 0", 3, ""},
      {"[1,[2,3]]", "`[2,3]` is not a whole number above 0", 3, ""},
      {"[true]", "`true` is not a whole number above 0", 1, ""},
      {"[99999999999999999999]", "`99999999999999999999` is not a whole number above 0", 1, ""},
  });
  for (const FaultCase& test : cases) expect_fault(test, check_positive_ints(test.text));
}

TEST(CheckLoads, TakesWhatPythonTakes) {
  const auto texts = std::to_array<std::string>({
      "1",
      " null ",
      "\"a\"",
      "[]",
      "NaN",
      "[NaN,-Infinity , Infinity]",
      R"({"a":NaN,"a":"NaN"})",
      "1e999",
      "[-1.5E+999]",
      R"("\ud800 \uDFFF \\ud")",
      R"({"a":{"a":1,"a":2}})",
  });
  for (const std::string& text : texts) expect_fault({text, "", 0, ""}, check_loads(text));
}

TEST(CheckLoads, RefusesWhatPythonRefuses) {
  const auto cases = std::to_array<FaultCase>({
      {"", "is empty", 0, ""},
      {"\xEF\xBB\xBF{}", "starts with a byte order mark", 0, "remove it"},
      {std::string("1\0", 2), "holds a NUL byte", 1, ""},
      {"tru", "ends before its value is complete", 3, ""},
      {"{'a':1}", "a single quote (') where JSON has a double quote (\")", 1, "write \"…\" for every text"},
      {"nan", "a bare nan, which JSON does not have", 0, "write a finite number"},
      {"-NaN", "`-` is not a JSON value", 0, "texts stand in double quotes"},
      {"1NaN", "unexpected number literal; expected end of input", 2, ""},
      {R"({"a":1} x)", "`x` is not a JSON value", 8, "texts stand in double quotes"},
      {R"("\ud8")", "invalid string: '\\u' must be followed by 4 hex digits", 5, ""},
  });
  for (const FaultCase& test : cases) expect_fault(test, check_loads(test.text));
}

std::string written(const std::vector<Member>& list) {
  std::string text;
  for (const Member& member : list) text += member.key + " -> " + member.value + "\n";
  return text;
}

TEST(Members, KeepsValuesAsTheyAreWritten) {
  EXPECT_EQ(written(members(R"( { "a" : 1.50 , "b\n\u00e9":[1, {"x": "}"}],"c":"a,\"b\"" ,"":{} } )")),
            "a -> 1.50\nb\né -> [1, {\"x\": \"}\"}]\nc -> \"a,\\\"b\\\"\"\n -> {}\n");
  EXPECT_EQ(written(members("{}")), "");
  EXPECT_EQ(written(members(" { } ")), "");
}

TEST(Object, IsCompact) {
  EXPECT_EQ(object({}), "{}");
  EXPECT_EQ(object({{"a", "1"}, {"b \"c\"", "[1, 2]"}}), R"({"a":1,"b \"c\"":[1, 2]})");
}

TEST(Object, IsUndoneByMembers) {
  const std::string text = R"({"kv_role":"kv_producer","n":6301,"x":{"y":[1,2]}})";
  EXPECT_EQ(object(members(text)), text);
}

TEST(Quote, EscapesWhatJsonNeedsEscaped) {
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("a\"b\\c/\n\t\x01é漢"), R"("a\"b\\c/\n\t\u0001é漢")");
  EXPECT_EQ(quote("bad\xff"), "\"bad\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace atomesh::json
