#include "cli/roff.hpp"

#include <gtest/gtest.h>

namespace atomesh {
namespace {

TEST(Roff, KeepsWhatTroffWouldChange) {
  EXPECT_EQ(to_roff("plain words, 1 (2) [3] {4} $A"), "plain words, 1 (2) [3] {4} $A");
  EXPECT_EQ(to_roff("--set a\\b"), "\\-\\-set a\\eb");
  EXPECT_EQ(to_roff("it's `x` ^ ~ \"y\""), "it\\(aqs \\(gax\\(ga \\(ha \\(ti \\(dqy\\(dq");
}

TEST(Roff, MakesNoRequestOfALine) { EXPECT_EQ(to_roff(".so file\n'br\na.b\n."), "\\&.so file\n\\(aqbr\na.b\n\\&."); }

TEST(ManualPage, IsWrittenFromTheTop) {
  ManualPage page("X", "1", "x 2");
  page.section("A B");
  page.subsection("c-d");
  page.paragraph("text\n");
  page.item("--name", "[VALUE]", "about");
  page.item("-h", "", ".x");
  page.verbatim("  one\n  two\n\n");
  EXPECT_EQ(page.take(),
            ".TH \"X\" \"1\" \"\" \"x 2\"\n.nh\n.ad l\n.SH \"A B\"\n.SS \"c\\-d\"\n.PP\ntext\n"
            ".TP\n\\fB\\-\\-name\\fR \\fI[VALUE]\\fR\nabout\n.TP\n\\fB\\-h\\fR\n\\&.x\n"
            ".PP\n.nf\n  one\n  two\n.fi\n");
}

}  // namespace
}  // namespace atomesh
