// Small files and directories of /sys, /proc and models, as values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh::host_checks {

/// The whole file; nothing if it cannot be read (errno says why). Files of /proc and /sys have no size beforehand.
std::optional<std::string> read_text(const std::string& path);

/// The names in a directory, without `.` and `..`, shorter ones first: `2` before `10`, `mlx5_2` before `mlx5_10`.
/// Empty if it cannot be read.
std::vector<std::string> list_names(const std::string& directory);

std::vector<std::string_view> lines_of(std::string_view text);

/// The words of a line between blanks.
std::vector<std::string_view> fields_of(std::string_view line);

/// `a, b, c, d, e and 3 more`
std::string enumerate(std::span<const std::string> items);

}  // namespace atomesh::host_checks
