// The words of each finding about an argv.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "atomesh/flags.hpp"

namespace atomesh {

/// `name` is what the table does not have.
ArgFinding unknown_option(std::size_t index, std::string_view name, const OptionTable& table);
ArgFinding abbreviation(std::size_t index, std::string_view written, std::string_view full);
ArgFinding ambiguous_option(std::size_t index, std::string_view written, const std::vector<std::string_view>& matches);
ArgFinding asks_for_help(std::size_t index, std::string_view written);
/// `next` is the word that stands where the value should; empty at the end.
ArgFinding missing_value(std::size_t index, std::string_view name, std::string_view next);
ArgFinding surplus_value(std::size_t index, std::string_view name, std::string_view value);
/// `switch_before` is the option without a value that stands right before the word; empty if none does.
ArgFinding bare_word(std::size_t index, std::string_view word, std::string_view switch_before);
ArgFinding end_of_options(std::size_t index);
ArgFinding repeated(std::size_t index, std::string_view name, std::string_view before);

/// What is wrong with a value, or nothing.
std::optional<ArgFinding> judge_value(std::size_t index, std::string_view name, std::string_view value,
                                      const Option& option, const OptionTable& table);

}  // namespace atomesh
