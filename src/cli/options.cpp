#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "atomesh/exec.hpp"
#include "complete.hpp"
#include "fit_help.hpp"
#include "output.hpp"
#include "terminal.hpp"
#include "usage.hpp"
#include "version.hpp"

namespace atomesh {
namespace {

ParsedCommand instead(std::string output) { return {nullptr, {}, std::move(output), "", 0}; }
ParsedCommand wrong_usage(std::string error) { return {nullptr, {}, "", std::move(error), exit_usage}; }

/// The words after the first `--`, and argv without them; CLI11 would read some of them.
std::vector<std::string> split_trailing(int argc, char** argv, std::vector<std::string>& own) {
  std::vector<std::string> trailing;
  bool after = false;
  for (int i = 1; i < argc; ++i) {
    if (after) {
      trailing.emplace_back(argv[i]);
    } else if (std::string_view(argv[i]) == "--" && !own.empty() && own.back() != "--server-arg") {
      after = true;
    } else {
      own.emplace_back(argv[i]);
    }
  }
  return trailing;
}

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  return found == commands().end() ? nullptr : &*found;
}

struct Parser {
  CLI::App app{std::string(program_description), "atomesh"};
  CLI::App* chosen = nullptr;  ///< the command that is asked for
  Action action;

  /// Only that command gets its options. Where only what is mentioned is made, it stands alone.
  Parser(const Command* command, const std::vector<std::string>& words, Make make) {
    app.require_subcommand(1);
    app.set_version_flag("--version", "", "Print version, commit, compiler and tables; --version --json for programs");
    for (const Command& each : commands()) {
      if (make == Make::mentioned && &each != command) continue;
      CLI::App* made = app.add_subcommand(std::string(each.name), std::string(each.description));
      if (&each == command) choose(*made, each, words, make);
    }
  }

  void choose(CLI::App& made, const Command& command, const std::vector<std::string>& words, Make make) {
    chosen = &made;
    OptionSet set(made, words, make);
    action = command.declare(set);
    if (make == Make::all) made.footer("Examples:\n" + std::string(command.examples));
  }

  void parse(const std::vector<std::string>& words) {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes its vector from the back
    app.parse(reversed);
  }
};

/// CLI11's words, but for those that say nothing to a reader.
std::string words_of(const CLI::ParseError& error) {
  constexpr std::string_view repeated = ": At Most 1 required but received ";
  constexpr std::string_view lacking = ": 1 required ";
  std::string words = error.what();
  if (const std::size_t at = words.find(lacking); at != std::string::npos && words.ends_with(" missing")) {
    return words.substr(0, at) + " needs a value";
  }
  const std::size_t at = words.find(repeated);
  if (at == std::string::npos) return words;
  return fmt::format("{} is given {} times", words.substr(0, at), words.substr(at + repeated.size()));
}

ParsedCommand explain_failure(const Parser& parser, const CLI::ParseError& error,
                              const std::vector<std::string>& written) {
  const bool at_top = parser.chosen == nullptr || !parser.chosen->parsed();
  const CLI::App& app = at_top ? parser.app : *parser.chosen;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool version = error.get_name() == "CallForVersion";
    return instead(version ? version_text() : fit_help(app.help(at_top ? "" : "atomesh"), terminal_width()));
  }
  const std::vector<std::string> extras = parser.app.remaining(true);
  if (!extras.empty()) {
    const std::string word = most_telling(extras, written);
    return wrong_usage(at_top ? explain_command(word) : explain_extra(app, word));
  }
  if (written.empty()) {
    return wrong_usage("atomesh: error: no command is given [usage]\n    hint: see `atomesh --help`\n");
  }
  return wrong_usage(fmt::format("atomesh: error: {} [usage]\n    hint: see `atomesh {}--help`\n", words_of(error),
                                 at_top ? "" : app.get_name() + " "));
}

/// Nothing if the words are not right, or ask for help.
Action parse_mentioned(const Command& command, const std::vector<std::string>& words) {
  Parser parser(&command, words, Make::mentioned);
  try {
    parser.parse(words);
  } catch (const CLI::ParseError&) {
    return nullptr;
  }
  return parser.action;
}

/// What no help names: the shells and the build ask for it.
std::optional<ParsedCommand> parse_hidden(const std::vector<std::string>& words,
                                          const std::vector<std::string>& trailing) {
  if (words == std::vector<std::string>{"--version", "--json"}) return instead(version_json());
  if (words != std::vector<std::string>{"__complete"}) return std::nullopt;
  const Action action = [](const Invocation& invocation) {
    return write_output(complete(invocation.trailing, invocation.environment)) ? 0 : 1;
  };
  return ParsedCommand{action, trailing, "", "", 0};
}

}  // namespace

ParsedCommand parse_command(int argc, char** argv) {
  std::vector<std::string> words;
  std::vector<std::string> trailing = split_trailing(argc, argv, words);
  if (auto hidden = parse_hidden(words, trailing)) return std::move(*hidden);
  const Command* command = words.empty() ? nullptr : find_command(words.front());
  Action action = command != nullptr ? parse_mentioned(*command, words) : nullptr;
  if (!action) {
    Parser parser(command, words, Make::all);
    try {
      parser.parse(words);
    } catch (const CLI::ParseError& error) {
      return explain_failure(parser, error, words);
    }
    action = parser.action;
  }
  return {std::move(action), std::move(trailing), "", "", 0};
}

}  // namespace atomesh
