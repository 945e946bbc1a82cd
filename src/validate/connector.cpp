#include "connector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

using Names = std::span<const std::string_view>;

// What every connector is told, as the launcher's own object or the server's common reader has it.
constexpr auto common = std::to_array<std::string_view>(
    {"kv_role", "kv_connector", "proxy_ip", "handshake_port", "kv_ip", "kv_port", "kv_rank", "kv_parallel_size",
     "kv_buffer_device", "kv_buffer_size", "engine_id", "kv_connector_extra_config", "kv_connector_module_path"});
constexpr auto of_mooncake =
    std::to_array<std::string_view>({"proxy_ping_port", "http_port", "notify_port", "protocol", "ib_device"});
constexpr auto of_moriio = std::to_array<std::string_view>({"proxy_ping_port", "http_port", "notify_port"});
constexpr auto of_multi = std::to_array<std::string_view>({"connectors"});

struct Connector {
  std::string_view name;
  Names keys;  ///< beside the common ones
};
constexpr auto connectors =
    std::to_array<Connector>({{"mooncake", of_mooncake}, {"moriio", of_moriio}, {"multi", of_multi}, {"offload", {}}});

std::vector<std::string_view> names_of_all() {
  std::vector<std::string_view> names;
  for (const Connector& connector : connectors) names.push_back(connector.name);
  return names;
}

const Connector* find_connector(std::string_view value) {
  const auto found = std::ranges::find_if(
      connectors, [&](const Connector& connector) { return json::quote(connector.name) == value; });
  if (found != connectors.end()) return &*found;
  // Offloading has several backends, each a connector of its own name.
  return value.find("offload") != std::string_view::npos ? &connectors.back() : nullptr;
}

std::string text_of(std::string_view value) {
  return std::string(value.starts_with('"') ? value.substr(1, value.size() - 2) : value);
}

/// Who else reads a key, for the hint.
std::string reader_of(std::string_view key) {
  for (const Connector& connector : connectors) {
    if (std::ranges::find(connector.keys, key) != connector.keys.end()) return std::string(connector.name);
  }
  return {};
}

struct Judge {
  const JsonOption& config;
  Diagnostics& diagnostics;

  void object(std::string_view text, const json::Path& path) const;
  void key(const Connector& connector, const json::Member& member, const json::Path& path) const;
  void list(const json::Member& member, const json::Path& path) const;
};

json::Path below(const json::Path& path, std::string name) {
  json::Path inner = path;
  inner.push_back(std::move(name));
  return inner;
}

void Judge::key(const Connector& connector, const json::Member& member, const json::Path& path) const {
  const auto knows = [&](Names names) { return std::ranges::find(names, member.key) != names.end(); };
  if (knows(common) || knows(connector.keys)) return;
  std::vector<std::string_view> known(common.begin(), common.end());
  known.insert(known.end(), connector.keys.begin(), connector.keys.end());
  const std::string reader = reader_of(member.key);
  diagnostics.add(
      "kv-transfer-key", config.at(below(path, member.key)).key,
      fmt::format("the connector {} is not known to read '{}' of kv_transfer_config", connector.name, member.key),
      reader.empty() ? did_you_mean(member.key, known) : fmt::format("{} does", reader));
}

void Judge::list(const json::Member& member, const json::Path& path) const {
  const std::vector<std::string> all = json::list_elements(member.value);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json::Path inner = below(below(path, member.key), std::to_string(i));
    if (all[i].starts_with('{')) {
      object(all[i], inner);
    } else {
      diagnostics.add("kv-transfer-key", config.at(inner).value,
                      fmt::format("an element of connectors is {}, not an object", all[i]),
                      R"(write {"kv_connector": "mooncake"})");
    }
  }
}

void Judge::object(std::string_view text, const json::Path& path) const {
  const std::vector<json::Member> members = json::members(text);
  const auto named = std::ranges::find(members, "kv_connector", &json::Member::key);
  const Connector* connector = named == members.end() ? &connectors.front() : find_connector(named->value);
  if (connector == nullptr) {
    const std::vector<std::string_view> names = names_of_all();
    std::string hint = did_you_mean(text_of(named->value), names);
    if (hint.empty()) hint = fmt::format("known are {}", fmt::join(names, ", "));
    diagnostics.add("kv-transfer-key", config.at(below(path, named->key)).value,
                    fmt::format("no KV connector {} is known", named->value), std::move(hint));
    return;
  }
  for (const json::Member& member : members) {
    key(*connector, member, path);
    if (connector->name == "multi" && member.key == "connectors") list(member, path);
  }
}

}  // namespace

void check_connector(const JsonOption& config, Diagnostics& diagnostics) {
  Judge{config, diagnostics}.object(config.option.value, {});
}

}  // namespace atomesh
