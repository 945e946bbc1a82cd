#include "atomesh/placeholders.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "atomesh/origin.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

const PlaceholderValues values{"192.0.2.2", "/models", "Tiny", "decode", "1"};

std::string check(std::string_view text) {
  Diagnostics diagnostics;
  const bool good = check_placeholders(text, label("env X"), diagnostics);
  EXPECT_EQ(good, !diagnostics.has_errors()) << text;
  return test::report(diagnostics);
}

std::string expand(std::string_view text, const PlaceholderValues& with = values) {
  Diagnostics diagnostics;
  const std::string expanded = expand_placeholders(text, with, label("env X"), diagnostics);
  return diagnostics.has_errors() ? test::report(diagnostics) : expanded;
}

TEST(Placeholders, ExpandAndNothingElseDoes) {
  struct Case {
    std::string text, expanded;
  };
  const std::vector<Case> cases = {
      {"", ""},
      {"plain", "plain"},
      {"${HOST_IP}", "192.0.2.2"},
      {"${MODEL_DIR}/${MODEL_NAME}", "/models/Tiny"},
      {"${ROLE}-${RANK}", "decode-1"},
      {"a${RANK}b", "a1b"},
      {"$$", "$"},
      {"$$${RANK}", "$1"},
      {"$${RANK}", "${RANK}"},
      {"$$$", "$$"},
      {"$", "$"},
      {"a$", "a$"},
      {"$HOST_IP", "$HOST_IP"},
      {"$(id) `id` ~ * %d {RANK}", "$(id) `id` ~ * %d {RANK}"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(check(test.text), "") << test.text;
    EXPECT_EQ(expand(test.text), test.expanded) << test.text;
  }
}

TEST(Placeholders, ExpandOnce) {
  PlaceholderValues tricky = values;
  tricky.model_name = "${RANK}$$";
  EXPECT_EQ(expand("${MODEL_NAME}", tricky), "${RANK}$$");
}

TEST(Placeholders, UnknownOnesAreErrorsWithTheNearestName) {
  EXPECT_EQ(check("${HOSTIP}"), R"(env X: error: nothing is known as ${HOSTIP} [bad-placeholder]
    hint: did you mean ${HOST_IP}? For the characters themselves write $${HOSTIP}
)");
  EXPECT_EQ(check("${USER}"), R"(env X: error: nothing is known as ${USER} [bad-placeholder]
    hint: known are ${HOST_IP}, ${MODEL_DIR}, ${MODEL_NAME}, ${ROLE}, ${RANK}; for the characters themselves write $${USER}
)");
  EXPECT_EQ(check("${}"), R"(env X: error: nothing is known as ${} [bad-placeholder]
    hint: known are ${HOST_IP}, ${MODEL_DIR}, ${MODEL_NAME}, ${ROLE}, ${RANK}; for the characters themselves write $${}
)");
  EXPECT_EQ(check("${RANK:-0}"), R"(env X: error: nothing is known as ${RANK:-0} [bad-placeholder]
    hint: known are ${HOST_IP}, ${MODEL_DIR}, ${MODEL_NAME}, ${ROLE}, ${RANK}; for the characters themselves write $${RANK:-0}
)");
}

TEST(Placeholders, AllFaultsAreReported) {
  EXPECT_EQ(check("${RANKS} ${ROLE"), R"(env X: error: nothing is known as ${RANKS} [bad-placeholder]
    hint: did you mean ${RANK}? For the characters themselves write $${RANKS}
env X: error: '${ROLE' is not closed with } [bad-placeholder]
    hint: write $$ for a plain $ before {
)");
}

TEST(Placeholders, WithoutAValueAreErrors) {
  PlaceholderValues hub = values;
  hub.model_dir.clear();
  EXPECT_EQ(expand("${MODEL_DIR}/x", hub), R"(env X: error: ${MODEL_DIR} has no value here [bad-placeholder]
    hint: set MODEL_DIR for this job
)");
}

}  // namespace
}  // namespace atomesh
