#include "complete.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "candidates.hpp"
#include "commands.hpp"

namespace atomesh {
namespace {

/// bash takes `--format=json` for three words.
void join_around_equals(std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] != "=" || !words[i - 1].starts_with("--")) continue;
    words[i - 1] += "=";
    if (i + 1 < words.size()) words[i - 1] += words[i + 1];
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    words.erase(at, at + (i + 1 < words.size() ? 2 : 1));
  }
}

std::string lines(const Candidates& candidates, std::string_view prefix, std::string_view begun) {
  std::string text;
  for (const auto& [word, about] : candidates.all) {
    if (!word.starts_with(begun) || word.find_first_of("\n\t") != std::string::npos) continue;
    text += fmt::format("{}{}{}{}\n", prefix, word, about.empty() ? "" : "\t", about);
  }
  return text + (candidates.files ? ":files\n" : "");
}

/// One command's options, and what of its line was written before the word that is completed.
class Line {
 public:
  Line(const Command& command, const Environment& environment) : environment_(environment) {
    const std::vector<std::string> no_words;
    OptionSet set(app_, no_words, Make::all);
    action_ = command.declare(set);
  }

  void take(const std::string& word) {
    const std::size_t equals = std::min(word.find('='), word.size());
    if (pending_ != nullptr && !(is_optional(*pending_) && word.starts_with('-'))) {
      written_.options.back().second = word;
      pending_ = nullptr;
    } else if (word == "--") {
      trailing_ = true;
    } else if (word.starts_with('-')) {
      written_.options.emplace_back(word.substr(0, equals), word.substr(std::min(equals + 1, word.size())));
      CLI::Option* option = app_.get_option_no_throw(word.substr(0, equals));
      pending_ = option != nullptr && equals == word.size() && option->get_items_expected_max() > 0 ? option : nullptr;
    } else {
      written_.positionals.push_back(word);
    }
  }

  std::string complete(const std::string& word) {
    if (trailing_) return "";
    const std::size_t equals = word.find('=');
    if (pending_ != nullptr && !(is_optional(*pending_) && word.starts_with('-'))) return values(*pending_, "", word);
    if (word.starts_with("--") && equals != std::string::npos) {
      CLI::Option* option = app_.get_option_no_throw(word.substr(0, equals));
      return option == nullptr ? "" : values(*option, word.substr(0, equals + 1), word.substr(equals + 1));
    }
    CLI::Option* positional = word.starts_with('-') ? nullptr : next_positional();
    return positional != nullptr ? values(*positional, "", word) : lines(options(), "", word);
  }

 private:
  static bool is_optional(const CLI::Option& option) { return option.get_items_expected_min() == 0; }

  std::string values(CLI::Option& option, std::string_view prefix, std::string_view begun) {
    return lines(values_of(option, written_, environment_), prefix, begun);
  }

  CLI::Option* next_positional() {
    std::size_t index = 0;
    for (CLI::Option* option : app_.get_options()) {
      if (!option->get_positional()) continue;
      const bool last_of_many = option->get_items_expected_max() > 1 && index < written_.positionals.size();
      if (last_of_many || index++ == written_.positionals.size()) return option;
    }
    return nullptr;
  }

  /// Those that can still be given.
  Candidates options() {
    Candidates out;
    for (const CLI::Option* option : app_.get_options()) {
      const bool again = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
      for (const std::string& name : option->get_lnames()) {
        const auto is_this = [&](const auto& given) { return given.first == "--" + name; };
        if (!again && std::ranges::any_of(written_.options, is_this)) continue;
        out.add("--" + name, option->get_description());
      }
    }
    return out;
  }

  const Environment& environment_;
  CLI::App app_;
  Action action_;  ///< owns what the options write to
  Written written_;
  CLI::Option* pending_ = nullptr;  ///< waits for its value
  bool trailing_ = false;           ///< `--` was written: what follows is not ours
};

std::string complete_command(std::string_view begun) {
  Candidates out;
  for (const Command& command : commands()) out.add(command.name, command.description);
  out.add("--help");
  out.add("--version");
  return lines(out, "", begun);
}

}  // namespace

std::string complete(std::vector<std::string> words, const Environment& environment) {
  join_around_equals(words);
  if (words.size() < 2) return complete_command(words.empty() ? "" : words.front());
  const auto command = std::ranges::find(commands(), words.front(), &Command::name);
  if (command == commands().end()) return "";
  Line line(*command, environment);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) line.take(words[i]);
  return line.complete(words.back());
}

}  // namespace atomesh
