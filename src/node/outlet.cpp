#include "outlet.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace atomesh::node {
namespace {

bool is_writable(int fd, int timeout_ms) {
  pollfd entry{fd, POLLOUT, 0};
  return poll(&entry, 1, timeout_ms) == 1;
}

}  // namespace

void Outlet::write(std::string_view text) {
  if (fd_ < 0 || text.empty()) return;
  if (is_full()) {
    left_out_ += text.size();
  } else {
    held_ += text;
  }
  flush();
}

void Outlet::flush() {
  while (!held_.empty() && is_writable(fd_, 0) && write_some()) {
  }
}

void Outlet::drain(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!held_.empty()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || !is_writable(fd_, static_cast<int>(left.count())) || !write_some()) return;
  }
}

/// The descriptor is shared with others, so it is not made non-blocking: a pipe that poll calls writable takes
/// PIPE_BUF bytes without waiting. False if there is nobody to write for any more.
bool Outlet::write_some() {
  const ssize_t size = ::write(fd_, held_.data(), std::min<std::size_t>(held_.size(), PIPE_BUF));
  if (size < 0) {
    if (errno == EINTR || errno == EAGAIN) return errno == EINTR;
    held_.clear();
    fd_ = -1;
    return false;
  }
  held_.erase(0, static_cast<std::size_t>(size));
  if (held_.empty() && left_out_ > 0) tell_left_out();
  return true;
}

void Outlet::tell_left_out() {
  held_ = fmt::format("atomesh: {} bytes of output are left out here: nobody read them in time\n", left_out_);
  left_out_ = 0;
}

}  // namespace atomesh::node
