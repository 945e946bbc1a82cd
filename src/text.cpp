#include "atomesh/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace atomesh {
namespace {

/// The weight of one edit; a difference of case weighs one.
constexpr std::size_t edit = 32;

char lower_of(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return c == '_' || (lower_of(c) >= 'a' && lower_of(c) <= 'z'); }

std::size_t replace_weight(char a, char b) {
  if (a == b) return 0;
  return lower_of(a) == lower_of(b) ? 1 : edit;
}

/// Optimal string alignment: Levenshtein plus swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j * edit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i * edit;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      current[j] =
          std::min({previous[j] + edit, current[j - 1] + edit, previous[j - 1] + replace_weight(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + edit);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

/// True if so much editing is more than a typing mistake in names of which the longer has `longest` characters.
bool too_far(std::size_t weight, std::size_t longest) { return weight * 3 > longest * edit; }

}  // namespace

std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  std::size_t best_weight = 0;
  for (const std::string_view candidate : candidates) {
    const auto [shortest, longest] = std::minmax({name.size(), candidate.size()});
    // The lengths alone decide most pairs, and keep a megabyte of nonsense from costing quadratic time.
    if (too_far((longest - shortest) * edit, longest)) continue;
    const std::size_t weight = distance(name, candidate);
    if (too_far(weight, longest) || (best && weight >= best_weight)) continue;
    best = candidate;
    best_weight = weight;
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const auto candidate = nearest(name, candidates);
  return candidate ? fmt::format("did you mean '{}'?", *candidate) : std::string();
}

bool is_env_name(std::string_view name) {
  return !name.empty() && is_name_start(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_name_start(c) || is_digit(c); });
}

std::optional<long long> parse_integer(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::optional<bool> parse_bool_word(std::string_view text) {
  const std::string word = lower(text);
  if (word == "true" || word == "1" || word == "yes") return true;
  if (word == "false" || word == "0" || word == "no") return false;
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r\v\f";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return text.substr(text.size());
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> elements;
  while (true) {
    const std::size_t comma = list.find(',');
    elements.emplace_back(trim(list.substr(0, comma)));
    if (comma == std::string_view::npos) return elements;
    list.remove_prefix(comma + 1);
  }
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_of);
  return result;
}

}  // namespace atomesh
