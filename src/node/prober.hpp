// Asks the workers and the router whether they answer: small HTTP requests that never make the event loop wait.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "descriptor.hpp"
#include "machine.hpp"

namespace atomesh::node {

/// Where to ask. The address is numeric: no name is looked up here.
struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;
};
/// Fails (size 0) for anything but an IPv4 or IPv6 address, with or without a zone.
Endpoint numeric_endpoint(const std::string& address, int port);

/// What one peer said. `text` is for people: `answered 503`, `Connection refused`.
struct Answer {
  std::size_t peer = 0;
  bool good = false;
  std::string text;
};

/// The status of an HTTP response that begins with `text`: 200; 0 if the line is not whole yet, -1 if it is not HTTP.
int http_status(std::string_view text);

struct ProbeTimes {
  std::chrono::milliseconds at_first{50};      ///< doubled with each miss, up to
  std::chrono::milliseconds until_up{500};     ///< pause before the next question while it has not answered yet
  std::chrono::milliseconds after_up{2000};    ///< and once it has
  std::chrono::milliseconds after_miss{1000};  ///< and once it has, but not the last time
  std::chrono::milliseconds answer{10'000};    ///< how long an answer may take
};

/// Decides what a series of answers means. Misses count only once the peer has been up.
class Health {
 public:
  static constexpr int most_misses = 3;
  enum class Change { none, up, lost };

  Change answered(bool good);
  std::chrono::milliseconds pause(const ProbeTimes& times) const;

 private:
  bool up_ = false;
  int misses_ = 0;
};

class Prober {
 public:
  explicit Prober(const ProbeTimes& times) : times_(times) {}

  /// The next peer's number is one higher. It is asked from `enable` on.
  void add(const Endpoint& endpoint, const std::string& host, const std::string& path);
  void enable(std::size_t peer, Time now);
  void disable(std::size_t peer);

  /// Adds what to poll for.
  void collect(std::vector<pollfd>& fds) const;
  /// What has come in. `fds` holds what poll said of the descriptors that collect added.
  std::vector<Answer> advance(const std::vector<pollfd>& fds, Time now);
  /// A change of what the peer is, as its Health sees the answer.
  Health::Change judge(const Answer& answer) { return peers_[answer.peer].health.answered(answer.good); }
  /// When advance has something to do without any descriptor; Time::max(): never.
  Time next() const;

 private:
  enum class State { off, pausing, connecting, reading, draining };
  struct Peer {
    Endpoint endpoint;
    std::string request;
    Health health;
    State state = State::off;
    Time until;  ///< of the state: the next question, or the end of patience
    Descriptor socket;
    std::string response;
  };

  void ask(std::size_t number, Time now, std::vector<Answer>& answers);
  void send_request(std::size_t number, Time now, std::vector<Answer>& answers);
  void receive(std::size_t number, Time now, std::vector<Answer>& answers);
  void pause(Peer& peer, Time now) const;

  ProbeTimes times_;
  std::vector<Peer> peers_;
};

}  // namespace atomesh::node
