// Finding the program, as execvp would. What exec itself does is tested on the real binary in tests/exec.
#include "atomesh/exec.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace atomesh {
namespace {

namespace fs = std::filesystem;

/// A directory of its own for each test: `a/tool` is executable, `b/tool` is not, `c/tool` is a directory.
class FindProgram : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "atomesh-exec-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    for (const char* name : {"a", "b"}) {
      fs::create_directory(root_ / name);
      std::ofstream(root_ / name / "tool") << "#!/bin/sh\n";
    }
    fs::permissions(root_ / "a/tool", fs::perms::owner_exec, fs::perm_options::add);
    fs::permissions(root_ / "b/tool", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_directories(root_ / "c/tool");
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string at(const std::string& name) const { return (root_ / name).string(); }

  fs::path root_;
};

void expect_failure(const Found& found, int exit_code, const std::string& message, const std::string& hint) {
  EXPECT_EQ(found.path, "");
  EXPECT_EQ(found.failure.exit_code, exit_code);
  EXPECT_EQ(found.failure.message, message);
  EXPECT_EQ(found.failure.hint, hint);
}

TEST_F(FindProgram, TakesTheFirstExecutableInPath) {
  EXPECT_EQ(find_program("tool", at("a")).path, at("a/tool"));
  EXPECT_EQ(find_program("tool", at("none") + ":" + at("a")).path, at("a/tool"));
  EXPECT_EQ(find_program("tool", at("b") + ":" + at("c") + ":" + at("a")).path, at("a/tool"));
}

TEST_F(FindProgram, DoesNotSearchForAPath) {
  EXPECT_EQ(find_program(at("a/tool"), "").path, at("a/tool"));
  expect_failure(find_program(at("none/tool"), at("a")), 127, at("none/tool") + ": No such file or directory", "");
  expect_failure(find_program(at("a/tool/x"), at("a")), 127, at("a/tool/x") + ": Not a directory", "");
}

TEST_F(FindProgram, FoundButNotExecutableIs126) {
  expect_failure(find_program("tool", at("b")), 126, at("b/tool") + ": Permission denied",
                 "it must be an executable file");
  expect_failure(find_program("tool", at("b") + ":" + at("none")), 126, at("b/tool") + ": Permission denied",
                 "it must be an executable file");
  expect_failure(find_program(at("c/tool"), ""), 126, at("c/tool") + ": Is a directory",
                 "it must be an executable file");
}

TEST_F(FindProgram, NotFoundIs127AndSaysWhereItLooked) {
  expect_failure(find_program("tool", at("none")), 127, "tool: not found in PATH", "PATH is " + at("none"));
  expect_failure(find_program("tool", ""), 127, "tool: not found in PATH", "PATH is ");
}

TEST_F(FindProgram, NeverSearchesTheCurrentDirectory) {
  const fs::path before = fs::current_path();
  fs::current_path(root_ / "a");
  for (const char* path : {"", ":", ".", "a:", "../a"}) {
    EXPECT_EQ(find_program("tool", path).failure.exit_code, 127) << path;
  }
  fs::current_path(before);
}

}  // namespace
}  // namespace atomesh
