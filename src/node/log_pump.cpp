#include "log_pump.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace atomesh::node {
namespace {

/// At most what a pipe holds, so that one process that writes without end does not keep us from the others.
constexpr int most_reads = 8;
constexpr std::size_t read_size = 16'384;

}  // namespace

Descriptor LogPump::open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  pipe_ = Descriptor(ends[0]);
  fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
  return Descriptor(ends[1]);
}

void LogPump::pump(Outlet& out, Outlet& errors) {
  char buffer[read_size];
  for (int i = 0; i < most_reads && pipe_; ++i) {
    const ssize_t size = read(pipe_.get(), buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) {
      pipe_.reset();
      return;
    }
    const std::string_view bytes(buffer, static_cast<std::size_t>(size));
    keep(bytes, errors);
    out.write(lines_.take(bytes));
  }
}

void LogPump::finish(Outlet& out, Outlet& errors) {
  pump(out, errors);
  out.write(lines_.take_rest());
}

void LogPump::keep(std::string_view bytes, Outlet& errors) {
  while (file_ && !bytes.empty()) {
    const ssize_t size = write(file_.get(), bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      errors.write(fmt::format("atomesh: warning: {}: {}; the rest goes to standard output only [log-file]\n", path_,
                               strerror(errno)));
      file_.reset();
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

}  // namespace atomesh::node
