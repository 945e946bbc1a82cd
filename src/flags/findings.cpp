#include "findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "identity.hpp"
#include "values.hpp"

namespace atomesh {
namespace {

/// `a`, `a or b`, `a, b or c`.
std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

bool has(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Option* find_dest(const OptionTable& table, std::string_view dest) {
  const auto found =
      std::find_if(table.options.begin(), table.options.end(), [dest](const Option& o) { return o.dest == dest; });
  return found == table.options.end() ? nullptr : &*found;
}

/// `since 2026-08-22` or `until 2026-07-01`, by the tables that `accept`; empty if there are none.
template <typename Accept>
std::string when(const OptionTable& table, Accept accept) {
  std::string until;
  for (const OptionTable& other : option_tables()) {
    if (!accept(other)) continue;
    if (other.date > table.date) return fmt::format("since {}", other.date);
    until = fmt::format("until {}", other.date);
  }
  return until;
}

bool has_name(const OptionTable& table, std::string_view name) {
  return std::any_of(table.options.begin(), table.options.end(),
                     [name](const Option& option) { return has(option.names, name); });
}

std::vector<std::string_view> all_names(const OptionTable& table) {
  std::vector<std::string_view> names;
  for (const Option& option : table.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

ArgFinding wrong_choice(std::size_t index, std::string_view name, std::string_view value, const Option& option,
                        const OptionTable& table) {
  const std::string time = when(table, [&](const OptionTable& other) {
    const Option* same = find_dest(other, option.dest);
    return same != nullptr && has(same->choices, value);
  });
  std::string hint = time.empty() ? did_you_mean(value, option.choices) : fmt::format("ATOM has '{}' {}", value, time);
  return {index, ArgFault::wrong_choice,
          fmt::format("'{}' takes {}, not '{}'", name, alternatives(option.choices), value), std::move(hint)};
}

}  // namespace

ArgFinding unknown_option(std::size_t index, std::string_view name, const OptionTable& table) {
  const Option* any = find_any_date(name);
  const Option* here = any == nullptr ? nullptr : find_dest(table, any->dest);
  std::string hint = here == nullptr ? did_you_mean(name, all_names(table))
                                     : fmt::format("write '{}'", nearest(name, here->names).value_or(here->names[0]));
  const std::string time = when(table, [name](const OptionTable& other) { return has_name(other, name); });
  if (time.empty()) {
    return {index, ArgFault::unknown_option, fmt::format("ATOM of {} has no option '{}'", table.date, name),
            std::move(hint)};
  }
  if (here == nullptr) hint = fmt::format("ATOM has it {}: leave it out, or use such an image", time);
  return {index, ArgFault::other_date,
          fmt::format("ATOM has the {} '{}' only {}, not at {}", here == nullptr ? "option" : "spelling", name, time,
                      table.date),
          std::move(hint)};
}

ArgFinding abbreviation(std::size_t index, std::string_view written, std::string_view full) {
  return {index, ArgFault::abbreviation, fmt::format("'{}' is short for '{}'", written, full),
          fmt::format("write '{}': another ATOM may have a second option that begins so", full)};
}

ArgFinding ambiguous_option(std::size_t index, std::string_view written, const std::vector<std::string_view>& matches) {
  return {index, ArgFault::ambiguous, fmt::format("'{}' may be short for {}", written, alternatives(matches)),
          "write the whole name"};
}

ArgFinding asks_for_help(std::size_t index, std::string_view written) {
  return {index, ArgFault::help, fmt::format("'{}' makes the server print its help and exit", written), "remove it"};
}

ArgFinding missing_value(std::size_t index, std::string_view name, std::string_view next) {
  if (next.empty()) return {index, ArgFault::missing_value, fmt::format("'{}' has no value", name), ""};
  std::string hint = next == "--" ? "" : fmt::format("if '{0}' is meant as the value, write {1}={0}", next, name);
  return {index, ArgFault::missing_value, fmt::format("'{}' has no value: '{}' follows", name, next), std::move(hint)};
}

ArgFinding surplus_value(std::size_t index, std::string_view name, std::string_view value) {
  return {index, ArgFault::surplus_value, fmt::format("'{}' takes no value, but is given '{}'", name, value),
          fmt::format("write {} alone, or leave it out", name)};
}

ArgFinding bare_word(std::size_t index, std::string_view word, std::string_view switch_before) {
  std::string hint = switch_before.empty() ? "" : fmt::format("'{}' takes no value", switch_before);
  return {index, ArgFault::bare_word, fmt::format("'{}' belongs to no option", word), std::move(hint)};
}

ArgFinding end_of_options(std::size_t index) {
  return {index, ArgFault::bare_word, "'--' ends the options, and the server takes nothing else", "remove it"};
}

ArgFinding repeated(std::size_t index, std::string_view name, std::string_view before) {
  std::string message = name == before ? fmt::format("'{}' stands twice: the server keeps the last", name)
                                       : fmt::format("'{}' overrules '{}': the server keeps the last", name, before);
  return {index, ArgFault::repeated, std::move(message), "keep one"};
}

std::optional<ArgFinding> judge_value(std::size_t index, std::string_view name, std::string_view value,
                                      const Option& option, const OptionTable& table) {
  if (option.type == ValueType::integer && !is_python_int(value)) {
    return ArgFinding{index, ArgFault::wrong_type, fmt::format("'{}' takes an integer, not '{}'", name, value), ""};
  }
  if (option.type == ValueType::floating && !is_python_float(value)) {
    return ArgFinding{index, ArgFault::wrong_type, fmt::format("'{}' takes a number, not '{}'", name, value), ""};
  }
  if (option.type == ValueType::json) {
    const json::Fault fault = json::check_loads(value);
    if (fault.message.empty()) return std::nullopt;
    return ArgFinding{index, ArgFault::bad_json, fmt::format("'{}' takes JSON: {}", name, fault.message), fault.hint};
  }
  if (!option.choices.empty() && !has(option.choices, value)) return wrong_choice(index, name, value, option, table);
  return std::nullopt;
}

}  // namespace atomesh
