#include "option_set.hpp"

#include <algorithm>

#include "atomesh/text.hpp"

namespace atomesh {

bool OptionSet::wanted(const std::string& name) const {
  return words_ == nullptr ||
         std::ranges::any_of(*words_, [&](const std::string& word) { return word.starts_with(name); });
}

void OptionSet::text(const std::string& name, std::string& into, const std::string& type, const std::string& help) {
  if (wanted(name)) app_.add_option(name, into, help)->type_name(type);
}

void OptionSet::one_of(const std::string& name, std::string& into, const std::vector<std::string>& choices,
                       const std::string& help) {
  if (!wanted(name)) return;
  app_.add_option(name, into, help)
      ->type_name(name == "--format" ? "FORMAT" : "WHEN")
      ->check(CLI::IsMember(choices).description(""));
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

void OptionSet::flag(const std::string& name, bool& into, const std::string& help) {
  if (wanted(name)) app_.add_flag(name, into, help);
}

void OptionSet::toggle(const std::string& name, std::optional<bool>& into, const std::string& help) {
  if (!wanted(name)) return;
  const auto read = [&into, name](const CLI::results_t& results) {
    const std::string word = results.empty() || results[0].empty() ? "true" : results[0];
    into = parse_bool_word(word);
    if (!into) throw CLI::ValidationError(name, "takes true or false, not '" + word + "'");
    return true;
  };
  app_.add_option(name, read, help)->expected(0, 1)->type_name("[BOOL]");
}

void OptionSet::parsed(const std::string& name, const std::function<void(const std::string&)>& read,
                       const std::string& type, const std::string& help) {
  if (wanted(name)) app_.add_option_function<std::string>(name, read, help)->type_name(type);
}

}  // namespace atomesh
