#include "atomesh/codes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "source_files.hpp"

namespace atomesh {
namespace {

/// The code with no letter, digit or dash around it.
bool mentions(std::string_view text, std::string_view code) {
  const auto part_of_word = [](char c) {
    return c == '-' || c == '_' || (std::isalnum(static_cast<unsigned char>(c)) != 0);
  };
  for (std::size_t at = text.find(code); at != std::string_view::npos; at = text.find(code, at + 1)) {
    const std::size_t end = at + code.size();
    if ((at == 0 || !part_of_word(text[at - 1])) && (end == text.size() || !part_of_word(text[end]))) return true;
  }
  return false;
}

std::string all_text(const char* directory, std::string_view without = "codes_test.cpp") {
  std::string text;
  for (const std::string& path : test::files_below(directory)) {
    if (!path.ends_with(without)) text += test::read(path);
  }
  return text;
}

TEST(Codes, AreUnique) {
  std::set<std::string_view> seen;
  for (const Check& check : checks) EXPECT_TRUE(seen.insert(check.code).second) << check.code;
}

TEST(Codes, AreKebabCase) {
  for (const Check& check : checks) {
    const std::string_view code = check.code;
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos) << code;
    EXPECT_FALSE(code.empty() || code.front() == '-' || code.back() == '-') << code;
    EXPECT_EQ(code.find("--"), std::string_view::npos) << code;
  }
}

TEST(Codes, SayWhyInASentence) {
  for (const Check& check : checks) {
    EXPECT_NE(check.why.find(' '), std::string_view::npos) << check.code;
    EXPECT_TRUE(check.why.ends_with('.')) << check.code << ": " << check.why;
  }
}

TEST(Codes, AreEmittedByTheSources) {
  const std::string sources = all_text("src");
  for (const Check& check : checks) {
    EXPECT_NE(sources.find('"' + std::string(check.code) + '"'), std::string::npos) << check.code;
  }
}

TEST(Codes, AreAssertedByATest) {
  const std::string tests = all_text("tests");
  for (const Check& check : checks) {
    EXPECT_TRUE(mentions(tests, check.code)) << check.code;
    // As the whole line is shown, or as an expression for it.
    const bool whole = tests.find(fmt::format("[{}]", check.code)) != std::string::npos ||
                       tests.find(fmt::format("\\[{}\\]", check.code)) != std::string::npos;
    EXPECT_TRUE(whole) << check.code;
  }
}

TEST(Code, KnowsItsRow) {
  constexpr Code code("env-ignored");
  EXPECT_EQ(code.name(), "env-ignored");
  EXPECT_EQ(code.severity(), Severity::warning);
  EXPECT_EQ(code.check().why, "A plain variable stands below the file: the SLURM job template sets them.");
  EXPECT_EQ(code, Code("env-ignored"));
  EXPECT_NE(code, Code("env-misspelt"));
}

}  // namespace
}  // namespace atomesh
