// Reading a file and cleaning its text.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "atomesh/yaml.hpp"
#include "position.hpp"

namespace atomesh::yaml {
namespace {

// Far above any configuration; keeps an endless device from filling the memory.
constexpr std::size_t max_file_size = std::size_t{256} << 20U;

/// Closes the descriptor when the scope ends.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Bytes to ask for at once: a regular file comes whole, with one more to see its end.
std::size_t first_read(int fd) {
  struct stat status {};
  const bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  return regular ? std::min(static_cast<std::size_t>(status.st_size) + 1, max_file_size) : 4096;
}

/// Reads the file into `text`; returns 0 or the errno that stopped it.
int read_all(int fd, std::string& text) {
  std::size_t size = 0;
  text.resize(first_read(fd));
  while (size <= max_file_size) {
    if (size == text.size()) text.resize(2 * size);
    const ssize_t count = read(fd, text.data() + size, text.size() - size);
    if (count == 0) {
      text.resize(size);
      return 0;
    }
    if (count > 0) {
      size += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return EFBIG;
}

}  // namespace

std::optional<SourcePtr> read_file(const std::string& path, Diagnostics& diagnostics) {
  std::string text;
  const Descriptor file(path);
  const int error = file.get() < 0 ? errno : read_all(file.get(), text);
  if (error == 0) return make_source(path, text);
  Place place;
  place.label = path;
  diagnostics.add("file-unreadable", std::move(place),
                  fmt::format("cannot read this file: {}", std::generic_category().message(error)));
  return std::nullopt;
}

SourcePtr make_source(std::string name, std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  auto source = std::make_shared<Source>();
  source->name = std::move(name);
  source->text.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n");
    source->text += text.substr(0, end);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  source->line_starts = line_starts(source->text);
  return source;
}

}  // namespace atomesh::yaml
