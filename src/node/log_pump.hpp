// Carries what a process writes to its log file and, line by line, to our standard output.
#pragma once

#include <string>

#include "descriptor.hpp"
#include "lines.hpp"
#include "outlet.hpp"

namespace atomesh::node {

class LogPump {
 public:
  /// `file` may hold no descriptor: there is no log file then. `path` is for messages.
  LogPump(const std::string& name, Descriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)), lines_("[" + name + "] ") {}

  /// Makes the pipe; the end that the process writes to, or none after an error.
  Descriptor open();

  /// Reads what is there now. An error of the log file is told once, on `errors`; after it the file is left alone.
  void pump(Outlet& out, Outlet& errors);
  /// The process is gone: what is left, also half a line. Its descendants may still hold the pipe.
  void finish(Outlet& out, Outlet& errors);

  /// The pipe to poll; -1: none. Without a log file nothing is lost: the process waits for our reader.
  int waiting(const Outlet& out) const { return !file_ && out.is_full() ? -1 : pipe_.get(); }
  const std::deque<std::string>& last_lines() const { return lines_.last(); }
  const std::string& path() const { return path_; }

 private:
  void keep(std::string_view bytes, Outlet& errors);

  Descriptor pipe_;
  Descriptor file_;
  std::string path_;
  Lines lines_;
};

}  // namespace atomesh::node
