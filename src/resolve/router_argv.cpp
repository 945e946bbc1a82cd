// SPEC section 5, the router's argv. Its binary is also called atomesh: it must never be this one.
#include <fmt/format.h>

#include <algorithm>

#include "parts.hpp"

namespace atomesh {
namespace {

std::string list_paths(const std::vector<RouterCandidate>& candidates) {
  std::string text;
  for (const RouterCandidate& candidate : candidates) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", candidate.path,
                        candidate.is_self ? "this program" : "not there");
  }
  return text;
}

/// The first candidate that is there and is not this very program. If none is there, the first that could be:
/// print-args shows a plan on a machine without the router, launch ends with 127.
const RouterCandidate* find_router(const HostFacts& host, Diagnostics& diagnostics) {
  const auto& all = host.router;
  if (!all.empty() && all.front().is_self && all.front().origin.layer != Layer::built_in && all.size() > 1) {
    diagnostics.add("router-skipped", all.front().origin.where,
                    fmt::format("{} is this launcher and not the router, which is also called atomesh: passed over",
                                all.front().path),
                    "give the router's path with --router-bin or ATOMESH_ROUTER_BIN");
  }
  const auto usable = std::ranges::find_if(all, [](const auto& c) { return c.exists && !c.is_self; });
  if (usable != all.end()) return &*usable;
  constexpr auto hint = "give the router's path with --router-bin or ATOMESH_ROUTER_BIN";
  const auto possible = std::ranges::find_if(all, [](const auto& c) { return !c.is_self; });
  if (possible == all.end()) {
    diagnostics.add(
        "router-is-self", label("--router-bin"),
        fmt::format("the router is also called atomesh, and every candidate is this program: {}", list_paths(all)),
        hint);
    return nullptr;
  }
  diagnostics.add("router-not-found", possible->origin.where,
                  fmt::format("the router's binary was not found: {}", list_paths(all)), hint);
  return &*possible;
}

void add_workers(const Deployment& deployment, const std::vector<std::string>& addresses, const Origin& origin,
                 std::vector<Piece>& argv) {
  for (const Worker& worker : deployment.placement().workers) {
    const std::string& address = addresses[static_cast<std::size_t>(worker.node)];
    argv.push_back(make_piece(origin, {fmt::format("--{}", to_string(worker.role)),
                                       http_url(address, http_port(deployment.of(worker.role).port, worker))}));
  }
}

bool check_workers(const Deployment& deployment, Diagnostics& diagnostics) {
  bool good = true;
  for (const Role role : {Role::prefill, Role::decode}) {
    const Setting<int>& workers = deployment.of(role).workers;
    if (workers.value > 0) continue;
    diagnostics.add("no-workers", workers.origin.where,
                    fmt::format("the router needs a {} worker, and this job has none", to_string(role)));
    good = false;
  }
  if (deployment.addresses.empty() && deployment.nodes() > 1) {
    diagnostics.add(
        "too-few-addresses", label("env IPADDRS"), "the router needs the address of every worker",
        fmt::format("set IPADDRS or --ips to {} addresses in order of rank, separated by commas", deployment.nodes()));
    good = false;
  }
  return good;
}

}  // namespace

std::vector<Piece> router_argv(const Deployment& deployment, const Setting<std::string>& host_ip,
                               const Request& request, const HostFacts& host, Diagnostics& diagnostics) {
  const RouterCandidate* router = find_router(host, diagnostics);
  std::vector<Piece> argv;
  if (!check_workers(deployment, diagnostics) || router == nullptr) return argv;
  const auto fixed = [&](std::vector<std::string> words) {
    argv.push_back(make_piece(built_in(words.front()), words));
  };
  argv.push_back(make_piece(router->origin, {router->path}));
  fixed({"launch", "--host", "0.0.0.0"});
  argv.push_back(make_piece(deployment.router_port.origin, {"--port", std::to_string(deployment.router_port.value)}));
  fixed({"--pd-disaggregation"});
  const bool listed = !deployment.addresses.empty();
  add_workers(deployment, listed ? deployment.addresses : std::vector{host_ip.value},
              listed ? deployment.addresses_origin : host_ip.origin, argv);
  fixed({"--policy", "random"});
  fixed({"--backend", "atom"});
  fixed({"--log-level", "info"});
  fixed({"--disable-health-check"});
  fixed({"--disable-circuit-breaker"});
  fixed({"--prometheus-port", "29100"});
  for (const std::string& word : request.server_args) {
    argv.push_back(make_piece({Layer::command_line, label("--server-arg"), "--server-arg", {}}, {word}));
  }
  return argv;
}

}  // namespace atomesh
