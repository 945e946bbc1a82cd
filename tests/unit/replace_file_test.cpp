#include "replace_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace atomesh {
namespace {

namespace fs = std::filesystem;

struct ReplaceFile : testing::Test {
  fs::path folder = fs::temp_directory_path() / ("atomesh-replace-" + std::to_string(getpid()));
  std::string path = folder / "file";

  void SetUp() override { fs::create_directory(folder); }
  void TearDown() override { fs::remove_all(folder); }

  static std::string read(const std::string& name) {
    std::ifstream file(name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }
};

TEST_F(ReplaceFile, WritesForTheOwnerAlone) {
  EXPECT_EQ(replace_file(path, "one"), 0);
  EXPECT_EQ(replace_file(path, "two\n"), 0);
  EXPECT_EQ(read(path), "two\n");
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(files(), 1) << "nothing temporary is left";
}

TEST_F(ReplaceFile, LeavesEveryHandleOnTheOldTextAlone) {
  ASSERT_EQ(replace_file(path, "one"), 0);
  std::ifstream reader(path);
  ASSERT_EQ(replace_file(path, "two"), 0);
  std::string text;
  reader >> text;
  EXPECT_EQ(text, "one");
}

TEST_F(ReplaceFile, DoesNotGoThroughALink) {
  const std::string target = folder / "target";
  ASSERT_EQ(replace_file(target, "kept"), 0);
  fs::create_symlink(target, path);
  EXPECT_EQ(replace_file(path, "new"), ELOOP);
  EXPECT_EQ(read(target), "kept");
  EXPECT_TRUE(fs::is_symlink(path));
}

TEST_F(ReplaceFile, ReplacesNothingButFiles) {
  EXPECT_EQ(replace_file(folder, "x"), EISDIR);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(replace_file(path, "x"), EINVAL);
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(replace_file(folder / "none" / "file", "x"), ENOENT);
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace atomesh
