// The fences of ARCHITECTURE: one room knows each library, and no file grows without end.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "source_files.hpp"

namespace atomesh::test {
namespace {

std::vector<std::string> sources() {
  std::vector<std::string> files = files_below("src");
  for (const std::string& header : files_below("include")) files.push_back(header);
  return files;
}

std::vector<std::string> includes_of(const std::string& path) {
  const std::string text = read(path);
  constexpr std::string_view directive = "#include ";
  std::vector<std::string> includes;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with(directive)) includes.push_back(line.substr(directive.size()));
    at = end + 1;
  }
  return includes;
}

struct Fence {
  std::string include;             ///< the beginning, as it is written
  std::vector<std::string> rooms;  ///< beginnings of the paths that may
};

TEST(Includes, KeepLibrariesInTheirRooms) {
  const std::vector<Fence> fences = {
      {"<yaml-cpp/", {"src/yaml/"}},
      {"<CLI/", {"src/cli/"}},
      {"<nlohmann/", {"src/json/", "src/render", "src/findings/", "src/cluster/", "src/diff/", "src/manifest/"}},
      {"<iostream>", {}},
      {"<regex>", {}},
      {"<locale>", {}},
  };
  for (const Fence& fence : fences) {
    bool used = false;
    for (const std::string& path : sources()) {
      for (const std::string& include : includes_of(path)) {
        if (!include.starts_with(fence.include)) continue;
        used = true;
        const bool allowed = std::any_of(fence.rooms.begin(), fence.rooms.end(),
                                         [&](const std::string& room) { return path.starts_with(room); });
        EXPECT_TRUE(allowed) << path << " includes " << include;
      }
    }
    EXPECT_EQ(used, !fence.rooms.empty()) << fence.include << ": is the fence still about anything?";
  }
}

TEST(Includes, PublicHeadersKnowNoPrivateOnes) {
  for (const std::string& path : files_below("include")) {
    for (const std::string& include : includes_of(path)) {
      EXPECT_TRUE(include.starts_with('<') || include.starts_with("\"atomesh/")) << path << " includes " << include;
    }
  }
}

TEST(Architecture, NamesEveryRoom) {
  const std::string text = read("ARCHITECTURE.md");
  const std::string table = text.substr(0, text.find("## Where the specification is"));
  std::size_t rooms = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(SOURCE_DIR) / "src")) {
    if (!entry.is_directory()) continue;
    const std::string name = "`" + entry.path().filename().string() + "`";
    const bool named =
        table.find("\n| " + name) != std::string::npos || table.find(", " + name + " |") != std::string::npos;
    EXPECT_TRUE(named) << "ARCHITECTURE.md has no row for " << name;
    ++rooms;
  }
  EXPECT_GT(rooms, 10U);
}

TEST(Files, StayUnder400Lines) {
  std::vector<std::string> files = sources();
  for (const std::string& path : files_below("tests/unit")) files.push_back(path);
  ASSERT_GT(files.size(), 80U);
  for (const std::string& path : files) {
    const std::string text = read(path);
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 400) << path;
  }
}

}  // namespace
}  // namespace atomesh::test
