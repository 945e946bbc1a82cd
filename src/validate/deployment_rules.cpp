// Rules about the processes of one deployment together.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "rules.hpp"

namespace atomesh {
namespace {

/// What prefill and decode must agree on for KV blocks to mean the same to both; TP may differ.
struct Agreement {
  std::string_view dest;
  std::string_view name;
};
constexpr std::array<Agreement, 5> agreements = {{{"model", "the model"},
                                                  {"block_size", "the block size"},
                                                  {"kv_cache_dtype", "the KV cache's type"},
                                                  {"method", "the speculative method"},
                                                  {"num_speculative_tokens", "the number of speculative tokens"}}};

std::string shown(const std::optional<OptionValue>& option) { return option ? option->value : "not given"; }

Place place_of_option(const Plan& plan, const std::optional<OptionValue>& option) {
  return option ? option->place : plan.argv.front().origin.where;
}

void add_disagreement(const Plan& prefill, const Plan& decode, std::string_view name,
                      const std::optional<OptionValue>& a, const std::optional<OptionValue>& b,
                      Diagnostics& diagnostics) {
  const Place prefill_place = place_of_option(prefill, a);
  const Place decode_place = place_of_option(decode, b);
  const bool at_decode = decode_place.source != nullptr || prefill_place.source == nullptr;
  diagnostics.add("pair-disagrees", at_decode ? decode_place : prefill_place,
                  fmt::format("prefill and decode of {} disagree on {}: {} ({}) and {} ({})", decode.model, name,
                              shown(a), describe(prefill_place), shown(b), describe(decode_place)),
                  "give both the same value");
}

std::optional<OptionValue> connector_of(const Plan& plan) {
  auto option = find_option(plan, "kv_transfer_config");
  if (!option || !json::check_object(option->value).message.empty()) return std::nullopt;
  for (const json::Member& member : json::members(option->value)) {
    if (member.key == "kv_connector") return OptionValue{member.key, member.value, option->place};
  }
  return std::nullopt;
}

/// One listening port or range.
struct Listener {
  int first = 0;
  int count = 1;
  std::string owner;
  Place place;
};

int number_of(const Plan& plan, std::string_view dest, int fallback) {
  const auto option = find_option(plan, dest);
  const auto value = option ? parse_integer(option->value) : std::nullopt;
  return value ? static_cast<int>(*value) : fallback;
}

Place place_of_dest(const Plan& plan, std::string_view dest) { return place_of_option(plan, find_option(plan, dest)); }

std::optional<int> env_port(const Plan& plan, std::string_view name) {
  const auto found = std::ranges::find(plan.env, name, &EnvChange::name);
  if (found == plan.env.end()) return std::nullopt;
  const auto value = parse_integer(found->value);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::vector<Listener> server_listeners(const Plan& plan) {
  const std::string who = fmt::format("{} rank {}", to_string(plan.role), plan.rank);
  std::vector<Listener> out;
  out.push_back({number_of(plan, "server_port", 8000), 1, who + " HTTP", place_of_dest(plan, "server_port")});
  const int tp = number_of(plan, "tensor_parallel_size", 1);
  const auto config = find_option(plan, "kv_transfer_config");
  if (config) {
    for (const json::Member& member : json::members(config->value)) {
      if (member.key != "handshake_port") continue;
      const auto base = parse_integer(member.value);
      if (base) out.push_back({static_cast<int>(*base), tp, who + " KV handshake", config->place});
    }
  }
  out.push_back({number_of(plan, "port", 8006), 1, who + " engine (--port)", place_of_dest(plan, "port")});
  if (find_option(plan, "enable_dp_attention")) {
    out.push_back({env_port(plan, "ATOM_DP_MASTER_PORT").value_or(29500), 1, who + " DP rendezvous",
                   place_of_dest(plan, "enable_dp_attention")});
  }
  return out;
}

std::vector<Listener> router_listeners(const Plan& plan) {
  std::vector<Listener> out;
  const std::vector<std::string> argv = argv_of(plan);
  for (std::size_t i = 0; i + 1 < argv.size(); ++i) {
    const bool http = argv[i] == "--port";
    if (!http && argv[i] != "--prometheus-port") continue;
    if (const auto port = parse_integer(argv[i + 1])) {
      out.push_back({static_cast<int>(*port), 1, http ? "router HTTP" : "router Prometheus", label("env ROUTER_PORT")});
    }
  }
  return out;
}

int free_port_near(const std::vector<Listener>& all, const Listener& wanted) {
  for (int first = wanted.first + 1; first + wanted.count - 1 <= 65535; ++first) {
    const bool taken = std::ranges::any_of(all, [&](const Listener& other) {
      return first < other.first + other.count && other.first < first + wanted.count;
    });
    if (!taken) return first;
  }
  return 0;
}

std::string range_text(const Listener& listener) {
  if (listener.count == 1) return std::to_string(listener.first);
  return fmt::format("{}-{}", listener.first, listener.first + listener.count - 1);
}

void check_host_ports(const std::vector<Listener>& all, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].first + all[i].count - 1 > 65535) {
      diagnostics.add("port-range", all[i].place,
                      fmt::format("{} takes port {}, above 65535", all[i].owner, range_text(all[i])),
                      "lower the first port");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (all[i].first >= all[j].first + all[j].count || all[j].first >= all[i].first + all[i].count) continue;
      diagnostics.add("port-clash", all[i].place,
                      fmt::format("{} (port {}) and {} (port {}) are on one host", all[i].owner, range_text(all[i]),
                                  all[j].owner, range_text(all[j])),
                      fmt::format("free there: {}", free_port_near(all, all[i])));
    }
  }
}

/// The largest number of a list such as [1,2,4]; 0 if there is none.
int largest_size(std::string_view list) {
  long long largest = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of("[], "), list.size());
    largest = std::max(largest, parse_integer(list.substr(0, end)).value_or(0));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return static_cast<int>(largest);
}

}  // namespace

void check_pair(const Plan& prefill, const Plan& decode, Diagnostics& diagnostics) {
  for (const Agreement& agreement : agreements) {
    const auto a = find_option(prefill, agreement.dest);
    const auto b = find_option(decode, agreement.dest);
    if (shown(a) != shown(b)) add_disagreement(prefill, decode, agreement.name, a, b, diagnostics);
  }
  const auto a = connector_of(prefill);
  const auto b = connector_of(decode);
  if (shown(a) != shown(b)) add_disagreement(prefill, decode, "the KV connector", a, b, diagnostics);
}

void check_ports(std::span<const Plan> plans, Diagnostics& diagnostics) {
  std::map<int, std::vector<Listener>> by_host;  // one worker a host; the router is on rank 0's
  for (const Plan& plan : plans) {
    for (Listener& listener : plan.role == Role::router ? router_listeners(plan) : server_listeners(plan)) {
      by_host[plan.rank].push_back(std::move(listener));
    }
  }
  for (const auto& [rank, listeners] : by_host) check_host_ports(listeners, diagnostics);
}

void check_capacity(const yaml::Document& document, const Point& point, const Plan& prefill, const Plan& decode,
                    Diagnostics& diagnostics) {
  const long long largest = *std::ranges::max_element(point.concurrency);
  const char* key = point.node->find("conc-list") != nullptr ? "conc-list" : "conc-end";
  const Place where = place_of(document, *point.node, key);
  if (const int seqs = number_of(prefill, "max_num_seqs", 0); largest > seqs) {
    diagnostics.add(
        "over-prefill-seqs", where,
        fmt::format("concurrency {} is above prefill's max_num_seqs {}: requests wait there", largest, seqs));
  }
  const auto sizes = find_option(decode, "cudagraph_capture_sizes");
  if (const int size = sizes ? largest_size(sizes->value) : 0; size > 0 && largest > size) {
    diagnostics.add("over-capture-sizes", where,
                    fmt::format("concurrency {} is above decode's largest captured graph, {}: larger batches run eager",
                                largest, size));
  }
  if (!point.isl || !point.osl) return;
  for (const Plan* plan : {&prefill, &decode}) {
    const auto limit = find_option(*plan, "max_model_len");
    const auto length = limit ? parse_integer(limit->value) : std::nullopt;
    if (!length || *point.isl + *point.osl <= *length) continue;
    diagnostics.add("over-model-len", where,
                    fmt::format("isl {} + osl {} is above max_model_len {} of {} ({})", *point.isl, *point.osl, *length,
                                to_string(plan->role), describe(limit->place)),
                    "raise max_model_len, or shorten the sequences");
  }
}

void review_recipe(const yaml::Document& document, const Recipe& recipe, Diagnostics& diagnostics) {
  const std::size_t slash = recipe.image.rfind('/');
  const std::size_t colon = recipe.image.find(':', slash == std::string::npos ? 0 : slash);
  const bool digest = recipe.image.find('@') != std::string::npos;
  const std::string tag = colon == std::string::npos ? "" : recipe.image.substr(colon + 1);
  if (!digest && (tag.empty() || tag == "latest")) {
    diagnostics.add("image-tag", place_of(document, *recipe.node, "image"),
                    fmt::format("image '{}' {}: what runs changes from day to day", recipe.image,
                                tag.empty() ? "has no tag" : "is tagged latest"),
                    "name a dated tag or a digest");
  }
  if (recipe.framework != atom_disagg) return;
  const bool unnamed =
      std::ranges::any_of(recipe.points, [&](const Point& p) { return router_of(recipe, p) == nullptr; });
  if (unnamed) {
    diagnostics.add("router-version-missing", yaml::place(document, *recipe.name_node),
                    fmt::format("recipe '{}' does not name its router and version", recipe.name),
                    "add router: { name: atomesh, version: \"<commit>\" }");
  }
}

}  // namespace atomesh
