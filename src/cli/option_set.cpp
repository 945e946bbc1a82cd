#include "option_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr auto empty_value = "is given an empty value: is a variable of the shell not set?";

/// The name of a check, which nothing shows, keeps the choices for completion.
std::string choices_name(const std::vector<std::string>& choices) { return fmt::format("{}", fmt::join(choices, " ")); }

}  // namespace

bool OptionSet::wanted(const std::string& name) const {
  return make_ == Make::all ||
         std::ranges::any_of(words_, [&](const std::string& word) { return word.starts_with(name); });
}

void OptionSet::text(const std::string& name, std::string& into, const std::string& type, const std::string& help) {
  parsed(
      name, [&into](const std::string& word) { into = word; }, type, help);
}

void OptionSet::number(const std::string& name, std::optional<int>& into, const std::string& help) {
  const auto read = [&into, name](const std::string& word) {
    const auto value = parse_integer(word);
    const bool fits = value && *value >= std::numeric_limits<int>::min() && *value <= std::numeric_limits<int>::max();
    if (!fits) throw CLI::ValidationError(name, "takes a whole number in plain decimal digits, not '" + word + "'");
    into = static_cast<int>(*value);
  };
  parsed(name, read, "N", help);
}

void OptionSet::one_of(const std::string& name, std::string& into, const std::vector<std::string>& choices,
                       const std::string& help) {
  if (!wanted(name)) return;
  app_.add_option(name, into, help)
      ->type_name(name == "--format" ? "FORMAT" : "WHEN")
      ->check(CLI::IsMember(choices).description("").name(choices_name(choices)));
}

void OptionSet::positional(const std::string& name, std::string& into, const std::vector<std::string>& choices,
                           const std::string& help) {
  const auto check = [choices](const std::string& word) -> std::string {
    if (word.empty()) return empty_value;
    if (choices.empty() || std::ranges::find(choices, word) != choices.end()) return "";
    return fmt::format("takes {}, not '{}'", fmt::join(choices, ", "), word);
  };
  app_.add_option(name, into, help)
      ->required()
      ->type_name("")
      ->check(CLI::Validator(check, "").name(choices_name(choices)));
}

void OptionSet::repeatable(const std::string& name, std::vector<std::string>& into, const std::string& type,
                           const std::string& help) {
  if (!wanted(name)) return;
  app_.add_option(name, into, help)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name(type);
}

void OptionSet::positional(const std::string& name, std::string& into, const std::string& help) {
  const auto read_word = [&into, name](const std::string& word) {
    if (word.empty()) throw CLI::ValidationError(name, empty_value);
    into = word;
  };
  app_.add_option_function<std::string>(name, read_word, help)->required()->type_name("");
}

void OptionSet::positionals(const std::string& name, std::vector<std::string>& into, const std::string& help) {
  const auto check = [](const std::string& word) { return word.empty() ? std::string(empty_value) : std::string(); };
  app_.add_option(name, into, help)->required()->type_name("")->check(CLI::Validator(check, ""));
}

void OptionSet::flag(const std::string& name, bool& into, const std::string& help) {
  if (wanted(name)) app_.add_flag(name, into, help);
}

void OptionSet::flag_or_text(const std::string& name, std::optional<std::string>& into, const std::string& type,
                             const std::string& help) {
  if (!wanted(name)) return;
  const auto read = [&into](const CLI::results_t& results) {
    into = results.empty() ? "" : results[0];
    return true;
  };
  app_.add_option(name, read, help)->expected(0, 1)->type_name("[" + type + "]");
}

void OptionSet::toggle(const std::string& name, std::optional<bool>& into, const std::string& help) {
  if (!wanted(name)) return;
  // CLI11 gives an empty result for no word and for an empty word.
  const std::vector<std::string> name_and_nothing = {name, ""};
  const bool emptied =
      std::ranges::find(words_, name + "=") != words_.end() ||
      std::search(words_.begin(), words_.end(), name_and_nothing.begin(), name_and_nothing.end()) != words_.end();
  const auto read = [&into, name, emptied](const CLI::results_t& results) {
    if (emptied) throw CLI::ValidationError(name, empty_value);
    const std::string word = results.empty() || results[0].empty() ? "true" : results[0];
    into = parse_bool_word(word);
    if (!into) throw CLI::ValidationError(name, "takes true or false, not '" + word + "'");
    return true;
  };
  app_.add_option(name, read, help)->expected(0, 1)->type_name("[BOOL]");
}

void OptionSet::parsed(const std::string& name, const std::function<void(const std::string&)>& read,
                       const std::string& type, const std::string& help) {
  if (!wanted(name)) return;
  const auto read_word = [read, name](const std::string& word) {
    if (word.empty()) throw CLI::ValidationError(name, empty_value);
    read(word);
  };
  app_.add_option_function<std::string>(name, read_word, help)->type_name(type);
}

}  // namespace atomesh
