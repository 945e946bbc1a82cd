#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "atomesh/text.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

using Ipv6 = std::array<unsigned char, 16>;

/// 224.0.0.0: from here on no address is a host's.
constexpr std::uint32_t first_multicast = 0xE0000000;

/// Without its zone (`%eth0`).
std::optional<Ipv6> as_ipv6(std::string_view address) {
  Ipv6 bytes{};
  const std::string text(address.substr(0, address.find('%')));
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

bool begins_with_zeros(const Ipv6& bytes, std::size_t count) {
  return std::all_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count),
                     [](unsigned char byte) { return byte == 0; });
}

bool is_ipv6_zero(std::string_view address) {
  const auto bytes = as_ipv6(address);
  return bytes && begins_with_zeros(*bytes, 16);
}

bool is_ipv6_one(std::string_view address) {
  const auto bytes = as_ipv6(address);
  return bytes && begins_with_zeros(*bytes, 15) && bytes->back() == 1;
}

/// Dotted decimal, also inside of IPv6 (`::ffff:192.0.2.1`).
std::optional<std::uint32_t> as_ipv4(std::string_view address) {
  std::array<unsigned char, 4> bytes{};
  if (inet_pton(AF_INET, std::string(address).c_str(), bytes.data()) != 1) {
    const auto v6 = as_ipv6(address);
    if (!v6 || !begins_with_zeros(*v6, 10) || (*v6)[10] != 0xFF || (*v6)[11] != 0xFF) return std::nullopt;
    std::copy(v6->begin() + 12, v6->end(), bytes.begin());
  }
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
}

/// Letters, digits, dots, dashes and underscores. What ends in a number is not a name: the resolver would take `0x7f1`
/// and `1.2` for addresses.
bool is_host_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_';
  };
  if (name.empty() || name.front() == '-' || !std::ranges::all_of(name, fits)) return false;
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return last.find_first_not_of("0123456789") != std::string_view::npos && !last.starts_with("0x") &&
         !last.starts_with("0X");
}

}  // namespace

bool is_loopback(std::string_view address) {
  if (const auto v4 = as_ipv4(address)) return *v4 >> 24U == 127;
  const std::string name = lower(address);
  return address == "::1" || is_ipv6_one(address) || name == "localhost" || name.starts_with("localhost.") ||
         name == "ip6-localhost" || name == "ip6-loopback";
}

bool is_unspecified(std::string_view address) {
  const auto v4 = as_ipv4(address);
  return v4 ? *v4 == 0 : is_ipv6_zero(address);
}

bool is_address(std::string_view address) {
  if (address.find(':') != std::string_view::npos) return as_ipv6(address).has_value();
  if (const auto v4 = as_ipv4(address)) return *v4 < first_multicast;
  return is_host_name(address);
}

std::string http_url(std::string_view address, int port) {
  const bool ipv6 = address.find(':') != std::string_view::npos;
  return fmt::format("http://{}{}{}:{}", ipv6 ? "[" : "", address, ipv6 ? "]" : "", port);
}

}  // namespace atomesh
