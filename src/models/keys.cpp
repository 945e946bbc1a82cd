#include <algorithm>

#include "atomesh/tuning.hpp"

namespace atomesh {
namespace {

constexpr auto both = SharedScope::both;
using T = Tuning;

// SPEC section 2, one row a key. A member's type is the key's type.
constexpr TuningKey keys[] = {
    {"env", &T::env, both, false, "Environment of the server, in every mode."},
    {"tp_dp_env", &T::tp_dp_env, both, false, "Environment in mode tp+dpa; wins over env."},
    {"ep_dp_env", &T::ep_dp_env, both, false, "Environment in mode ep+dpa; wins over env."},
    {"tp_dp_flags", &T::tp_dp_flags, both, false, "Flags of mode tp+dpa, after -tp N."},
    {"ep_dp_flags", &T::ep_dp_flags, both, false, "Flags of mode ep+dpa, after -tp N."},
    {"ep_flags", &T::ep_flags, both, false, "Flags of mode ep, after -tp N."},
    {"mtp_flags", &T::mtp_flags, both, false,
     "Flags of speculative decoding, ending in the bare count flag; the number of tokens is appended."},
    {"kv_cache_flags", &T::kv_cache_flags, both, false, "Flags of the KV cache, such as --kv_cache_dtype fp8."},
    {"block_size", &T::block_size, both, true, "--block-size: tokens per KV cache block."},
    {"mem_frac_static", &T::mem_frac_static, both, true, "--gpu-memory-utilization: share of GPU memory, in (0, 1]."},
    {"max_num_seqs", &T::max_num_seqs, SharedScope::prefill, true,
     "--max-num-seqs: sequences in flight. The shared form is prefill's; decode takes its largest concurrency."},
    {"max_model_len", &T::max_model_len, both, true, "--max-model-len: longest context, in tokens."},
    {"max_num_batched_tokens", &T::max_num_batched_tokens, both, true,
     "--max-num-batched-tokens: tokens per forward pass."},
    {"scheduler_delay_factor", &T::scheduler_delay_factor, both, true,
     "--scheduler-delay-factor: delay before the next prompt, as a multiple of the last one's latency."},
    {"enable_prefix_caching", &T::enable_prefix_caching, both, false,
     "--enable_prefix_caching or --no-enable_prefix_caching (default)."},
    {"hf_overrides", &T::hf_overrides, both, false, "--hf-overrides: JSON object over the model's config.json."},
    {"online_quant_config", &T::online_quant_config, both, false,
     "--online_quant_config: JSON object, in modes without DP attention and as their fallback."},
    {"online_quant_dpa_config", &T::online_quant_dpa_config, both, false,
     "--online_quant_config in modes with DP attention."},
    {"kv_transfer_config", &T::kv_transfer_config, both, false,
     "JSON object merged over the built-in --kv-transfer-config."},
    {"cudagraph_capture_sizes", &T::cudagraph_capture_sizes, SharedScope::decode, false,
     "--cudagraph-capture-sizes: batch sizes captured as graphs. The shared form is decode's."},
    {"extra_flags", &T::extra_flags, both, false, "Flags at the end of the command."},
};

constexpr std::string_view prefill_prefix = "prefill_";
constexpr std::string_view decode_prefix = "decode_";

struct TypeName {
  std::string_view operator()(Slot<EnvList> T::*) const { return "env list"; }
  std::string_view operator()(Slot<FlagList> T::*) const { return "flag list"; }
  std::string_view operator()(Slot<PositiveInt> T::*) const { return "positive int"; }
  std::string_view operator()(Slot<Fraction> T::*) const { return "number in (0, 1]"; }
  std::string_view operator()(Slot<NonNegative> T::*) const { return "number >= 0"; }
  std::string_view operator()(Slot<bool> T::*) const { return "bool"; }
  std::string_view operator()(Slot<JsonObject> T::*) const { return "JSON object"; }
  std::string_view operator()(Slot<CaptureSizes> T::*) const { return "list of positive ints"; }
};

}  // namespace

std::span<const TuningKey> tuning_keys() { return keys; }

std::optional<ScopedKey> find_tuning_key(std::string_view written) {
  ScopedKey found{nullptr, &ScopedTuning::shared};
  if (written.starts_with(prefill_prefix)) {
    written.remove_prefix(prefill_prefix.size());
    found.scope = &ScopedTuning::prefill;
  } else if (written.starts_with(decode_prefix)) {
    written.remove_prefix(decode_prefix.size());
    found.scope = &ScopedTuning::decode;
  }
  const auto* key = std::ranges::find(keys, written, &TuningKey::name);
  if (key == std::end(keys)) return std::nullopt;
  found.key = key;
  return found;
}

const std::vector<std::string>& tuning_key_spellings() {
  static const std::vector<std::string> spellings = [] {
    std::vector<std::string> names;
    for (const std::string_view prefix : {std::string_view(), prefill_prefix, decode_prefix}) {
      for (const TuningKey& key : keys) names.push_back(std::string(prefix).append(key.name));
    }
    return names;
  }();
  return spellings;
}

std::string env_spelling(std::string_view key) {
  std::string name(key);
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return name;
}

std::string_view type_name(const TuningKey& key) { return std::visit(TypeName{}, key.member); }

}  // namespace atomesh
