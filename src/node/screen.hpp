// Our two standard streams, and on a terminal a table that stays below what was written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "outlet.hpp"

namespace atomesh::node {

class Screen {
 public:
  Screen();

  /// To standard error.
  void say(std::string_view text);
  /// The streams, for what is written line by line. Takes the table away.
  Outlet& output();
  Outlet& errors();
  const Outlet& waiting_output() const { return out_; }

  bool is_live() const { return live_; }
  /// Replaces the table; nothing where there is no terminal.
  void draw(const std::vector<std::string>& rows);
  void clear();

  void flush();
  void drain(std::chrono::milliseconds limit);
  std::vector<int> waiting() const { return {out_.waiting(), err_.waiting()}; }

 private:
  Outlet out_, err_;
  bool live_ = false;
  std::size_t drawn_ = 0;  ///< lines of the table on the terminal
};

}  // namespace atomesh::node
