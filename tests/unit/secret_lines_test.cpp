#include "secret_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace atomesh {
namespace {

std::vector<std::string> masked_lines(const std::string& text) {
  std::vector<std::string> masked;
  const std::string_view all = text;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    masked.push_back(mask_line(all, all.substr(at, end - at)));
    at = end + 1;
  }
  return masked;
}

struct LinesCase {
  std::string name;
  std::string text;
  std::string masked;
};

void expect_lines(const std::vector<LinesCase>& cases) {
  for (const LinesCase& test : cases) {
    std::string joined;
    for (const std::string& line : masked_lines(test.text)) joined += line + "\n";
    EXPECT_EQ(joined, test.masked) << test.name;
  }
}

TEST(MaskLine, KnowsTheKeyAbove) {
  expect_lines({
      {"the next line", "env:\n  HF_TOKEN:\n    abc\n  B: 2\n", "env:\n  HF_TOKEN:\n    ***\n  B: 2\n"},
      {"a block", "HF_TOKEN: |\n\n  abc\n    def\nB: 2\n", "HF_TOKEN: ***\n\n  ***\n    ***\nB: 2\n"},
      {"a list", "api_key:\n  - abc\n  - def\nB: 2\n", "api_key:\n  - ***\n  - ***\nB: 2\n"},
      {"a list that is not indented", "api_key:\n- abc\n# note\n- def\nB: 2\n",
       "api_key:\n- ***\n# note\n- ***\nB: 2\n"},
      {"a mapping", "api_key:\n  a: b\n  c:\n    d: e\nB: 2\n", "api_key:\n  ***\n  ***\n    ***\nB: 2\n"},
      {"an escaped name", "\"api\\x5fkey\":\n  abc\n", "\"api\\x5fkey\":\n  ***\n"},
      {"keys of one item", "- HF_TOKEN: abc\n  B: 2\n- C: 3\n", "- HF_TOKEN: ***\n  B: 2\n- C: 3\n"},
      {"below the key of an item", "- HF_TOKEN:\n    abc\n  B: 2\n", "- HF_TOKEN:\n    ***\n  B: 2\n"},
      {"a plain word", "env:\n  token: abc\n  key:\n    - def\n", "env:\n  token: ***\n  key:\n    - ***\n"},
  });
}

TEST(MaskLine, KnowsTheOptionBefore) {
  expect_lines({
      {"items", "- --api-key\n- abc\n- def\n", "- --api-key\n- ***\n- def\n"},
      {"items in quotes", "- '--api-key'\n- \"abc\"\n", "- '--api-key'\n- ***\n"},
      {"words", "flags: >\n  --tp 8 --api-key\n  abc\n", "flags: >\n  --tp 8 --api-key\n  ***\n"},
      {"a list over lines", "flags: [--api-key,\n  abc]\n", "flags: [--api-key,\n  ***\n"},
      {"without a value", "- --api-key\n- --tp\n- 8\n", "- --api-key\n- --tp\n- 8\n"},
  });
}

TEST(MaskLine, LeavesTheRestAlone) {
  const std::string text = "A:\n  env:\n    B: 2\n  flags:\n  - --tp\n  - 8\n\n  block_size: 16\n\t- x\n";
  std::string joined;
  for (const std::string& line : masked_lines(text)) joined += line + "\n";
  EXPECT_EQ(joined, text);
}

}  // namespace
}  // namespace atomesh
