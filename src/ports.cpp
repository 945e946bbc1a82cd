#include "atomesh/ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

using Kind = Listener::Kind;

/// Far above any port, and far below what a sum of two could not hold.
constexpr long long number_limit = 1'000'000'000'000'000;

std::optional<long long> bounded_integer(std::string_view text) {
  const auto value = parse_integer(text);
  return value ? std::optional(std::clamp(*value, -number_limit, number_limit)) : std::nullopt;
}

struct Options {
  const Plan& plan;
  const ServerOptions& all;

  const OptionValue* find(std::string_view dest) const { return all.find(dest); }
  long long number(std::string_view dest, long long fallback) const {
    const OptionValue* option = find(dest);
    return option == nullptr ? fallback : bounded_integer(option->value).value_or(fallback);
  }
  Place place(std::string_view dest) const {
    const OptionValue* option = find(dest);
    return option == nullptr ? plan.argv.front().origin.where : option->place;
  }
};

/// A port that a variable of the plan gives.
std::optional<Setting<long long>> port_variable(const Plan& plan, std::string_view name) {
  const auto found = std::ranges::find(plan.env, name, &EnvChange::name);
  const auto port = found != plan.env.end() ? bounded_integer(found->value) : std::nullopt;
  if (!port) return std::nullopt;
  return Setting<long long>{*port, found->origin, found->value};
}

/// The port that DP ranks meet at: ATOM's own, unless a variable moves it.
Listener rendezvous_of(const Options& options, std::string owner) {
  const auto port = port_variable(options.plan, "ATOM_DP_MASTER_PORT");
  if (port) return {Kind::rendezvous, port->value, 1, std::move(owner), port->origin.where};
  return {Kind::rendezvous, 29500, 1, std::move(owner), options.place("enable_dp_attention")};
}

std::vector<Listener> server_listeners(const Plan& plan, const ServerOptions& all) {
  const Options options{plan, all};
  const std::string who = title_of(plan);
  std::vector<Listener> out;
  out.push_back({Kind::http, options.number("server_port", 8000), 1, who + " HTTP", options.place("server_port")});
  if (const OptionValue* config = options.find("kv_transfer_config")) {
    for (const json::Member& member : json::members(config->value)) {
      const auto base = member.key == "handshake_port" ? bounded_integer(member.value) : std::nullopt;
      if (!base) continue;
      const long long tp = options.number("tensor_parallel_size", 1);
      out.push_back({Kind::handshake, *base, tp, who + " KV handshake", config->place});
    }
  }
  out.push_back(
      {Kind::engine, options.number("port", default_engine_port), 1, who + " engine (--port)", options.place("port")});
  if (options.find("enable_dp_attention") == nullptr) return out;
  out.push_back(rendezvous_of(options, who + " DP rendezvous"));
  const auto base = plan.has_mates ? port_variable(plan, "ATOM_DP_BASE_PORT") : std::nullopt;
  if (base) out.push_back({Kind::dp_base, base->value, 1, who + " DP base", base->origin.where});
  return out;
}

std::vector<Listener> router_listeners(const Plan& plan) {
  std::vector<Listener> out;
  for (const Piece& piece : plan.argv) {
    for (std::size_t i = 0; i + 1 < piece.words.size(); ++i) {
      const bool http = piece.words[i].text == "--port";
      if (!http && piece.words[i].text != "--prometheus-port") continue;
      const auto port = bounded_integer(piece.words[i + 1].text);
      if (!port) continue;
      out.push_back({http ? Kind::router : Kind::prometheus, *port, 1, http ? "router HTTP" : "router Prometheus",
                     piece.words[i + 1].place});
    }
  }
  return out;
}

}  // namespace

std::vector<Listener> listeners_of(const Plan& plan, const ServerOptions& options) {
  return plan.role == Role::router ? router_listeners(plan) : server_listeners(plan, options);
}

std::vector<Listener> listeners_of(const Plan& plan) { return listeners_of(plan, ServerOptions(plan)); }

std::string range_text(const Listener& listener) {
  if (listener.count == 1) return std::to_string(listener.first);
  return fmt::format("{}-{}", listener.first, listener.first + listener.count - 1);
}

bool overlap(const Listener& a, const Listener& b) {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

}  // namespace atomesh
