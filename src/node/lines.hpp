// Output of a process, cut into lines; remembers the last of them.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace atomesh::node {

class Lines {
 public:
  /// How many of the last lines are kept, for the report of a death.
  static constexpr std::size_t most_kept = 40;
  /// Longer lines are cut: a program that never ends one must not take all memory.
  static constexpr std::size_t most_bytes = 16'384;

  /// `prefix` begins every line that take() gives.
  explicit Lines(std::string prefix) : prefix_(std::move(prefix)) {}

  /// The whole lines that these bytes complete, each with the prefix and a newline.
  std::string take(std::string_view bytes);
  /// The beginning of a line that nothing more will follow.
  std::string take_rest();

  const std::deque<std::string>& last() const { return last_; }

 private:
  void complete(std::string& out);

  std::string prefix_;
  std::string rest_;
  std::deque<std::string> last_;
};

}  // namespace atomesh::node
