// SPEC section 5, the server's argv, group by group in its order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "atomesh/json.hpp"
#include "atomesh/ports.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

using Argv = std::vector<Piece>;

struct Builder {
  const ServerInputs& in;
  Diagnostics& diagnostics;
  Argv argv;

  void fixed(std::vector<std::string> words) { argv.push_back(make_piece(built_in(words.front()), words)); }

  /// `--flag value` of a scalar key; nothing if the key is not set.
  template <class T>
  void value(const char* flag, const Slot<T>& slot) {
    if (slot) argv.push_back(make_piece(slot->origin, {flag, slot->value.text}));
  }

  void number(const char* flag, const Origin& origin, int value) {
    argv.push_back(make_piece(origin, {flag, std::to_string(value)}));
  }

  void flags(const FlagList& list, const Origin& origin) {
    if (list.empty()) return;
    Piece piece{{}, origin};
    for (const PlacedWord& word : list) {
      piece.words.push_back({expand_placeholders(word.text, in.placeholders, word.place, diagnostics), word.place});
    }
    argv.push_back(std::move(piece));
  }

  void flags(const Slot<FlagList>& slot) {
    if (slot) flags(slot->value, slot->origin);
  }
};

void add_model(Builder& b) {
  const Deployment& d = *b.in.deployment;
  if (d.model_path) {
    b.argv.push_back(make_piece(d.model_path->origin, {"--model", d.model_path->value}));
  } else if (d.model_dir && d.model_name) {
    Piece piece = make_piece(d.model_name->origin, {"--model", d.model_dir->value + "/" + d.model_name->value});
    b.argv.push_back(std::move(piece));
  } else if (!d.model_dir) {  // a directory without a name is reported where the model is looked up
    b.diagnostics.add("no-model", label("env MODEL_DIR"), "there is neither a model directory nor a model path",
                      "set MODEL_DIR or --model-dir to the directory that holds the model's directory, or --model-path "
                      "to a path or hub id");
  }
}

/// What was asked of a mode and is not in the model's entry is refused, never dropped.
void add_mode_flags(Builder& b) {
  const RoleDeployment& role = *b.in.role;
  const Tuning& t = b.in.tuning;
  const std::string_view name = to_string(b.in.identity.role);
  const auto missing = [](const Slot<FlagList>& slot) { return !slot || slot->value.empty(); };
  switch (b.in.mode) {
    case Mode::tp:
      return;
    case Mode::tp_dpa:
    case Mode::ep_dpa: {
      const bool ep = b.in.mode == Mode::ep_dpa;
      const Slot<FlagList>& slot = ep ? t.ep_dp_flags : t.tp_dp_flags;
      if (!missing(slot)) return b.flags(slot);
      b.diagnostics.add(
          "dpa-without-flags", role.dp_attention.origin.where,
          fmt::format("{} asks for DP attention{}, and {} has no flags for it", name,
                      ep ? " with expert parallelism" : "", b.in.placeholders.model_name),
          fmt::format("add {} to the model's entry, or turn DP attention off", ep ? "ep_dp_flags" : "tp_dp_flags"));
      return;
    }
    case Mode::ep:
      if (!missing(t.ep_flags)) return b.flags(t.ep_flags);
      b.diagnostics.add("ep-without-dpa", role.expert_parallel.origin.where,
                        fmt::format("{} asks for expert parallelism without DP attention, and {} has no flags for it",
                                    name, b.in.placeholders.model_name),
                        "add ep_flags to the model's entry, or turn DP attention on as well");
  }
}

void add_speculation(Builder& b) {
  const Setting<int>& size = b.in.deployment->mtp_size;
  if (size.value == 0) return;
  const Slot<FlagList>& slot = b.in.tuning.mtp_flags;
  if (!slot || slot->value.empty()) {
    b.diagnostics.add("mtp-without-flags", size.origin.where,
                      fmt::format("{} speculative tokens are asked for, and {} has no mtp_flags", size.value,
                                  b.in.placeholders.model_name),
                      "add mtp_flags to the model's entry, or set DECODE_MTP_SIZE=0");
    return;
  }
  b.flags(slot);
  b.argv.push_back(make_piece(size.origin, {std::to_string(size.value)}));
}

void add_prefix_caching(Builder& b) {
  const Slot<bool>& slot = b.in.tuning.enable_prefix_caching;
  const bool on = slot && slot->value;
  b.argv.push_back(make_piece(slot ? slot->origin : built_in("enable_prefix_caching"),
                              {on ? "--enable_prefix_caching" : "--no-enable_prefix_caching"}));
}

void add_quantization(Builder& b) {
  const Tuning& t = b.in.tuning;
  const bool dpa = b.in.mode == Mode::tp_dpa || b.in.mode == Mode::ep_dpa;
  b.value("--online_quant_config",
          dpa && t.online_quant_dpa_config ? t.online_quant_dpa_config : t.online_quant_config);
}

void warn_connector(const Builder& b, const Setting<std::string>& asked, const json::Member& member) {
  if (asked.origin.layer != Layer::recipe || member.key != "kv_connector") return;
  if (member.value == json::quote(asked.value)) return;
  b.diagnostics.add("kv-connector-differs", b.in.tuning.kv_transfer_config->origin.where,
                    fmt::format("kv_connector {} overrules the recipe's {}", member.value, asked.value),
                    fmt::format("the recipe says it at {}", describe(asked.origin.where)));
}

/// The built-in object with the model's kv_transfer_config merged over it: known keys in place, others behind.
void add_kv_transfer(Builder& b) {
  const Deployment& d = *b.in.deployment;
  const bool prefill = b.in.identity.role == Role::prefill;
  std::vector<json::Member> members = {
      {"kv_role", json::quote(prefill ? "kv_producer" : "kv_consumer")},
      {"kv_connector", json::quote(d.kv_connector.value)},
      {"proxy_ip", json::quote(b.in.host_ip.value)},
      {"handshake_port", std::to_string(d.handshake_port.value + b.in.identity.worker.first_gpu)}};
  const Slot<JsonObject>& slot = b.in.tuning.kv_transfer_config;
  for (json::Member& member : slot ? json::members(slot->value.text) : std::vector<json::Member>{}) {
    warn_connector(b, d.kv_connector, member);
    const auto same = std::ranges::find(members, member.key, &json::Member::key);
    if (same == members.end()) {
      members.push_back(std::move(member));
    } else {
      same->value = std::move(member.value);
    }
  }
  Origin origin = slot ? slot->origin : built_in("kv_transfer_config");
  b.argv.push_back(make_piece(std::move(origin), {"--kv-transfer-config", json::object(members)}));
}

void add_exact_words(Builder& b, const Request& request) {
  for (const std::string& word : request.server_args) {
    b.argv.push_back(make_piece({Layer::command_line, label("--server-arg"), "--server-arg", {}}, {word}));
  }
}

/// Engines of one node need ports of their own, unless the words from `at` on give one.
void move_engine_port(Argv& argv, std::ptrdiff_t at, const Worker& worker) {
  if (worker.on_node == 0) return;
  const auto names_port = [](const PlacedWord& word) {
    return word.text == "--port" || word.text.starts_with("--port=");
  };
  const bool given = std::any_of(argv.begin() + at, argv.end(),
                                 [&](const Piece& piece) { return std::ranges::any_of(piece.words, names_port); });
  if (given) return;
  argv.insert(argv.begin() + at,
              make_piece(built_in("--port"), {"--port", std::to_string(default_engine_port + worker.on_node)}));
}

}  // namespace

std::vector<Piece> server_argv(const ServerInputs& inputs, const Request& request, const Environment& environment,
                               Diagnostics& diagnostics) {
  Builder b{inputs, diagnostics, {}};
  const Tuning& t = inputs.tuning;
  const Worker& worker = inputs.identity.worker;
  const Setting<std::string> python = python_of(request, environment);
  b.argv.push_back(make_piece(python.origin, {python.value}));
  b.fixed({"-m", "atom.entrypoints.openai_server"});
  add_model(b);
  b.fixed({"--host", "0.0.0.0"});
  b.number("--server-port", inputs.role->port.origin, http_port(inputs.role->port, worker));
  b.fixed({"--trust-remote-code"});
  b.number("-tp", inputs.role->tp.origin, inputs.role->tp.value);
  add_mode_flags(b);
  add_speculation(b);
  b.flags(t.kv_cache_flags);
  b.value("--block-size", t.block_size);
  b.value("--gpu-memory-utilization", t.mem_frac_static);
  b.value("--max-num-seqs", t.max_num_seqs);
  b.value("--max-model-len", t.max_model_len);
  b.value("--max-num-batched-tokens", t.max_num_batched_tokens);
  b.value("--scheduler-delay-factor", t.scheduler_delay_factor);
  add_prefix_caching(b);
  b.value("--hf-overrides", t.hf_overrides);
  add_quantization(b);
  add_kv_transfer(b);
  b.value("--cudagraph-capture-sizes", t.cudagraph_capture_sizes);
  const auto before_extra = static_cast<std::ptrdiff_t>(b.argv.size());
  b.flags(t.extra_flags);
  b.flags(inputs.extra_server_args.value, inputs.extra_server_args.origin);
  add_exact_words(b, request);
  move_engine_port(b.argv, before_extra, worker);
  return std::move(b.argv);
}

}  // namespace atomesh
