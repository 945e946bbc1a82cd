#include <fmt/format.h>

#include <algorithm>

#include "atomesh/topology.hpp"

namespace atomesh {

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || address == "localhost" ||
         address.starts_with("::ffff:127.") || address.starts_with("localhost.");
}

bool is_unspecified(std::string_view address) {
  return address == "0.0.0.0" || address == "::" || address == "0" || address == "::ffff:0.0.0.0";
}

bool is_address(std::string_view address) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_' || c == ':' || c == '%';
  };
  return !address.empty() && address.front() != '-' && std::ranges::all_of(address, fits);
}

std::string http_url(std::string_view address, int port) {
  const bool ipv6 = address.find(':') != std::string_view::npos;
  return fmt::format("http://{}{}{}:{}", ipv6 ? "[" : "", address, ipv6 ? "]" : "", port);
}

}  // namespace atomesh
