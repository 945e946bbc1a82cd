#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "unit/findings_fixture.hpp"

namespace atomesh::test {
namespace {

using Json = nlohmann::ordered_json;

/// The index of a code among the rules, which are the whole table.
std::string index_of(std::string_view code) {
  const auto* row =
      std::find_if(checks.begin(), checks.end(), [code](const Check& check) { return check.code == code; });
  return std::to_string(row - checks.begin());
}

/// The log without its rules, and the rules.
std::pair<std::string, Json> split_rules(const std::string& text) {
  Json log = Json::parse(text);
  Json rules = log["runs"][0]["tool"]["driver"]["rules"];
  log["runs"][0]["tool"]["driver"].erase("rules");
  return {log.dump(1), rules};
}

TEST(FindingsSarif, HoldsResultsAndNotifications) {
  const std::string log = to_sarif(examples(), "0.1.0");
  EXPECT_TRUE(log.ends_with("}\n"));
  const std::string expected = R"({
 "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "version": "2.1.0",
 "runs": [
  {
   "tool": {
    "driver": {
     "name": "atomesh",
     "version": "0.1.0"
    }
   },
   "columnKind": "unicodeCodePoints",
   "invocations": [
    {
     "executionSuccessful": false,
     "toolConfigurationNotifications": [
      {
       "associatedRule": {
        "id": "bad-value",
        "index": )" + index_of("bad-value") +
                               R"(
       },
       "level": "error",
       "message": {
        "text": "env BLOCK_SIZE: BLOCK_SIZE takes a number, not 'x'\nunset it"
       }
      }
     ]
    }
   ],
   "results": [
    {
     "ruleId": "unknown-key",
     "ruleIndex": )" + index_of("unknown-key") +
                               R"(,
     "level": "error",
     "message": {
      "text": "unknown key 'blok_size'\ndid you mean 'block_size'?"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "configs/models_atom.yaml"
        },
        "region": {
         "startLine": 2,
         "startColumn": 3,
         "endColumn": 12
        }
       }
      }
     ]
    },
    {
     "ruleId": "unread-env",
     "ruleIndex": )" + index_of("unread-env") +
                               R"(,
     "level": "warning",
     "message": {
      "text": "100% of: a,\nb"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "my%20recipes/50%25%2Ca%3Ab%231.yaml"
        },
        "region": {
         "startLine": 1
        }
       }
      }
     ]
    },
    {
     "ruleId": "over-capture-sizes",
     "ruleIndex": )" + index_of("over-capture-sizes") +
                               R"(,
     "level": "note",
     "message": {
      "text": "512 is above 256"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "my%20recipes/50%25%2Ca%3Ab%231.yaml"
        }
       }
      }
     ]
    }
   ]
  }
 ]
})";
  EXPECT_EQ(split_rules(log).first, expected);
}

TEST(FindingsSarif, RulesAreTheTable) {
  const Json rules = split_rules(to_sarif({}, "0.1.0")).second;
  ASSERT_EQ(rules.size(), checks.size());
  for (std::size_t i = 0; i < checks.size(); ++i) {
    EXPECT_EQ(rules[i]["id"], checks[i].code);
    EXPECT_EQ(rules[i]["shortDescription"]["text"], checks[i].why);
    EXPECT_EQ(rules[i]["defaultConfiguration"]["level"], to_string(checks[i].severity));
  }
  EXPECT_EQ(rules[std::stoul(index_of("unread-env"))], Json::parse(R"({
    "id": "unread-env",
    "shortDescription": {"text": "A variable that ATOM does not read changes nothing."},
    "fullDescription": {"text": "A variable that ATOM does not read changes nothing."},
    "help": {"text": "To accept it, write the comment '# atomesh: ignore unread-env' on the line or above it, or run with --ignore unread-env."},
    "defaultConfiguration": {"level": "warning"}
  })"));
  EXPECT_EQ(rules[std::stoul(index_of("tab"))]["help"]["text"],
            "This cannot be ignored: nothing else in the file can be checked.");
}

TEST(FindingsSarif, WithoutErrorsOfItsOwnTheRunIsSuccessful) {
  const Json warned = Json::parse(to_sarif(std::vector<Finding>{secrets()[0]}, "0.1.0"))["runs"][0];
  EXPECT_EQ(warned["invocations"][0]["executionSuccessful"], true);
  EXPECT_EQ(warned["invocations"][0]["toolConfigurationNotifications"][0]["message"]["text"],
            "--env A=***: API_KEY=*** is wrong\nsee http://***@192.0.2.1/");
  const Json empty = Json::parse(to_sarif({}, "0.1.0"))["runs"][0];
  EXPECT_EQ(empty["results"], Json::array());
  EXPECT_EQ(empty["invocations"],
            Json::parse(R"([{"executionSuccessful": true, "toolConfigurationNotifications": []}])"));
}

TEST(FindingsSarif, NamesFilesAsUris) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a.yaml", "a.yaml"},
      {"./a//b/../c.yaml", "a/c.yaml"},
      {"../a.yaml", "../a.yaml"},
      {"/work space/a.yaml", "file:///work%20space/a.yaml"},
      {"c:a?b[1]\\\"é.yaml", "c%3Aa%3Fb%5B1%5D%5C%22%C3%A9.yaml"},
      {"hf_0123456789/a~b.yaml", "%2A%2A%2A/a~b.yaml"},
  };
  for (const auto& [name, uri] : cases) {
    const std::vector<Finding> findings = {
        {{"bad-value", {source("", name), {1, 1}, 0, ""}, "x", ""}, Severity::error}};
    const Json physical =
        Json::parse(to_sarif(findings, ""))["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    EXPECT_EQ(physical["artifactLocation"]["uri"], uri);
    EXPECT_EQ(physical["region"], Json::parse(R"({"startLine": 1, "startColumn": 1, "endColumn": 2})"));
  }
}

}  // namespace
}  // namespace atomesh::test
