// Small files that others read while we write them.
#pragma once

#include <string>
#include <string_view>

namespace atomesh {

/// Writes a file beside `path`, readable by its owner only, and renames it: a reader sees the old text or the new one.
/// What stands at `path` must be a regular file, or nothing: a symbolic link is not followed, and a device not
/// replaced. 0, or the errno.
int replace_file(const std::string& path, std::string_view text);

}  // namespace atomesh
