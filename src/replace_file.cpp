#include "replace_file.hpp"

#include <fcntl.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkostemp is not in cstdlib
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace atomesh {
namespace {

/// Why the path cannot be replaced; 0: it can.
int refusal(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return errno == ENOENT ? 0 : errno;
  if (S_ISREG(status.st_mode)) return 0;
  if (S_ISLNK(status.st_mode)) return ELOOP;
  return S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
}

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(fd, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return 0;
}

}  // namespace

int replace_file(const std::string& path, std::string_view text) {
  int error = refusal(path);
  if (error != 0) return error;
  std::string temporary = path + ".XXXXXX";
  // Opened with O_EXCL and mode 0600.
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return errno;
  error = write_all(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(temporary.c_str());
  return error;
}

}  // namespace atomesh
