#include "listener.hpp"

#include <fmt/format.h>

#include "explain.hpp"
#include "scan.hpp"

namespace atomesh::json {
namespace {

/// Far above any configuration, and below where Python's json gives up.
constexpr std::size_t max_depth = 500;

/// The words of the library without its own position.
std::string words_of(std::string_view what) {
  constexpr std::string_view before = " - ";
  const std::size_t begin = what.find(before);
  if (begin != std::string_view::npos) what.remove_prefix(begin + before.size());
  return std::string(what.substr(0, what.find("; last read")));
}

}  // namespace

bool Listener::key(const std::string& name) {
  const bool fresh = keys_.back().insert(name).second;
  if (fresh || repetitions_ == Repetitions::allowed) {
    ++keys_seen_;
    return true;
  }
  fault_ = {fmt::format("the key '{}' is given twice in one object", name), "Python would keep only the last",
            key_offset(text_, keys_seen_)};
  return false;
}

bool Listener::parse_error(std::size_t position, const std::string& /*token*/,
                           const nlohmann::detail::exception& error) {
  const std::string words = words_of(error.what());
  fault_ = explain(text_, {position - 1, words, closers_.empty() ? '\0' : closers_.back()});
  return false;
}

bool Listener::open(char closer) {
  if (closers_.size() == max_depth) {
    fault_ = {fmt::format("is nested more than {} levels deep", max_depth), "Python would refuse it too", 0};
    return false;
  }
  closers_.push_back(closer);
  keys_.emplace_back();
  return true;
}

bool Listener::close() {
  closers_.pop_back();
  keys_.pop_back();
  return true;
}

}  // namespace atomesh::json
