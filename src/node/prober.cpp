#include "prober.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "atomesh/text.hpp"

namespace atomesh::node {
namespace {

/// The rest of a response is read so that the server does not log a broken connection; but not for long.
constexpr std::chrono::milliseconds most_draining{500};
constexpr std::size_t most_response = 65'536;

bool is_ready(const std::vector<pollfd>& fds, int fd) {
  return std::ranges::any_of(fds, [&](const pollfd& entry) { return entry.fd == fd && entry.revents != 0; });
}

int pending_error(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace

Endpoint numeric_endpoint(const std::string& address, int port) {
  Endpoint endpoint;
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  const std::size_t zone = std::min(address.find('%'), address.size());
  const auto network_port = htons(static_cast<in_port_t>(port));
  if (inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = network_port;
    endpoint.size = sizeof v4;
    std::memcpy(&endpoint.address, &v4, sizeof v4);
  } else if (inet_pton(AF_INET6, address.substr(0, zone).c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = network_port;
    if (zone < address.size()) {
      const std::string name = address.substr(zone + 1);
      const auto number = parse_integer(name);
      v6.sin6_scope_id = number ? static_cast<unsigned>(*number) : if_nametoindex(name.c_str());
    }
    endpoint.size = sizeof v6;
    std::memcpy(&endpoint.address, &v6, sizeof v6);
  }
  return endpoint;
}

void Prober::add(const Endpoint& endpoint, const std::string& host, const std::string& path) {
  Peer peer;
  peer.endpoint = endpoint;
  peer.request =
      fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: atomesh\r\nConnection: close\r\n\r\n", path, host);
  peers_.push_back(std::move(peer));
}

void Prober::enable(std::size_t peer, Time now) {
  if (peers_[peer].state != State::off) return;
  peers_[peer].state = State::pausing;
  peers_[peer].until = now;
}

void Prober::disable(std::size_t peer) {
  peers_[peer].state = State::off;
  peers_[peer].socket.reset();
}

void Prober::collect(std::vector<pollfd>& fds) const {
  for (const Peer& peer : peers_) {
    const bool connecting = peer.state == State::connecting;
    if (peer.socket) fds.push_back({peer.socket.get(), static_cast<short>(connecting ? POLLOUT : POLLIN), 0});
  }
}

std::vector<Answer> Prober::advance(const std::vector<pollfd>& fds, Time now) {
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    Peer& peer = peers_[i];
    if (peer.state == State::off) continue;
    if (peer.socket && is_ready(fds, peer.socket.get())) {
      if (peer.state == State::connecting) {
        send_request(i, now, answers);
      } else {
        receive(i, now, answers);
      }
    } else if (now >= peer.until) {
      if (peer.state == State::pausing) {
        ask(i, now, answers);
      } else {
        const bool answered = peer.state == State::draining;
        pause(peer, now);
        if (!answered) answers.push_back({i, false, fmt::format("no answer in {} s", times_.answer.count() / 1000)});
      }
    }
  }
  return answers;
}

Time Prober::next() const {
  Time first = Time::max();
  for (const Peer& peer : peers_) {
    if (peer.state != State::off) first = std::min(first, peer.until);
  }
  return first;
}

void Prober::ask(std::size_t number, Time now, std::vector<Answer>& answers) {
  Peer& peer = peers_[number];
  const auto* address = reinterpret_cast<const sockaddr*>(&peer.endpoint.address);
  peer.response.clear();
  peer.socket = Descriptor(socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  peer.state = State::connecting;
  peer.until = now + times_.answer;
  if (peer.socket && connect(peer.socket.get(), address, peer.endpoint.size) == 0) {
    send_request(number, now, answers);
  } else if (errno != EINPROGRESS) {
    const int error = errno;
    pause(peer, now);
    answers.push_back({number, false, strerror(error)});
  }
}

void Prober::send_request(std::size_t number, Time now, std::vector<Answer>& answers) {
  Peer& peer = peers_[number];
  int error = pending_error(peer.socket.get());
  // A fresh socket takes the few bytes of a request in one piece.
  if (error == 0 && send(peer.socket.get(), peer.request.data(), peer.request.size(), MSG_NOSIGNAL) < 0) error = errno;
  if (error == 0) {
    peer.state = State::reading;
    return;
  }
  pause(peer, now);
  answers.push_back({number, false, strerror(error)});
}

void Prober::receive(std::size_t number, Time now, std::vector<Answer>& answers) {
  Peer& peer = peers_[number];
  char buffer[4096];
  const ssize_t size = recv(peer.socket.get(), buffer, sizeof buffer, 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  const int error = size < 0 ? errno : 0;
  if (size > 0) peer.response.append(buffer, static_cast<std::size_t>(size));
  const bool over = size <= 0 || peer.response.size() > most_response;
  const int status = http_status(peer.response);
  const bool already = peer.state == State::draining;
  if (over) {
    pause(peer, now);
  } else if (status != 0 && !already) {
    peer.state = State::draining;
    peer.until = now + most_draining;
  }
  if (already || (status == 0 && !over)) return;
  if (status > 0) {
    answers.push_back({number, status == 200, fmt::format("answered {}", status)});
  } else {
    answers.push_back({number, false, error != 0 ? strerror(error) : "did not answer in HTTP"});
  }
}

void Prober::pause(Peer& peer, Time now) const {
  peer.socket.reset();
  peer.state = State::pausing;
  peer.until = now + peer.health.pause(times_);
}

}  // namespace atomesh::node
