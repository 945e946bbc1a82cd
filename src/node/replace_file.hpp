// Small files that others read while we write them.
#pragma once

#include <string>
#include <string_view>

namespace atomesh::node {

/// Writes a file beside `path`, readable by its owner only, and renames it: a reader sees the old text or the new one.
/// A symbolic link is replaced, not followed. 0, or the errno.
int replace_file(const std::string& path, std::string_view text);

}  // namespace atomesh::node
