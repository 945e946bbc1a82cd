// What ATOM demands of values that its argument parser lets through, and what a reviewer should see.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "rules.hpp"

namespace atomesh {
namespace {

void check_draft_model(const Plan& plan, Diagnostics& diagnostics) {
  const auto method = find_option(plan, "method");
  const auto draft = find_option(plan, "draft_model");
  if (!method) return;
  if (method->value == "eagle3" && !draft) {
    diagnostics.add("draft-model", method->place, "--method eagle3 needs --draft-model",
                    "add --draft-model and the draft's path or hub id before the count flag");
  }
  if (method->value == "mtp" && draft) {
    diagnostics.add("draft-model", draft->place,
                    "--method mtp takes no --draft-model: the draft layers are the model's own",
                    "take --draft-model out, or use --method eagle3");
  }
}

constexpr std::array<std::string_view, 3> quant_keys = {"global_quant_config", "layer_quant_config", "exclude_layer"};
constexpr std::array<std::string_view, 2> quant_methods = {"ptpc_fp8", "mxfp4"};

void check_quant_config(const Plan& plan, Diagnostics& diagnostics) {
  const auto option = find_option(plan, "online_quant_config");
  if (!option || !json::check_object(option->value).message.empty()) return;
  bool any = false;
  for (const json::Member& member : json::members(option->value)) {
    if (std::ranges::find(quant_keys, member.key) == quant_keys.end()) {
      diagnostics.add("quant-config", option->place, fmt::format("online_quant_config has no key '{}'", member.key),
                      did_you_mean(member.key, quant_keys));
      continue;
    }
    any = true;
    if (member.key != "global_quant_config") continue;
    const bool known = std::ranges::any_of(quant_methods, [&](auto m) { return json::quote(m) == member.value; });
    if (known) continue;
    const std::string_view text = member.value;
    const std::string_view bare = text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
    diagnostics.add(
        "quant-config", option->place,
        fmt::format("global_quant_config is {}, and ATOM knows {}", member.value, fmt::join(quant_methods, " and ")),
        did_you_mean(bare, quant_methods));
  }
  if (any) return;
  diagnostics.add("quant-config", option->place, "online_quant_config asks for nothing",
                  fmt::format("it takes {}", fmt::join(quant_keys, ", ")));
}

constexpr auto connector_keys = std::to_array<std::string_view>(
    {"kv_role", "kv_connector", "proxy_ip", "handshake_port", "proxy_ping_port", "http_port", "notify_port", "kv_ip",
     "kv_port", "kv_rank", "kv_parallel_size", "kv_buffer_device", "kv_buffer_size", "engine_id",
     "kv_connector_extra_config", "kv_connector_module_path", "connectors", "protocol", "ib_device"});
constexpr std::array<std::string_view, 4> connectors = {"mooncake", "moriio", "multi", "offload"};

void check_kv_transfer(const Plan& plan, Diagnostics& diagnostics) {
  const auto option = find_option(plan, "kv_transfer_config");
  if (!option || !json::check_object(option->value).message.empty()) return;
  for (const json::Member& member : json::members(option->value)) {
    if (member.key == "kv_connector") {
      const bool known = std::ranges::any_of(connectors, [&](auto name) { return json::quote(name) == member.value; });
      if (known || member.value.find("offload") != std::string::npos) continue;
      diagnostics.add("kv-transfer-key", option->place, fmt::format("no KV connector {} is known", member.value),
                      fmt::format("known are {}", fmt::join(connectors, ", ")));
    } else if (std::ranges::find(connector_keys, member.key) == connector_keys.end()) {
      diagnostics.add("kv-transfer-key", option->place,
                      fmt::format("no connector is known to read '{}' of kv_transfer_config", member.key),
                      did_you_mean(member.key, connector_keys));
    }
  }
}

/// Names of config.json whose override switches off or thins out part of the model.
bool thins_out(std::string_view key) {
  constexpr auto names = std::to_array<std::string_view>(
      {"num_hidden_layers", "num_experts_per_tok", "num_experts", "n_routed_experts", "num_local_experts",
       "n_shared_experts", "num_nextn_predict_layers", "num_attention_heads", "num_key_value_heads", "hidden_size",
       "index_topk", "sliding_window", "moe_topk", "top_k_experts"});
  return std::ranges::find(names, key) != names.end() || key.ends_with("_freq") ||
         key.find("index_cache") != std::string_view::npos;
}

void review_members(std::string_view object, const Place& place, std::string_view path, Diagnostics& diagnostics) {
  for (const json::Member& member : json::members(object)) {
    const std::string name = path.empty() ? member.key : fmt::format("{}.{}", path, member.key);
    if (thins_out(member.key)) {
      diagnostics.add(
          "hf-overrides-thins", place,
          fmt::format("hf_overrides sets {} to {}: part of the model may be switched off", name, member.value),
          "results then are not those of the published model; say why in a comment");
    } else if (member.value.starts_with('{')) {
      review_members(member.value, place, name, diagnostics);
    }
  }
}

}  // namespace

void check_atom_rules(const Plan& plan, Diagnostics& diagnostics) {
  check_draft_model(plan, diagnostics);
  check_quant_config(plan, diagnostics);
  check_kv_transfer(plan, diagnostics);
}

void check_overrides(const Plan& plan, Diagnostics& diagnostics) {
  const auto option = find_option(plan, "hf_overrides");
  if (!option || !json::check_object(option->value).message.empty()) return;
  review_members(option->value, option->place, "", diagnostics);
}

void check_env_names(const Plan& plan, const OptionTable& table, Diagnostics& diagnostics) {
  constexpr std::string_view owned = "ATOM_";
  for (const EnvChange& change : plan.env) {
    if (change.origin.layer == Layer::built_in || change.name == "ATOM_HOST_IP") continue;
    if (std::ranges::find(table.env_names, change.name) != table.env_names.end()) continue;
    const auto close = nearest(change.name, table.env_names);
    if (change.name.starts_with(owned)) {
      std::string hint = close ? fmt::format("did you mean {}?", *close) : "take it out if it is no longer needed";
      diagnostics.add("unread-env", change.origin.where,
                      fmt::format("ATOM of {} does not read {}", table.date, change.name), std::move(hint));
    } else if (close && close->substr(0, close->find('_')) == change.name.substr(0, change.name.find('_'))) {
      diagnostics.add("unread-env", change.origin.where,
                      fmt::format("ATOM of {} does not read {}, but {}", table.date, change.name, *close),
                      fmt::format("did you mean {}?", *close));
    }
  }
}

}  // namespace atomesh
