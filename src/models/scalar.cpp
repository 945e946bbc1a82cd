#include "scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "atomesh/json.hpp"
#include "atomesh/placeholders.hpp"
#include "atomesh/text.hpp"
#include "atomesh/words.hpp"

namespace atomesh {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A number that YAML 1.1, YAML 1.2, JSON and Python read alike: digits, an optional fraction, an optional signed
/// exponent behind a fraction.
std::optional<double> parse_plain_number(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  if (!all_digits(whole) || (whole.size() > 1 && whole[0] == '0')) return std::nullopt;
  if (dot != std::string_view::npos) {
    std::string_view rest = text.substr(dot + 1);
    const std::size_t exponent = rest.find_first_of("eE");
    if (!all_digits(rest.substr(0, exponent))) return std::nullopt;
    if (exponent != std::string_view::npos) {
      rest.remove_prefix(exponent + 1);
      if (rest.empty() || (rest[0] != '+' && rest[0] != '-') || !all_digits(rest.substr(1))) return std::nullopt;
    }
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool bad_value(const Scalar& scalar, std::string_view takes, std::string hint, Diagnostics& diagnostics) {
  diagnostics.add("bad-value", scalar.whole, fmt::format("'{}' is not {}", scalar.text, takes), std::move(hint));
  return false;
}

std::optional<std::vector<Word>> split(const Scalar& scalar, Diagnostics& diagnostics) {
  Split split = split_words(scalar.text);
  if (split.error.empty()) return std::move(split.words);
  diagnostics.add("bad-quoting", scalar.at(split.error_offset, 1),
                  fmt::format("{} in '{}'", split.error, mask_text(scalar.text)),
                  "close it, or put a backslash before it to mean the character itself");
  return std::nullopt;
}

bool add_json_fault(const Scalar& scalar, const json::Fault& fault, Diagnostics& diagnostics) {
  if (fault.message.empty()) return true;
  Place place = scalar.at(std::min(fault.offset, scalar.text.size()), 1);
  diagnostics.add("bad-json", std::move(place), "JSON: " + fault.message, fault.hint);
  return false;
}

}  // namespace

bool add_env_pair(EnvPair pair, EnvList& into, Diagnostics& diagnostics) {
  if (!is_env_name(pair.name)) {
    diagnostics.add("bad-env-word", pair.place, fmt::format("'{}' is not a valid variable name", pair.name),
                    "letters, digits and _ only, not beginning with a digit");
    return false;
  }
  if (std::ranges::find(into, pair.name, &EnvPair::name) != into.end()) {
    diagnostics.add("duplicate-key", pair.place, fmt::format("{} is set twice in one env list", pair.name),
                    "keep one of the two");
    return false;
  }
  into.push_back(std::move(pair));
  return true;
}

bool read_scalar(const Scalar& scalar, EnvList& into, Diagnostics& diagnostics) {
  const auto words = split(scalar, diagnostics);
  if (!words) return false;
  bool good = true;
  for (const Word& word : *words) {
    const Place place = scalar.at(word.offset, word.length);
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) {
      diagnostics.add("bad-env-word", place, fmt::format("'{}' is not NAME=VALUE", word.text),
                      "an env list is NAME=VALUE words separated by blanks; quote a value that holds blanks");
      good = false;
      continue;
    }
    const std::string value = word.text.substr(equals + 1);
    good &= add_env_pair({word.text.substr(0, equals), value, place}, into, diagnostics) &&
            check_placeholders(value, place, diagnostics);
  }
  return good;
}

bool read_scalar(const Scalar& scalar, FlagList& into, Diagnostics& diagnostics) {
  auto words = split(scalar, diagnostics);
  if (!words) return false;
  bool good = true;
  for (Word& word : *words) {
    PlacedWord placed{std::move(word.text), scalar.at(word.offset, word.length)};
    good &= check_placeholders(placed.text, placed.place, diagnostics);
    into.push_back(std::move(placed));
  }
  return good;
}

bool read_scalar(const Scalar& scalar, PositiveInt& into, Diagnostics& diagnostics) {
  const auto value = parse_integer(scalar.text);
  if (!value || *value <= 0) {
    return bad_value(scalar, "a positive whole number", "write plain decimal digits, such as 128", diagnostics);
  }
  into = {std::string(scalar.text), *value};
  return true;
}

bool read_scalar(const Scalar& scalar, Fraction& into, Diagnostics& diagnostics) {
  const auto value = parse_plain_number(scalar.text);
  if (!value || *value <= 0 || *value > 1) {
    return bad_value(scalar, "a number above 0 and at most 1", "write it like 0.85", diagnostics);
  }
  into = {std::string(scalar.text), *value};
  return true;
}

bool read_scalar(const Scalar& scalar, NonNegative& into, Diagnostics& diagnostics) {
  const auto value = parse_plain_number(scalar.text);
  if (!value) return bad_value(scalar, "a number of 0 or more", "write it like 0.5", diagnostics);
  into = {std::string(scalar.text), *value};
  return true;
}

bool read_scalar(const Scalar& scalar, bool& into, Diagnostics& diagnostics) {
  const auto value = parse_bool_word(scalar.text);
  const bool spelled_out = lower(scalar.text) == "true" || lower(scalar.text) == "false";
  if (!value || (scalar.from_file() && !spelled_out)) {
    return bad_value(scalar, "a boolean", "write true or false", diagnostics);
  }
  into = *value;
  return true;
}

bool read_scalar(const Scalar& scalar, JsonObject& into, Diagnostics& diagnostics) {
  into.text = scalar.text;
  return add_json_fault(scalar, json::check_object(scalar.text), diagnostics);
}

bool read_scalar(const Scalar& scalar, CaptureSizes& into, Diagnostics& diagnostics) {
  into.text = scalar.text;
  return add_json_fault(scalar, json::check_positive_ints(scalar.text), diagnostics);
}

}  // namespace atomesh
