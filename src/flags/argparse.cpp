#include "argparse.hpp"

#include <algorithm>
#include <array>

namespace atomesh {
namespace {

constexpr auto help_names = std::to_array<std::string_view>({"-h", "--help"});
constexpr Option help{help_names, "help", Arity::none, ValueType::text, {}};

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <typename Visit>
void for_each_name(const OptionTable& table, Visit visit) {
  for (const std::string_view name : help.names) visit(help, name);
  for (const Option& option : table.options) {
    for (const std::string_view name : option.names) visit(option, name);
  }
}

std::optional<WordReading> read_exact(std::string_view name, std::optional<std::string_view> value,
                                      const OptionTable& table) {
  std::optional<WordReading> reading;
  for_each_name(table, [&](const Option& option, std::string_view candidate) {
    if (candidate == name) reading = {WordKind::option, &option, candidate, value, false, {}};
  });
  return reading;
}

/// Everything that the word may abbreviate; `-hx` is `-h` with the value `x`.
std::vector<WordReading> read_abbreviations(std::string_view word, const OptionTable& table) {
  const bool two_dashes = word[1] == '-';
  const std::string_view prefix = two_dashes ? name_part(word) : word;
  std::optional<std::string_view> value;
  if (two_dashes && prefix.size() < word.size()) value = word.substr(prefix.size() + 1);
  std::vector<WordReading> readings;
  for_each_name(table, [&](const Option& option, std::string_view name) {
    if (!two_dashes && name == word.substr(0, 2)) {
      readings.push_back({WordKind::option, &option, name, word.substr(2), false, {}});
    } else if (name.starts_with(prefix)) {
      readings.push_back({WordKind::option, &option, name, value, true, {}});
    }
  });
  return readings;
}

WordReading ambiguous(const std::vector<WordReading>& readings) {
  WordReading result;
  result.kind = WordKind::ambiguous;
  for (const WordReading& reading : readings) result.matches.push_back(reading.name);
  return result;
}

}  // namespace

const Option& help_option() { return help; }

std::string_view name_part(std::string_view word) { return word.substr(0, word.find('=')); }

bool looks_negative(std::string_view word) {
  if (word == "-") return true;
  if (!word.starts_with('-')) return false;
  word.remove_prefix(1);
  const std::size_t point = word.find('.');
  if (point == std::string_view::npos) return all_digits(word);
  const std::string_view fraction = word.substr(point + 1);
  return all_digits(word.substr(0, point)) && !fraction.empty() && all_digits(fraction);
}

WordReading read_word(std::string_view word, const OptionTable& table) {
  if (!word.starts_with('-') || word == "-") return {};
  if (auto exact = read_exact(word, std::nullopt, table)) return *exact;
  const std::string_view name = name_part(word);
  if (name.size() < word.size()) {
    if (auto exact = read_exact(name, word.substr(name.size() + 1), table)) return *exact;
  }
  const std::vector<WordReading> readings = read_abbreviations(word, table);
  if (readings.size() == 1) return readings.front();
  if (readings.size() > 1) return ambiguous(readings);
  if (looks_negative(word) || word.find(' ') != std::string_view::npos) return {};
  WordReading unknown;
  unknown.kind = WordKind::unknown_option;
  unknown.name = name;
  return unknown;
}

}  // namespace atomesh
