// From a YAML node or a text to the typed value of a key.
#include <fmt/format.h>

#include "atomesh/json.hpp"
#include "atomesh/placeholders.hpp"
#include "atomesh/text.hpp"
#include "atomesh/tuning.hpp"
#include "scalar.hpp"

namespace atomesh {
namespace {

using yaml::Kind;
using yaml::Node;

struct Reader {
  const yaml::Document& document;
  Diagnostics& diagnostics;
  std::string_view key;
  std::string_view type;

  bool wrong_type(const Node& node, std::string_view is, std::string hint = {}) const {
    diagnostics.add("wrong-type", yaml::place(document, node),
                    fmt::format("{} takes {} {}, not {}", key, type.front() == 'e' ? "an" : "a", type, is),
                    std::move(hint));
    return false;
  }

  /// SPEC section 2, Scalars: what two YAML versions read differently is refused instead of guessed.
  bool unambiguous(const Node& node) const {
    if (node.quoted || !yaml::ambiguous(node.text)) return true;
    diagnostics.add("ambiguous-scalar", yaml::place(document, node),
                    fmt::format("YAML 1.1 and 1.2 read '{}' differently", node.text),
                    "write a number in plain decimal, a boolean as true or false; put a text in quotes");
    return false;
  }

  /// One element of a sequence of words, or one value of an env mapping.
  bool word(const Node& node, std::string_view what) const {
    if (node.kind == Kind::null)
      return wrong_type(node, fmt::format("{} without a value", what), "write '' if it is empty");
    if (node.kind != Kind::scalar) return wrong_type(node, fmt::format("{} that is a list or mapping", what));
    return unambiguous(node);
  }
};

std::string_view kind_name(Kind kind) { return kind == Kind::sequence ? "a list" : "a mapping"; }

// What a key takes besides a scalar.
template <class T>
bool read_structure(const Reader& reader, const Node& node, T&) {
  return reader.wrong_type(node, kind_name(node.kind));
}

bool read_structure(const Reader& reader, const Node& node, FlagList& into) {
  if (node.kind != Kind::sequence)
    return reader.wrong_type(node, "a mapping", "write a list of words: [--flag, value]");
  bool good = true;
  for (const Node* item : node.items) {
    if (!reader.word(*item, "a word")) {
      good = false;
      continue;
    }
    into.push_back({item->text, yaml::place(reader.document, *item)});
    good &= check_placeholders(item->text, into.back().place, reader.diagnostics);
  }
  return good;
}

bool read_structure(const Reader& reader, const Node& node, EnvList& into) {
  if (node.kind != Kind::mapping) return reader.wrong_type(node, "a list", "write a mapping: {NAME: value}");
  bool good = true;
  for (const yaml::Entry& entry : node.entries) {
    // The second of two equal keys is a fault of the mapping, which is reported with the entry.
    if (node.find(entry.key->text) != entry.value) continue;
    if (!reader.word(*entry.value, "a variable")) {
      good = false;
      continue;
    }
    const Place key = yaml::place(reader.document, *entry.key);
    good &= add_env_pair({entry.key->text, entry.value->text, key}, into, reader.diagnostics) &&
            check_placeholders(entry.value->text, yaml::place(reader.document, *entry.value), reader.diagnostics);
  }
  return good;
}

bool read_structure(const Reader& reader, const Node& node, JsonObject& into) {
  if (node.kind != Kind::mapping) return reader.wrong_type(node, "a list");
  into.text = json::from_yaml(reader.document, node, reader.diagnostics);
  return !into.text.empty();
}

bool read_structure(const Reader& reader, const Node& node, CaptureSizes& into) {
  if (node.kind != Kind::sequence) return reader.wrong_type(node, "a mapping");
  if (node.items.empty()) return reader.wrong_type(node, "an empty list", "write [1, 2, 4, 8]");
  bool good = true;
  for (const Node* item : node.items) {
    if (item->kind != Kind::scalar) {
      good = reader.wrong_type(*item, "a size without a plain value");
      continue;
    }
    // A size may be quoted like every other number; the list that ATOM reads has none.
    PositiveInt size;
    const Scalar scalar{item->text, yaml::place(reader.document, *item)};
    good &= reader.unambiguous(*item) && read_scalar(scalar, size, reader.diagnostics);
    into.text += (into.text.empty() ? '[' : ',') + item->text;
  }
  into.text += ']';
  return good;
}

// The text of a value in one line, for messages about what shadowed what.
std::string written(const EnvList& list) {
  std::string text;
  for (const EnvPair& pair : list) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", pair.name, mask_value(pair.name, pair.value));
  }
  return text;
}
std::string written(const FlagList& list) {
  std::string text;
  for (const PlacedWord& word : list) text += (text.empty() ? "" : " ") + word.text;
  return text;
}
std::string written(bool value) { return value ? "true" : "false"; }
template <class T>
std::string written(const T& value) {
  return value.text;
}

/// SPEC: `mtp_flags` ends in the bare count flag, because the number of tokens is appended to it.
bool check_mtp_end(const FlagList& list, const Place& place, Diagnostics& diagnostics) {
  const std::string_view last = list.empty() ? std::string_view() : std::string_view(list.back().text);
  if (last == "--num-speculative-tokens" || last == "--num_speculative_tokens") return true;
  diagnostics.add("mtp-flags-end", list.empty() ? place : list.back().place,
                  fmt::format("mtp_flags ends in '{}', not in the bare count flag", last),
                  "end it with --num-speculative-tokens; the number is appended");
  return false;
}

template <class T>
bool store(T value, ScopedKey key, Origin origin, ScopedTuning& into, Diagnostics& diagnostics) {
  if constexpr (std::is_same_v<T, FlagList>) {
    if (key.key->name == "mtp_flags" && !check_mtp_end(value, origin.where, diagnostics)) return false;
  }
  std::string text = written(value);
  auto member = std::get<Slot<T> Tuning::*>(key.key->member);
  into.*(key.scope).*member = Setting<T>{std::move(value), std::move(origin), std::move(text)};
  return true;
}

bool read_scalar_node(const Reader& reader, const Node& node, auto& value) {
  if (!reader.unambiguous(node)) return false;
  const Scalar scalar{node.text, yaml::place(reader.document, node), &reader.document, &node};
  return read_scalar(scalar, value, reader.diagnostics);
}

bool is_blank_list(std::string_view text) { return trim(text).empty(); }

/// An empty text means that the key is not set; so does a list of words without a word.
template <class T>
bool is_unset(std::string_view text) {
  constexpr bool words = std::is_same_v<T, FlagList> || std::is_same_v<T, EnvList>;
  return text.empty() || (words && is_blank_list(text));
}

}  // namespace

bool read_tuning_value(const yaml::Document& document, const Node& node, ScopedKey key, Origin origin,
                       ScopedTuning& into, Diagnostics& diagnostics) {
  if (node.kind == Kind::null) return true;
  return std::visit(
      [&]<class T>(Slot<T> Tuning::*) {
        if (node.kind == Kind::scalar && is_unset<T>(node.text)) return true;
        const Reader reader{document, diagnostics, key.key->name, type_name(*key.key)};
        T value{};
        const bool good =
            node.kind == Kind::scalar ? read_scalar_node(reader, node, value) : read_structure(reader, node, value);
        return good && store(std::move(value), key, std::move(origin), into, diagnostics);
      },
      key.key->member);
}

bool read_tuning_text(std::string_view text, ScopedKey key, Origin origin, ScopedTuning& into,
                      Diagnostics& diagnostics) {
  return std::visit(
      [&]<class T>(Slot<T> Tuning::*) {
        if (is_unset<T>(text)) return true;
        T value{};
        return read_scalar(Scalar{text, origin.where}, value, diagnostics) &&
               store(std::move(value), key, std::move(origin), into, diagnostics);
      },
      key.key->member);
}

std::optional<FlagList> read_flag_text(std::string_view text, const Place& place, Diagnostics& diagnostics) {
  FlagList list;
  if (!read_scalar(Scalar{text, place}, list, diagnostics)) return std::nullopt;
  return list;
}

}  // namespace atomesh
