// One of our standard streams, written without ever waiting for who reads it.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace atomesh::node {

class Outlet {
 public:
  /// How much is held for a reader that does not keep up.
  static constexpr std::size_t most_held = 1'048'576;

  explicit Outlet(int fd) : fd_(fd) {}

  /// Holds the text and writes what can be written at once. What does not fit is left out, with a line that says so.
  void write(std::string_view text);
  /// Writes what can be written at once.
  void flush();
  /// Writes all that is held, for at most so long.
  void drain(std::chrono::milliseconds limit);

  /// The descriptor to poll for POLLOUT; -1 while nothing is held.
  int waiting() const { return held_.empty() ? -1 : fd_; }
  bool is_full() const { return held_.size() >= most_held; }

 private:
  bool write_some();
  void tell_left_out();

  int fd_;
  std::string held_;
  std::size_t left_out_ = 0;  ///< bytes
};

}  // namespace atomesh::node
