#include "files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace atomesh::host_checks {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  std::size_t begin = text.find_first_not_of(separators);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(separators, end);
  }
  return parts;
}

bool comes_first(const std::string& left, const std::string& right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

}  // namespace

std::optional<std::string> read_text(const std::string& path) {
  // Not to wait for a writer where somebody left a pipe.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  std::string text;
  char buffer[16384];
  ssize_t size = 0;
  while ((size = read(fd, buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<std::size_t>(size));
  close(fd);
  if (size < 0) return std::nullopt;
  return text;
}

std::vector<std::string> list_names(const std::string& directory) {
  std::vector<std::string> names;
  DIR* stream = opendir(directory.c_str());
  if (stream == nullptr) return names;
  while (const dirent* entry = readdir(stream)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  closedir(stream);
  std::ranges::sort(names, comes_first);
  return names;
}

std::vector<std::string_view> lines_of(std::string_view text) { return split(text, "\n"); }

std::vector<std::string_view> fields_of(std::string_view line) { return split(line, " \t\r"); }

std::string enumerate(std::span<const std::string> items) {
  constexpr std::size_t named = 5;
  const auto shown = items.first(std::min(items.size(), named));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (items.size() > named) text += fmt::format(" and {} more", items.size() - named);
  return text;
}

}  // namespace atomesh::host_checks
