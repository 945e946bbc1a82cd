#include "cli/fit_help.hpp"

#include <gtest/gtest.h>

namespace atomesh {
namespace {

TEST(FitHelp, WrapsDescriptionsBelowThemselves) {
  const std::string text =
      "Options:\n"
      "  --format FORMAT   text, json, or markdown\n"
      "  --short           ok\n"
      "A line of words without a gap\n"
      "  atomesh diff git:origin/main configs\n";
  EXPECT_EQ(fit_help(text, 30),
            "Options:\n"
            "  --format FORMAT   text,\n"
            "                    json, or\n"
            "                    markdown\n"
            "  --short           ok\n"
            "A line of words without a gap\n"
            "  atomesh diff git:origin/main configs\n");
  EXPECT_EQ(fit_help(text, 0), text);
}

TEST(FitHelp, LeavesWordsWholeThatAreWiderThanTheTerminal) {
  EXPECT_EQ(fit_help("  --x   an/endless/word and more", 12), "  --x   an/endless/word\n        and\n        more");
  EXPECT_EQ(fit_help("ééééé ééééé\n", 11), "ééééé ééééé\n") << "characters, not bytes";
}

}  // namespace
}  // namespace atomesh
