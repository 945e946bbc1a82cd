#include "atomesh/plan_options.hpp"

#include <algorithm>

#include "atomesh/flags.hpp"

namespace atomesh {

ServerOptions::ServerOptions(const Plan& plan) {
  const std::vector<std::string> argv = argv_of(plan);
  std::vector<const PlacedWord*> words;
  for (const Piece& piece : plan.argv) {
    for (const PlacedWord& word : piece.words) words.push_back(&word);
  }
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
    all_.push_back(std::move(option));
  }
}

const OptionValue* ServerOptions::find(std::string_view dest) const {
  const auto last = std::find_if(all_.rbegin(), all_.rend(), [&](const OptionValue& o) { return o.dest == dest; });
  return last == all_.rend() ? nullptr : &*last;
}

std::optional<OptionValue> find_option(const Plan& plan, std::string_view dest) {
  const ServerOptions options(plan);
  const OptionValue* option = options.find(dest);
  return option == nullptr ? std::nullopt : std::optional(*option);
}

}  // namespace atomesh
