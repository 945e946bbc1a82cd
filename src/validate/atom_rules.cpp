// What ATOM demands of values that its argument parser lets through, and what a reviewer should see.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "connector.hpp"
#include "rules.hpp"

namespace atomesh {
namespace {

void check_draft_model(const ServerOptions& options, Diagnostics& diagnostics) {
  const OptionValue* method = options.find("method");
  const OptionValue* draft = options.find("draft_model");
  if (method == nullptr) return;
  if (method->value == "eagle3" && draft == nullptr) {
    diagnostics.add("draft-model", method->place, "--method eagle3 needs --draft-model",
                    "add --draft-model and the draft's path or hub id before the count flag");
  }
  if (method->value == "mtp" && draft != nullptr) {
    diagnostics.add("draft-model", draft->place,
                    "--method mtp takes no --draft-model: the draft layers are the model's own",
                    "take --draft-model out, or use --method eagle3");
  }
}

constexpr std::array<std::string_view, 3> quant_keys = {"global_quant_config", "layer_quant_config", "exclude_layer"};
constexpr std::array<std::string_view, 2> quant_methods = {"ptpc_fp8", "mxfp4"};

/// The option, if it is there and an object; what is no JSON was reported with the argv.
std::optional<JsonOption> json_option(const ServerOptions& options, std::string_view dest, Documents documents) {
  const OptionValue* option = options.find(dest);
  if (option == nullptr || !json::check_object(option->value).message.empty()) return std::nullopt;
  return JsonOption{*option, documents};
}

void check_quant_method(const JsonOption& config, const json::Member& member, Diagnostics& diagnostics) {
  const bool known = std::ranges::any_of(quant_methods, [&](auto m) { return json::quote(m) == member.value; });
  if (known) return;
  const std::string_view text = member.value;
  const std::string_view bare = text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
  diagnostics.add(
      "quant-config", config.at({member.key}).value,
      fmt::format("global_quant_config is {}, and ATOM knows {}", member.value, fmt::join(quant_methods, " and ")),
      did_you_mean(bare, quant_methods));
}

void check_quant_config(const ServerOptions& options, Documents documents, Diagnostics& diagnostics) {
  const auto config = json_option(options, "online_quant_config", documents);
  if (!config) return;
  bool any = false;
  for (const json::Member& member : json::members(config->option.value)) {
    if (std::ranges::find(quant_keys, member.key) == quant_keys.end()) {
      diagnostics.add("quant-config", config->at({member.key}).key,
                      fmt::format("online_quant_config has no key '{}'", member.key),
                      did_you_mean(member.key, quant_keys));
      continue;
    }
    any = true;
    if (member.key == "global_quant_config") check_quant_method(*config, member, diagnostics);
  }
  if (any) return;
  diagnostics.add("quant-config", config->option.place, "online_quant_config asks for nothing",
                  fmt::format("it takes {}", fmt::join(quant_keys, ", ")));
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

void review_members(const JsonOption& overrides, std::string_view object, const json::Path& path,
                    Diagnostics& diagnostics) {
  for (const json::Member& member : json::members(object)) {
    json::Path inner = path;
    inner.push_back(member.key);
    if (thins_out(member.key)) {
      diagnostics.add("hf-overrides-thins", overrides.at(inner).key,
                      fmt::format("hf_overrides sets {} to {}: part of the model may be switched off",
                                  fmt::join(inner, "."), member.value),
                      "results then are not those of the published model; say why in a comment");
    } else if (member.value.starts_with('{')) {
      review_members(overrides, member.value, inner, diagnostics);
    }
  }
}

}  // namespace

void check_atom_rules(const CheckedProcess& process, Documents documents, Diagnostics& diagnostics) {
  check_draft_model(process.options, diagnostics);
  check_quant_config(process.options, documents, diagnostics);
  if (const auto config = json_option(process.options, "kv_transfer_config", documents))
    check_connector(*config, diagnostics);
}

void check_overrides(const CheckedProcess& process, Documents documents, Diagnostics& diagnostics) {
  const auto overrides = json_option(process.options, "hf_overrides", documents);
  if (overrides) review_members(*overrides, overrides->option.value, {}, diagnostics);
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
