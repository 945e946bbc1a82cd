// A node as files: /sys, /proc and a model's directory below one temporary directory.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "atomesh/host_checks.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::test {

/// `text` with every `from` replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class HostChecks : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "atomesh-host-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    input_.roots = {at("sys"), at("proc")};
    input_.environment["PATH"] = "/usr/bin:/bin";
    set_program("--python", at("python3"));
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string at(const std::string& name) const { return root_ + "/" + name; }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::ofstream(at(name)) << text;
  }
  void write_script(const std::string& name, const std::string& text) const {
    write(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(at(name), std::filesystem::perms::owner_all);
  }
  void link(const std::string& name, const std::string& target) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::filesystem::create_symlink(target, at(name));
  }
  std::string text_of(const std::string& name) const {
    std::ifstream file(at(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Makes the plan one of this program, a model and a TP.
  void set_program(const std::string& source, const std::string& program) {
    const auto piece = [](const std::string& where, const std::vector<std::string>& words) {
      Piece made{{}, {Layer::environment, label(where), where, {}}};
      for (const std::string& word : words) made.words.push_back({word, made.origin.where});
      return made;
    };
    plan_.argv = {piece(source, {program}), piece("env MODEL_NAME", {"--model", "m"}),
                  piece("env DECODE_TP_SIZE", {"-tp", "8"})};
  }

  /// What a check says, with `T` for the temporary directory.
  template <class Check>
  std::string say(Check check) const {
    Diagnostics diagnostics;
    check(diagnostics);
    return replaced(report(diagnostics), root_, "T");
  }

  std::string root_;
  Plan plan_;
  HostCheckInput input_;
};

}  // namespace atomesh::test
