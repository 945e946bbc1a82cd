#include "options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "atomesh/exec.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

/// An option that takes exactly one word each time, also one that looks like an option or a list.
CLI::Option* add_repeatable(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                            const std::string& help) {
  return app.add_option(name, into, help)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

template <class T>
void add_number(CLI::App& app, const std::string& name, std::optional<T>& into, const std::string& help) {
  app.add_option_function<T>(
         name, [&into](const T& value) { into = value; }, help)
      ->type_name("N");
}

/// `--dp-attn`, `--dp-attn true`, `--dp-attn=false`.
void add_switch(CLI::App& app, const std::string& name, std::optional<bool>& into, const std::string& help) {
  const auto read = [&into, name](const CLI::results_t& results) {
    const std::string word = results.empty() || results[0].empty() ? "true" : results[0];
    into = parse_bool_word(word);
    if (!into) throw CLI::ValidationError(name, "takes true or false, not '" + word + "'");
    return true;
  };
  app.add_option(name, read, help)->expected(0, 1)->type_name("[BOOL]");
}

void add_files(CLI::App& app, Request& r) {
  app.add_option("--models", r.models_file,
                 "models_atom.yaml; else ATOMESH_MODELS, $ATOM_WS_PATH, ./configs, share/atomesh")
      ->type_name("FILE");
  app.add_option("--recipes", r.recipes_file, "amd-master.yaml; searched for likewise")->type_name("FILE");
}

void add_recipe(CLI::App& app, Request& r) {
  app.add_option("--recipe", r.recipe, "Recipe of amd-master.yaml to take the deployment from")->type_name("NAME");
  add_number(app, "--isl", r.isl, "Point of this input length, in tokens");
  add_number(app, "--osl", r.osl, "Point of this output length, in tokens");
  add_number(app, "--conc", r.conc, "Point whose concurrency list has N");
  add_number(app, "--point", r.point, "Point of this number, from 0 in file order");
}

void add_identity(CLI::App& app, Request& r) {
  const auto read_role = [&r](const std::string& name) {
    r.role = parse_role(name);
    if (!r.role && name != "auto") {
      throw CLI::ValidationError("--role", "takes prefill, decode, router or auto, not '" + name + "'");
    }
  };
  app.add_option_function<std::string>("--role", read_role, "prefill, decode, router, or auto: by rank (default)")
      ->type_name("ROLE");
  add_number(app, "--rank", r.rank, "Rank of this node; else NODE_RANK, SLURM_PROCID, SLURM_NODEID");
}

void add_model(CLI::App& app, Request& r) {
  app.add_option("--model", r.model, "Model: its key in models_atom.yaml (MODEL_NAME)")->type_name("NAME");
  app.add_option("--model-dir", r.model_dir, "Directory of the models' directories (MODEL_DIR)")->type_name("DIR");
  app.add_option("--model-path", r.model_path, "What the server gets as --model: a path or a hub id")
      ->type_name("PATH");
}

void add_role_parallelism(CLI::App& app, const std::string& prefix, const std::string& who, ParallelismRequest& p) {
  add_number(app, prefix + "tp", p.tp, "Tensor parallel size of " + who);
  add_switch(app, prefix + "dp-attn", p.dp_attention, "DP attention of " + who);
  add_switch(app, prefix + "ep", p.expert_parallel, "Expert parallelism of " + who);
}

void add_topology(CLI::App& app, Request& r) {
  add_number(app, "--xp", r.prefill_workers, "Number of prefill workers (xP)");
  add_number(app, "--yd", r.decode_workers, "Number of decode workers (yD)");
  add_role_parallelism(app, "--", "both roles", r.both);
  add_role_parallelism(app, "--prefill-", "prefill", r.prefill);
  add_role_parallelism(app, "--decode-", "decode", r.decode);
  add_number(app, "--mtp", r.mtp, "Speculative tokens of both roles (DECODE_MTP_SIZE)");
  app.add_option("--concurrency", r.concurrency, "Concurrencies, such as 64x128x256 (BENCH_MAX_CONCURRENCY)")
      ->type_name("LIST");
  add_number(app, "--gpus-per-node", r.gpus_per_node, "Widest possible worker (GPUS_PER_NODE)");
}

void add_network(CLI::App& app, Request& r) {
  app.add_option("--ips", r.addresses, "Addresses of all ranks, separated by commas (IPADDRS)")->type_name("LIST");
  app.add_option("--node0-addr", r.node0_address, "Address of rank 0 (NODE0_ADDR)")->type_name("ADDR");
  app.add_option("--host-ip", r.host_ip, "Address of this node (ATOM_HOST_IP)")->type_name("ADDR");
  add_number(app, "--prefill-port", r.prefill_port, "HTTP port of prefill workers");
  add_number(app, "--decode-port", r.decode_port, "HTTP port of decode workers");
  add_number(app, "--router-port", r.router_port, "HTTP port of the router");
  add_number(app, "--handshake-port", r.handshake_port, "First port of the KV transfer handshake");
}

void add_tuning(CLI::App& app, Request& r) {
  add_repeatable(app, "--set", r.set, "A key of models_atom.yaml, over every other source")->type_name("KEY=VALUE");
  add_repeatable(app, "--env", r.env, "A variable of the server, over every other source")->type_name("NAME=VALUE");
  add_repeatable(app, "--unset-env", r.unset_env, "A variable that the server must not see")->type_name("NAME");
  add_repeatable(app, "--server-arg", r.server_args, "A word at the end of the command; so is every word after --")
      ->type_name("WORD");
  app.add_option("--python", r.python, "Interpreter of the server (ATOMESH_PYTHON)")->type_name("PROGRAM");
  app.add_option("--router-bin", r.router_bin, "Binary of the router (ATOMESH_ROUTER_BIN)")->type_name("PROGRAM");
}

void add_plan_options(CLI::App& app, Options& options) {
  add_identity(app, options.request);
  add_files(app, options.request);
  add_recipe(app, options.request);
  add_model(app, options.request);
  add_topology(app, options.request);
  add_network(app, options.request);
  add_tuning(app, options.request);
}

void add_print_options(CLI::App& app, Options& options) {
  app.add_option("--format", options.format, "shell, json, lines or nul")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"shell", "json", "lines", "nul"}).description(""));
  app.add_flag("--show-secrets", options.show_secrets, "Print tokens and passwords instead of ***");
}

void add_validate_options(CLI::App& app, ValidateOptions& v) {
  app.add_option("--models", v.models, "models_atom.yaml; alone, recipes are not judged; - is standard input")
      ->type_name("FILE");
  add_repeatable(app, "--recipes", v.recipes, "amd-master.yaml; several are one set; alone, models are not judged")
      ->type_name("FILE");
  app.add_option("--format", v.format, "text, json, github (default under GitHub Actions) or sarif")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json", "github", "sarif"}).description(""));
  app.add_flag("--strict", v.findings.strict, "Warnings fail too");
  add_repeatable(app, "--ignore", v.findings.ignore, "Leave out the findings of a code")->type_name("CODE");
  add_repeatable(app, "--error", v.findings.as_error, "Make the findings of a code errors")->type_name("CODE");
  app.add_option("--atom-args", v.atom_args, "Server options to check against: auto (by image), a date, or none")
      ->type_name("DATE");
  app.add_flag("--list-checks", v.list_checks, "List every code, its severity and why it exists");
}

/// The router's own options: its binary has our name, and its users know it as `atomesh launch`.
constexpr std::array<std::string_view, 11> router_flags = {"--pd-disaggregation",
                                                           "--prefill",
                                                           "--decode",
                                                           "--policy",
                                                           "--backend",
                                                           "--log-level",
                                                           "--host",
                                                           "--port",
                                                           "--disable-health-check",
                                                           "--disable-circuit-breaker",
                                                           "--prometheus-port"};

bool is_router_flag(const std::string& word) {
  return std::ranges::find(router_flags, word.substr(0, word.find('='))) != router_flags.end();
}

std::string explain_extra(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (is_router_flag(word)) {
    return fmt::format(
        "atomesh: error: {} is an option of the router, whose binary is also called atomesh [usage]\n"
        "    hint: this is the launcher: `atomesh launch --role router` starts the router with its options; words "
        "after "
        "`--` are handed to it\n",
        name);
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  std::string hint = did_you_mean(name, candidates);
  if (hint.empty()) hint = "see `atomesh " + app.get_name() + " --help`";
  const bool looks_like_option = word.starts_with('-');
  return fmt::format("atomesh: error: {} '{}' [usage]\n    hint: {}\n",
                     looks_like_option ? "unknown option" : "unexpected word", word, hint);
}

std::string explain_command(const std::string& word) {
  constexpr std::array<std::string_view, 3> names = {"launch", "print-args", "validate"};
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = "commands are launch, print-args and validate; see `atomesh --help`";
  return fmt::format("atomesh: error: unknown command '{}' [usage]\n    hint: {}\n", word, hint);
}

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

  /// Only the command that is asked for gets its options: making all of them takes longer than the rest of a run.
  explicit Parser(std::string_view command) {
    app.require_subcommand(1);
    app.set_version_flag("--version", "atomesh " ATOMESH_VERSION);
    if (command == launch->get_name()) add_launch_options();
    if (command == print->get_name()) add_print_args_options();
    if (command == check->get_name()) {
      add_validate_options(*check, options.validate);
      check->footer(validate_examples);
    }
  }

  void add_launch_options() {
    add_plan_options(*launch, options);
    launch->add_option("--log-file", options.log_file, "Append the server's output to this file")->type_name("FILE");
    launch->add_flag("--dry-run", options.dry_run, "Print instead of launching (DRY_RUN=1)");
    add_print_options(*launch, options);
    launch->footer(launch_examples);
  }

  void add_print_args_options() {
    add_plan_options(*print, options);
    add_print_options(*print, options);
    print->footer(print_examples);
  }

  const CLI::App& chosen() const {
    for (const CLI::App* command : {launch, print, check}) {
      if (command->parsed()) return *command;
    }
    return app;
  }
};

/// Of the words that CLI11 could not place, one of the router's options, else the first that was written.
std::string most_telling(const std::vector<std::string>& extras, const std::vector<std::string>& written) {
  const auto among_extras = [&](const std::string& word) { return std::ranges::find(extras, word) != extras.end(); };
  for (const std::string_view flag : router_flags) {
    for (const std::string& word : extras) {
      if (word.substr(0, word.find('=')) == flag) return word;
    }
  }
  const auto first = std::ranges::find_if(written, among_extras);
  return first == written.end() ? extras.front() : *first;
}

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

}  // namespace

ParsedOptions parse_options(int argc, char** argv) {
  std::vector<std::string> words;
  std::vector<std::string> trailing = split_trailing(argc, argv, words);
  Parser parser(words.empty() ? "" : words.front());
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes its vector from the back
    parser.app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return explain_failure(parser, error, words);
  }
  Options options = std::move(parser.options);
  options.command = parser.launch->parsed()  ? Command::launch
                    : parser.check->parsed() ? Command::validate
                                             : Command::print_args;
  if (const std::string error = usage_error(options.validate.findings); !error.empty()) return wrong_usage(error);
  Request& r = options.request;
  r.server_args.insert(r.server_args.end(), trailing.begin(), trailing.end());
  const bool selects_point = r.isl || r.osl || r.conc || r.point;
  if (r.recipe.empty() && selects_point) {
    return wrong_usage(
        "atomesh: error: --isl, --osl, --conc and --point choose a point of --recipe [usage]\n"
        "    hint: add --recipe NAME; without a recipe, --concurrency gives the concurrencies\n");
  }
  return {std::move(options), "", "", 0};
}

}  // namespace atomesh
