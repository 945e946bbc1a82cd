// A model's entry from its typed values, driven by the table of keys.
#include <array>
#include <string>
#include <vector>

#include "atomesh/settings.hpp"
#include "atomesh/show.hpp"
#include "atomesh/text.hpp"
#include "json_value.hpp"

namespace atomesh {
namespace {

/// Each kind of value as the file writes it.
struct Shower {
  ShowOptions options;

  std::string text(const std::string& whole) const { return options.show_secrets ? whole : mask_text(whole); }

  Value operator()(const EnvList& list) const {
    Value mapping = Value::mapping();
    for (const EnvPair& pair : list) {
      mapping.set(pair.name, Value::string(options.show_secrets ? pair.value : mask_value(pair.name, pair.value)));
    }
    return mapping;
  }
  Value operator()(const FlagList& list) const {
    std::vector<std::string> words;
    words.reserve(list.size());
    for (const PlacedWord& word : list) words.push_back(word.text);
    return Value::strings(options.show_secrets ? words : mask_words(words));
  }
  Value operator()(bool value) const { return Value::boolean(value); }
  Value operator()(const PositiveInt& value) const { return Value::raw(value.text); }
  Value operator()(const Fraction& value) const { return Value::raw(value.text); }
  Value operator()(const NonNegative& value) const { return Value::raw(value.text); }
  Value operator()(const JsonObject& value) const { return json_value(text(value.text)); }
  Value operator()(const CaptureSizes& value) const { return json_value(value.text); }
};

void add_key(const TuningKey& key, std::string_view prefix, const Tuning& tuning, Shower shower, Value& entry) {
  std::visit(
      [&](auto member) {
        const auto& slot = tuning.*member;
        if (slot) entry.set(std::string(prefix).append(key.name), shower(slot->value));
      },
      key.member);
}

}  // namespace

Value show_model(const Model& model, ShowOptions options) {
  Value entry = Value::mapping();
  for (const TuningKey& key : tuning_keys()) {
    add_key(key, "", model.tuning.shared, {options}, entry);
    add_key(key, "prefill_", model.tuning.prefill, {options}, entry);
    add_key(key, "decode_", model.tuning.decode, {options}, entry);
  }
  return entry;
}

Value show_resolved_model(const Model& model, const Model* defaults, ShowOptions options) {
  const std::array<ScopedTuning, 2> layers = {model.tuning, defaults != nullptr ? defaults->tuning : ScopedTuning()};
  Value entry = Value::mapping();
  for (const Role role : {Role::prefill, Role::decode}) {
    const Tuning chosen = choose_tuning(role, layers);
    const std::string prefix = std::string(to_string(role)) + "_";
    for (const TuningKey& key : tuning_keys()) add_key(key, prefix, chosen, {options}, entry);
  }
  return entry;
}

}  // namespace atomesh
