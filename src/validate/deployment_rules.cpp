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
  std::string_view fallback;  ///< what ATOM takes if the option is not given
};
constexpr std::array<Agreement, 5> agreements = {{{"model", "the model", ""},
                                                  {"block_size", "the block size", "16"},
                                                  {"kv_cache_dtype", "the KV cache's type", "bf16"},
                                                  {"method", "the speculative method", ""},
                                                  {"num_speculative_tokens", "the number of speculative tokens", ""}}};

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
  long long first = 0;
  long long count = 1;
  std::string owner;
  Place place;
};

/// Far above any port, and far below what a sum of two could not hold.
constexpr long long number_limit = 1'000'000'000'000'000;

std::optional<long long> bounded_integer(std::string_view text) {
  const auto value = parse_integer(text);
  return value ? std::optional(std::clamp(*value, -number_limit, number_limit)) : std::nullopt;
}

long long number_of(const Plan& plan, std::string_view dest, long long fallback) {
  const auto option = find_option(plan, dest);
  const auto value = option ? bounded_integer(option->value) : std::nullopt;
  return value.value_or(fallback);
}

Place place_of_dest(const Plan& plan, std::string_view dest) { return place_of_option(plan, find_option(plan, dest)); }

/// The port that DP ranks meet at: ATOM's own, unless a variable moves it.
Listener rendezvous_of(const Plan& plan, std::string owner) {
  const auto found = std::ranges::find(plan.env, "ATOM_DP_MASTER_PORT", &EnvChange::name);
  const auto port = found != plan.env.end() ? bounded_integer(found->value) : std::nullopt;
  if (port) return {*port, 1, std::move(owner), found->origin.where};
  return {29500, 1, std::move(owner), place_of_dest(plan, "enable_dp_attention")};
}

/// Where the first port of the handshake was asked for: its place in the JSON is the launcher's own, unless a file
/// gives the object.
Place handshake_place(const OptionValue& config, const DeploymentPoint& point) {
  if (config.place.source != nullptr) return config.place;
  for (const RolePoint* role : {&point.prefill, &point.decode}) {
    const auto found = std::ranges::find(role->settings, "HANDSHAKE_PORT", &AdditionalSetting::name);
    if (found != role->settings.end()) return found->place;
  }
  return config.place;
}

std::vector<Listener> server_listeners(const Plan& plan, const DeploymentPoint& point) {
  const std::string who = fmt::format("{} rank {}", to_string(plan.role), plan.rank);
  std::vector<Listener> out;
  out.push_back({number_of(plan, "server_port", 8000), 1, who + " HTTP", place_of_dest(plan, "server_port")});
  const long long tp = number_of(plan, "tensor_parallel_size", 1);
  const auto config = find_option(plan, "kv_transfer_config");
  if (config) {
    for (const json::Member& member : json::members(config->value)) {
      if (member.key != "handshake_port") continue;
      const auto base = bounded_integer(member.value);
      if (base) out.push_back({*base, tp, who + " KV handshake", handshake_place(*config, point)});
    }
  }
  out.push_back({number_of(plan, "port", 8006), 1, who + " engine (--port)", place_of_dest(plan, "port")});
  if (find_option(plan, "enable_dp_attention")) out.push_back(rendezvous_of(plan, who + " DP rendezvous"));
  return out;
}

std::vector<Listener> router_listeners(const Plan& plan) {
  std::vector<Listener> out;
  for (const Piece& piece : plan.argv) {
    for (std::size_t i = 0; i + 1 < piece.words.size(); ++i) {
      const bool http = piece.words[i].text == "--port";
      if (!http && piece.words[i].text != "--prometheus-port") continue;
      const auto port = bounded_integer(piece.words[i + 1].text);
      if (port) out.push_back({*port, 1, http ? "router HTTP" : "router Prometheus", piece.words[i + 1].place});
    }
  }
  return out;
}

bool overlap(const Listener& a, const Listener& b) {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

/// `free there: 8011`: the next port, or first port of a range, that nobody has; below where there is none above.
std::string free_port_hint(const std::vector<Listener>& all, const Listener& wanted) {
  const auto is_free = [&](long long first) {
    const Listener moved{first, wanted.count, {}, {}};
    return std::ranges::none_of(all, [&](const Listener& other) { return overlap(moved, other); });
  };
  const long long last = 65535 - wanted.count + 1;
  for (long long first = wanted.first + 1; first <= last; ++first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  for (long long first = std::min(wanted.first, last); first > 0; --first) {
    if (is_free(first)) return fmt::format("free there: {}", first);
  }
  return "";
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
      if (!overlap(all[i], all[j])) continue;
      diagnostics.add("port-clash", all[i].place,
                      fmt::format("{} (port {}) and {} (port {}) are on one host", all[i].owner, range_text(all[i]),
                                  all[j].owner, range_text(all[j])),
                      free_port_hint(all, all[i]));
    }
  }
}

/// The largest number of a list such as [1,2,4]; 0 if there is none.
long long largest_size(std::string_view list) {
  long long largest = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of("[], "), list.size());
    largest = std::max(largest, parse_integer(list.substr(0, end)).value_or(0));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return largest;
}

}  // namespace

void check_pair(const Plan& prefill, const Plan& decode, Diagnostics& diagnostics) {
  for (const Agreement& agreement : agreements) {
    const auto a = find_option(prefill, agreement.dest);
    const auto b = find_option(decode, agreement.dest);
    const std::string_view in_prefill = a ? std::string_view(a->value) : agreement.fallback;
    const std::string_view in_decode = b ? std::string_view(b->value) : agreement.fallback;
    if (in_prefill != in_decode) add_disagreement(prefill, decode, agreement.name, a, b, diagnostics);
  }
  const auto a = connector_of(prefill);
  const auto b = connector_of(decode);
  if (shown(a) != shown(b)) add_disagreement(prefill, decode, "the KV connector", a, b, diagnostics);
}

void check_ports(std::span<const Plan> plans, const DeploymentPoint& point, Diagnostics& diagnostics) {
  std::map<int, std::vector<Listener>> by_host;  // one worker a host; the router is on rank 0's
  for (const Plan& plan : plans) {
    for (Listener& listener : plan.role == Role::router ? router_listeners(plan) : server_listeners(plan, point)) {
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
  if (const long long seqs = number_of(prefill, "max_num_seqs", 0); largest > seqs) {
    diagnostics.add(
        "over-prefill-seqs", where,
        fmt::format("concurrency {} is above prefill's max_num_seqs {}: requests wait there", largest, seqs));
  }
  const auto sizes = find_option(decode, "cudagraph_capture_sizes");
  if (const long long size = sizes ? largest_size(sizes->value) : 0; size > 0 && largest > size) {
    diagnostics.add("over-capture-sizes", where,
                    fmt::format("concurrency {} is above decode's largest captured graph, {}: larger batches run eager",
                                largest, size));
  }
  if (!point.isl || !point.osl) return;
  for (const Plan* plan : {&prefill, &decode}) {
    const auto limit = find_option(*plan, "max_model_len");
    const auto length = limit ? parse_integer(limit->value) : std::nullopt;
    if (!length || *point.isl <= *length - *point.osl) continue;
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
