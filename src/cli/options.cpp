#include "options.hpp"

#include <fmt/format.h>

#include <memory>

#include "atomesh/exec.hpp"
#include "commands.hpp"
#include "usage.hpp"

namespace atomesh {
namespace {

ParsedOptions wrong_usage(std::string error) { return {std::nullopt, "", std::move(error), exit_usage}; }

/// The words after the first `--`, and argv without them; CLI11 would read some of them.
std::vector<std::string> split_trailing(int argc, char** argv, std::vector<std::string>& own) {
  std::vector<std::string> trailing;
  bool after = false;
  for (int i = 1; i < argc; ++i) {
    if (after) {
      trailing.emplace_back(argv[i]);
    } else if (std::string_view(argv[i]) == "--" && own.size() > 0 && own.back() != "--server-arg") {
      after = true;
    } else {
      own.emplace_back(argv[i]);
    }
  }
  return trailing;
}

constexpr auto launch_examples =
    "Examples:\n"
    "  srun atomesh launch                                   # role by rank, all from the job's environment\n"
    "  atomesh launch --role decode --recipe minimaxm3-fp4-mi355x-atom-disagg --point 0 --model-dir /models\n";
constexpr auto print_examples =
    "Examples:\n"
    "  atomesh print-args --role decode --rank 1             # what would run here, as one command\n"
    "  atomesh print-args --role prefill --recipe minimaxm3-fp8-mi355x-atom-disagg --point 1 --rank 0 \\\n"
    "    --model-dir /models --ips 192.0.2.1,192.0.2.2,192.0.2.3 --format json\n";

constexpr auto validate_examples =
    "Examples:\n"
    "  atomesh validate --strict                             # both files, warnings fail\n"
    "  atomesh validate --recipes amd-master.yaml --format sarif > findings.sarif\n";

struct Parser {
  Options options;
  CLI::App app{"Launches ATOM servers and the router of a prefill/decode-disaggregated deployment", "atomesh"};
  CLI::App* launch = app.add_subcommand("launch", "Become the server or router that this node is to run");
  CLI::App* print = app.add_subcommand("print-args", "Print what launch would run");
  CLI::App* check = app.add_subcommand("validate", "Check both files and everything that they can launch");

  /// Only the command that is asked for gets its options, and of those only what `words` may name, if given.
  Parser(std::string_view command, const std::vector<std::string>* words) {
    app.require_subcommand(1);
    app.set_version_flag("--version", "atomesh " ATOMESH_VERSION);
    if (command == launch->get_name()) add_launch_options({*launch, words});
    if (command == print->get_name()) add_print_args_options({*print, words});
    if (command == check->get_name()) {
      OptionSet set(*check, words);
      add_validate_options(set, options.validate);
      check->footer(validate_examples);
    }
  }

  void add_launch_options(OptionSet set) {
    add_plan_options(set, options.request);
    set.text("--log-file", options.log_file, "FILE", "Append the server's output to this file");
    set.flag("--dry-run", options.dry_run, "Print instead of launching (DRY_RUN=1)");
    add_print_options(set, options);
    launch->footer(launch_examples);
  }

  void add_print_args_options(OptionSet set) {
    add_plan_options(set, options.request);
    add_print_options(set, options);
    print->footer(print_examples);
  }

  void parse(const std::vector<std::string>& words) {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes its vector from the back
    app.parse(reversed);
  }

  const CLI::App& chosen() const {
    for (const CLI::App* command : {launch, print, check}) {
      if (command->parsed()) return *command;
    }
    return app;
  }

  Command command() const {
    if (launch->parsed()) return Command::launch;
    return check->parsed() ? Command::validate : Command::print_args;
  }
};

ParsedOptions explain_failure(const Parser& parser, const CLI::ParseError& error,
                              const std::vector<std::string>& written) {
  const CLI::App& app = parser.chosen();
  const bool at_top = &app == &parser.app;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool version = error.get_name() == "CallForVersion";
    return {std::nullopt, version ? "atomesh " ATOMESH_VERSION "\n" : app.help(at_top ? "" : "atomesh"), "", 0};
  }
  const std::vector<std::string> extras = parser.app.remaining(true);
  if (!extras.empty()) {
    const std::string word = most_telling(extras, written);
    return wrong_usage(at_top ? explain_command(word) : explain_extra(app, word));
  }
  if (written.empty()) {
    return wrong_usage("atomesh: error: no command is given [usage]\n    hint: see `atomesh --help`\n");
  }
  return wrong_usage(fmt::format("atomesh: error: {} [usage]\n    hint: see `atomesh {}--help`\n", error.what(),
                                 at_top ? "" : app.get_name() + " "));
}

/// What a command line that could be parsed still gets wrong.
std::string find_misuse(const Options& options) {
  if (std::string error = usage_error(options.validate.findings); !error.empty()) return error;
  const Request& r = options.request;
  const bool selects_point = r.isl || r.osl || r.conc || r.point;
  if (!r.recipe.empty() || !selects_point) return "";
  return "atomesh: error: --isl, --osl, --conc and --point choose a point of --recipe [usage]\n"
         "    hint: add --recipe NAME; without a recipe, --concurrency gives the concurrencies\n";
}

/// Empty if the words are not right, or ask for help.
std::unique_ptr<Parser> parse_mentioned(std::string_view command, const std::vector<std::string>& words) {
  auto parser = std::make_unique<Parser>(command, &words);
  try {
    parser->parse(words);
  } catch (const CLI::ParseError&) {
    return nullptr;
  }
  return parser;
}

}  // namespace

ParsedOptions parse_options(int argc, char** argv) {
  std::vector<std::string> words;
  std::vector<std::string> trailing = split_trailing(argc, argv, words);
  const std::string command = words.empty() ? "" : words.front();
  std::unique_ptr<Parser> parser = parse_mentioned(command, words);
  if (!parser) {
    parser = std::make_unique<Parser>(command, nullptr);
    try {
      parser->parse(words);
    } catch (const CLI::ParseError& error) {
      return explain_failure(*parser, error, words);
    }
  }
  Options options = std::move(parser->options);
  options.command = parser->command();
  std::vector<std::string>& server_args = options.request.server_args;
  server_args.insert(server_args.end(), trailing.begin(), trailing.end());
  if (std::string misuse = find_misuse(options); !misuse.empty()) return wrong_usage(std::move(misuse));
  return {std::move(options), "", "", 0};
}

}  // namespace atomesh
