#include "atomesh/plan_options.hpp"

#include "atomesh/flags.hpp"

namespace atomesh {

std::vector<OptionValue> options_of(const Plan& plan) {
  const std::vector<std::string> argv = argv_of(plan);
  std::vector<const PlacedWord*> words;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) words.push_back(&word);
  }
  std::vector<OptionValue> options;
  for (const OptionUse& use : find_options(argv)) {
    const std::string& word = argv[use.index];
    const std::size_t equals = word.find('=');
    const bool value_follows = use.index + 1 < argv.size() && !argv[use.index + 1].starts_with("--");
    OptionValue option{use.identity, word.substr(0, equals), "", words[use.index]->place};
    if (equals != std::string::npos) {
      option.value = word.substr(equals + 1);
    } else if (value_follows) {
      option.value = argv[use.index + 1];
      option.place = words[use.index + 1]->place;
    }
    options.push_back(std::move(option));
  }
  return options;
}

std::optional<OptionValue> find_option(const Plan& plan, std::string_view dest) {
  std::optional<OptionValue> last;
  for (OptionValue& option : options_of(plan)) {
    if (option.dest == dest) last = std::move(option);
  }
  return last;
}

}  // namespace atomesh
