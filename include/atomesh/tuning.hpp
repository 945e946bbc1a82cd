// The keys of models_atom.yaml as typed values: one Tuning is what one source says for one scope (SPEC section 2).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "atomesh/origin.hpp"
#include "atomesh/role.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {

/// One argv word and where it is written.
struct PlacedWord {
  std::string text;
  Place place;
};
using FlagList = std::vector<PlacedWord>;

/// The variables of an env list, in order; no name twice.
struct EnvPair {
  std::string name;
  std::string value;
  Place place;
};
using EnvList = std::vector<EnvPair>;

/// Numbers keep their source text, which is what reaches argv: `0.80` stays `0.80`.
struct PositiveInt {
  std::string text;
  long long value = 0;
};
struct Fraction {  ///< in (0, 1]
  std::string text;
  double value = 0;
};
struct NonNegative {
  std::string text;
  double value = 0;
};
struct JsonObject {  ///< a valid JSON object: as written if it was a string, compact if it was a YAML mapping
  std::string text;
};
struct CaptureSizes {  ///< a JSON list of positive integers
  std::string text;
};

struct Tuning {
  Slot<EnvList> env, tp_dp_env, ep_dp_env;
  Slot<FlagList> tp_dp_flags, ep_dp_flags, ep_flags, mtp_flags, kv_cache_flags, extra_flags;
  Slot<PositiveInt> block_size, max_num_seqs, max_model_len, max_num_batched_tokens;
  Slot<Fraction> mem_frac_static;
  Slot<NonNegative> scheduler_delay_factor;
  Slot<bool> enable_prefix_caching;
  Slot<JsonObject> hf_overrides, online_quant_config, online_quant_dpa_config, kv_transfer_config;
  Slot<CaptureSizes> cudagraph_capture_sizes;
};

/// What one source says: shared, and in the roles' own forms (`prefill_<key>`, `decode_<key>`).
struct ScopedTuning {
  Tuning shared, prefill, decode;
};

/// A pointer to one member of Tuning; its type is the key's type.
using TuningMember = std::variant<Slot<EnvList> Tuning::*, Slot<FlagList> Tuning::*, Slot<PositiveInt> Tuning::*,
                                  Slot<Fraction> Tuning::*, Slot<NonNegative> Tuning::*, Slot<bool> Tuning::*,
                                  Slot<JsonObject> Tuning::*, Slot<CaptureSizes> Tuning::*>;

/// Whom the shared form speaks to; the roles' own forms always exist.
enum class SharedScope { both, prefill, decode };

/// One key: its name, its member, whom its shared form is for, whether a plain variable (`BLOCK_SIZE`) gives it below
/// the file, and one line of help.
struct TuningKey {
  std::string_view name;
  TuningMember member;
  SharedScope shared_scope;
  bool plain_variable;
  std::string_view help;
};

std::span<const TuningKey> tuning_keys();

/// A key as written: the entry of the table and the scope its prefix chooses.
struct ScopedKey {
  const TuningKey* key = nullptr;
  Tuning ScopedTuning::*scope = nullptr;
};
std::optional<ScopedKey> find_tuning_key(std::string_view written);

/// Every spelling that find_tuning_key knows, for hints.
const std::vector<std::string>& tuning_key_spellings();

/// A key's spelling in variables: `decode_block_size` is `DECODE_BLOCK_SIZE`.
std::string env_spelling(std::string_view key);

/// The type of a key in words: `flag list`, `positive int`.
std::string_view type_name(const TuningKey& key);

/// Reads one YAML value into its slot. A null or empty value leaves the slot empty (SPEC: the key is not set). False
/// after an error: wrong-type, ambiguous-scalar, bad-value, bad-quoting, bad-env-word, bad-json, bad-placeholder,
/// mtp-flags-end, each at its word.
bool read_tuning_value(const yaml::Document& document, const yaml::Node& node, ScopedKey key, Origin origin,
                       ScopedTuning& into, Diagnostics& diagnostics);

/// The same for a text from the environment or the command line; `origin.where` is its place.
bool read_tuning_text(std::string_view text, ScopedKey key, Origin origin, ScopedTuning& into,
                      Diagnostics& diagnostics);

/// Splits a flag list given as one text (SPEC: EXTRA_SERVER_ARGS). Errors: bad-quoting, bad-placeholder.
std::optional<FlagList> read_flag_text(std::string_view text, const Place& place, Diagnostics& diagnostics);

}  // namespace atomesh
