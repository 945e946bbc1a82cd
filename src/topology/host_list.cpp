// SLURM's host lists: `node-[001-003,7]-[0-1],login`.
#include <fmt/format.h>

#include "atomesh/text.hpp"
#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

constexpr std::size_t most_names = 65536;
using Names = std::vector<std::string>;

/// `001-003` or `7`, as texts with the padding of the first number.
std::optional<Names> expand_range(std::string_view range) {
  const std::size_t dash = range.find('-');
  const std::string_view first = range.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : range.substr(dash + 1);
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (!is_number(first) || !is_number(last)) return std::nullopt;
  const int low = std::stoi(std::string(first));
  const int high = std::stoi(std::string(last));
  if (high < low || static_cast<std::size_t>(high - low) >= most_names) return std::nullopt;
  Names numbers;
  for (int i = low; i <= high; ++i) numbers.push_back(fmt::format("{:0{}}", i, first.size()));
  return numbers;
}

std::optional<Names> expand_brackets(std::string_view inside) {
  Names numbers;
  while (true) {
    const std::size_t comma = inside.find(',');
    const auto range = expand_range(inside.substr(0, comma));
    if (!range) return std::nullopt;
    numbers.insert(numbers.end(), range->begin(), range->end());
    if (comma == std::string_view::npos) return numbers;
    inside.remove_prefix(comma + 1);
  }
}

/// One element of the list, with any number of bracket groups.
std::optional<Names> expand_element(std::string_view element) {
  Names names{""};
  while (!element.empty()) {
    const std::size_t open = element.find('[');
    const std::string_view literal = element.substr(0, open);
    if (literal.find(']') != std::string_view::npos) return std::nullopt;
    Names suffixes{""};
    std::size_t used = literal.size();
    if (open != std::string_view::npos) {
      const std::size_t close = element.find(']', open);
      if (close == std::string_view::npos) return std::nullopt;
      auto numbers = expand_brackets(element.substr(open + 1, close - open - 1));
      if (!numbers) return std::nullopt;
      suffixes = std::move(*numbers);
      used = close + 1;
    }
    if (names.size() * suffixes.size() > most_names) return std::nullopt;
    Names longer;
    for (const std::string& name : names) {
      for (const std::string& suffix : suffixes) longer.push_back(fmt::format("{}{}{}", name, literal, suffix));
    }
    names = std::move(longer);
    element.remove_prefix(used);
  }
  return names;
}

/// The end of the first element: a comma outside brackets.
std::size_t element_end(std::string_view list) {
  bool inside = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[') inside = true;
    if (list[i] == ']') inside = false;
    if (list[i] == ',' && !inside) return i;
  }
  return list.size();
}

}  // namespace

std::optional<Names> expand_host_list(std::string_view list) {
  Names all;
  while (true) {
    const std::size_t end = element_end(list);
    const auto names = expand_element(list.substr(0, end));
    if (!names || all.size() + names->size() > most_names) return std::nullopt;
    for (const std::string& name : *names) {
      if (!is_address(name)) return std::nullopt;
      all.push_back(name);
    }
    if (end == list.size()) return all;
    list.remove_prefix(end + 1);
  }
}

}  // namespace atomesh
