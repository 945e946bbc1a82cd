// The project's own files, for tests about the sources themselves.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace atomesh::test {

/// All files below a directory of the project, relative to the project, sorted.
inline std::vector<std::string> files_below(const std::string& directory) {
  const std::filesystem::path root(SOURCE_DIR);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / directory)) {
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(root).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string read(const std::string& path) {
  std::ifstream file(std::filesystem::path(SOURCE_DIR) / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace atomesh::test
