#include "scalars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "atomesh/text.hpp"

namespace atomesh::recipes {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

yaml::Type type_of(const yaml::Node& node) { return node.quoted ? yaml::Type::text : yaml::type_1_1(node.text); }

std::string without_underscores(std::string_view text) {
  std::string kept(text);
  std::erase(kept, '_');
  return kept;
}

/// Takes one sign off the front. True if it was a minus.
bool take_sign(std::string_view& text) {
  if (!text.starts_with('-') && !text.starts_with('+')) return false;
  const bool minus = text.front() == '-';
  text.remove_prefix(1);
  return minus;
}

std::optional<long long> parse_digits(std::string_view digits, int base, bool minus) {
  // With its sign in front, the smallest integer fits too.
  const std::string text = (minus ? "-" : "") + std::string(digits);
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Base 60, as in 12:30; the last part may have a fraction.
std::optional<double> parse_sexagesimal(std::string_view text) {
  double value = 0;
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    double part = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + colon, part);
    if (error != std::errc() || end != text.data() + colon) return std::nullopt;
    value = value * 60 + part;
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  return value;
}

std::optional<long long> integral(double value) {
  // 2^63 is the first double that no 64-bit integer can hold.
  if (!(std::abs(value) < 9223372036854775808.0) || value != std::trunc(value)) return std::nullopt;
  return static_cast<long long>(value);
}

/// The value of a scalar that YAML 1.1 calls an integer.
std::optional<long long> integer_1_1(std::string_view plain) {
  const std::string kept = without_underscores(plain);
  std::string_view digits = kept;
  const bool minus = take_sign(digits);
  if (digits.find(':') != std::string_view::npos) {
    const auto value = parse_sexagesimal(digits);
    return value ? integral(minus ? -*value : *value) : std::nullopt;
  }
  if (digits.starts_with("0b")) return parse_digits(digits.substr(2), 2, minus);
  if (digits.starts_with("0x")) return parse_digits(digits.substr(2), 16, minus);
  if (digits.starts_with('0') && digits.size() > 1) return parse_digits(digits.substr(1), 8, minus);
  return parse_digits(digits, 10, minus);
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // GCC reports what is too small or too large for a double without storing it.
  if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The value of a scalar that YAML 1.1 calls a float.
std::optional<double> float_1_1(std::string_view plain) {
  const std::string kept = lower(without_underscores(plain));
  std::string_view digits = kept;
  const bool minus = take_sign(digits);
  if (digits == ".inf") return (minus ? -1 : 1) * std::numeric_limits<double>::infinity();
  if (digits == ".nan") return std::numeric_limits<double>::quiet_NaN();
  const auto value = digits.find(':') != std::string_view::npos ? parse_sexagesimal(digits) : parse_double(digits);
  return value && minus ? -*value : value;
}

/// Underscores are for reading only, and stand between digits.
bool underscores_stand_between_digits(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) return false;
  }
  return true;
}

std::optional<long long> integer_of_text(std::string_view text) {
  std::string_view digits = trim(text);
  const bool minus = take_sign(digits);
  if (const std::size_t dot = digits.find('.'); dot != std::string_view::npos) {
    const std::string_view fraction = digits.substr(dot + 1);
    if (fraction.empty() || fraction.find_first_not_of('0') != std::string_view::npos) return std::nullopt;
    digits = digits.substr(0, dot);
  }
  if (digits.empty() || !is_digit(digits.front()) || !underscores_stand_between_digits(digits)) return std::nullopt;
  return parse_digits(without_underscores(digits), 10, minus);
}

std::optional<double> number_of_text(std::string_view text) {
  std::string_view digits = trim(text);
  const bool minus = take_sign(digits);
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) return std::nullopt;
  if (!underscores_stand_between_digits(digits)) return std::nullopt;
  const auto value = parse_double(without_underscores(digits));
  return value && minus ? -*value : value;
}

std::optional<bool> boolean_of_text(std::string_view text) {
  constexpr auto yes = std::to_array<std::string_view>({"1", "on", "t", "true", "y", "yes"});
  constexpr auto no = std::to_array<std::string_view>({"0", "off", "f", "false", "n", "no"});
  const std::string word = lower(text);
  if (std::ranges::find(yes, word) != yes.end()) return true;
  if (std::ranges::find(no, word) != no.end()) return false;
  return std::nullopt;
}

std::optional<bool> boolean_of_number(std::optional<double> value) {
  if (value == 0.0) return false;
  if (value == 1.0) return true;
  return std::nullopt;
}

/// A message is one line; a block scalar may be pages.
std::string shortened(std::string_view text) {
  constexpr std::size_t enough = 60;
  if (text.size() <= enough) return std::string(text);
  std::size_t cut = enough;
  // Not within a character.
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return fmt::format("{}…", text.substr(0, cut));
}

}  // namespace

std::optional<std::string_view> to_text(const yaml::Node& node) {
  if (node.kind != yaml::Kind::scalar || type_of(node) != yaml::Type::text) return std::nullopt;
  return node.text;
}

std::optional<long long> to_strict_integer(const yaml::Node& node) {
  if (node.kind != yaml::Kind::scalar || type_of(node) != yaml::Type::integer) return std::nullopt;
  return integer_1_1(node.text);
}

std::optional<long long> to_integer(const yaml::Node& node) {
  if (node.kind != yaml::Kind::scalar) return std::nullopt;
  switch (type_of(node)) {
    case yaml::Type::integer:
      return integer_1_1(node.text);
    case yaml::Type::floating: {
      const auto value = float_1_1(node.text);
      return value ? integral(*value) : std::nullopt;
    }
    case yaml::Type::text:
      return integer_of_text(node.text);
    default:
      return std::nullopt;
  }
}

std::optional<bool> to_boolean(const yaml::Node& node) {
  if (node.kind != yaml::Kind::scalar) return std::nullopt;
  switch (type_of(node)) {
    case yaml::Type::boolean:
    case yaml::Type::text:
      return boolean_of_text(node.text);
    case yaml::Type::integer:
    case yaml::Type::floating:
      return boolean_of_number(to_number(node));
    default:
      return std::nullopt;
  }
}

std::optional<double> to_number(const yaml::Node& node) {
  if (node.kind != yaml::Kind::scalar) return std::nullopt;
  switch (type_of(node)) {
    case yaml::Type::integer: {
      const auto value = integer_1_1(node.text);
      return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
    }
    case yaml::Type::floating:
      return float_1_1(node.text);
    case yaml::Type::text:
      return number_of_text(node.text);
    default:
      return std::nullopt;
  }
}

std::string describe_value(const yaml::Node& node) {
  if (node.kind == yaml::Kind::null) return "nothing";
  if (node.kind == yaml::Kind::sequence) return "a list";
  if (node.kind == yaml::Kind::mapping) return "a mapping";
  switch (type_of(node)) {
    case yaml::Type::boolean:
      return fmt::format("the boolean {}", node.text);
    case yaml::Type::integer:
    case yaml::Type::floating:
      return fmt::format("the number {}", node.text);
    case yaml::Type::timestamp:
      return fmt::format("the date {}", node.text);
    default:
      return fmt::format("the text '{}'", shortened(node.text));
  }
}

}  // namespace atomesh::recipes
