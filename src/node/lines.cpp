#include "lines.hpp"

#include <algorithm>

namespace atomesh::node {

std::string Lines::take(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t room = most_bytes - rest_.size();
    const std::size_t newline = bytes.substr(0, room).find('\n');
    const bool whole = newline != std::string_view::npos;
    rest_ += bytes.substr(0, whole ? newline : room);
    bytes.remove_prefix(whole ? newline + 1 : std::min(room, bytes.size()));
    if (whole || rest_.size() == most_bytes) complete(out);
  }
  return out;
}

std::string Lines::take_rest() {
  std::string out;
  if (!rest_.empty()) complete(out);
  return out;
}

void Lines::complete(std::string& out) {
  out += prefix_;
  out += rest_;
  out += '\n';
  last_.push_back(std::move(rest_));
  if (last_.size() > most_kept) last_.pop_front();
  rest_.clear();
}

}  // namespace atomesh::node
