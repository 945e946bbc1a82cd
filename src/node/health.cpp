#include <algorithm>
#include <charconv>

#include "prober.hpp"

namespace atomesh::node {

int http_status(std::string_view text) {
  constexpr std::string_view protocol = "HTTP/1.";
  const std::size_t beginning = std::min(text.size(), protocol.size());
  if (text.substr(0, beginning) != protocol.substr(0, beginning)) return -1;
  if (text.find('\n') == std::string_view::npos) return 0;
  constexpr std::size_t status_at = 9;  // `HTTP/1.x NNN`
  constexpr std::size_t status_end = 12;
  int status = -1;
  if (text.size() < status_end || text[status_at - 1] != ' ') return -1;
  const auto [end, error] = std::from_chars(text.data() + status_at, text.data() + status_end, status);
  return error == std::errc() && end == text.data() + status_end && status >= 100 ? status : -1;
}

Health::Change Health::answered(bool good) {
  misses_ = good ? 0 : misses_ + 1;
  if (good && !up_) {
    up_ = true;
    return Change::up;
  }
  if (up_ && misses_ == most_misses) {
    up_ = false;
    return Change::lost;
  }
  return Change::none;
}

std::chrono::milliseconds Health::pause(const ProbeTimes& times) const {
  // Often at first: a server that is up in a moment is seen in a moment.
  if (!up_) return std::min(times.until_up, times.at_first * (1 << std::min(misses_, 10)));
  return misses_ == 0 ? times.after_up : times.after_miss;
}

}  // namespace atomesh::node
