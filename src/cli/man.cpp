// The command `man`: the manual page, from the tables that also make the help and `list variables`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/exec.hpp"
#include "atomesh/listing.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "roff.hpp"

namespace atomesh {
namespace {

struct ExitCode {
  std::string code;
  std::string_view meaning;
};

std::vector<ExitCode> exit_codes() {
  return {{"0", "Done. After launch the server's own code is what the caller sees, after run-node the command's."},
          {"1", "The configuration has errors, diff has found differences, or run-node has lost a worker."},
          {std::to_string(exit_usage), "The command line makes no sense, or diff cannot compare."},
          {std::to_string(exit_internal), "Internal error: please report it."},
          {"124", "run-node: not everything was up in time."},
          {std::to_string(exit_refused), "launch, run-node: refused to start, because the configuration has errors."},
          {std::to_string(exit_not_executable), "The program cannot be executed."},
          {std::to_string(exit_not_found), "The program was not found."},
          {"128+N", "run-node: signal N has ended it, or a process that it needs."}};
}

struct File {
  std::string_view name;
  std::string_view about;
};

constexpr auto files = std::to_array<File>(
    {{"models_atom.yaml", "How each model is served. See atomesh schema models."},
     {"amd-master.yaml", "Recipes: which deployments are benchmarked. See atomesh schema recipes."}});

constexpr std::string_view about_files =
    "The first that is found is read: what --models and --recipes name, what ATOMESH_MODELS and ATOMESH_RECIPES name, "
    "the file in $ATOM_WS_PATH, in ./configs, and in share/atomesh beside the directory of the program.";

constexpr std::string_view about_variables =
    "An empty variable counts as not set. Each ATOMESH_ variable of a key of models_atom.yaml is there for one role, "
    "too: ATOMESH_PREFILL_BLOCK_SIZE, ATOMESH_DECODE_BLOCK_SIZE. atomesh list variables shows all of them, with their "
    "values now.";

/// One option or word of a command, as the help shows it.
struct Documented {
  std::string name, argument, about;
  bool operator==(const Documented&) const = default;
};

using Declare = std::function<void(OptionSet&)>;

/// What a declaration makes, in its order.
std::vector<Documented> document(const Declare& declare) {
  CLI::App app;
  app.set_help_flag();
  const std::vector<std::string> no_words;
  OptionSet set(app, no_words, Make::all);
  declare(set);
  std::vector<Documented> all;
  for (const CLI::Option* option : app.get_options()) {
    all.push_back({option->get_name(), option->get_type_name(), option->get_description()});
  }
  return all;
}

bool is_part_of(const std::vector<Documented>& part, const std::vector<Documented>& all) {
  return std::ranges::all_of(part, [&](const Documented& each) { return std::ranges::count(all, each) != 0; });
}

void add_items(const std::vector<Documented>& all, const std::vector<Documented>& without, ManualPage& page) {
  for (const Documented& each : all) {
    if (std::ranges::count(without, each) == 0) page.item(each.name, each.argument, each.about);
  }
}

/// Many commands take the options of a plan: they are told once.
void add_command(const Command& command, const std::vector<Documented>& shared, ManualPage& page) {
  Action unused;
  const auto options = document([&](OptionSet& set) { unused = command.declare(set); });
  const bool takes_shared = is_part_of(shared, options);
  page.subsection(command.name);
  page.paragraph(fmt::format("{}.", command.description));
  if (takes_shared) page.paragraph("Takes the options of a plan, which stand below, as well.");
  add_items(options, takes_shared ? shared : std::vector<Documented>(), page);
  page.paragraph("Examples:");
  page.verbatim(command.examples);
}

void add_commands(ManualPage& page) {
  Request unused;
  const auto shared = document([&](OptionSet& set) { add_plan_options(set, unused); });
  page.section("COMMANDS");
  for (const Command& command : commands()) add_command(command, shared, page);
  page.section("OPTIONS OF A PLAN");
  page.paragraph("What decides which process runs on a node, and with which words and environment.");
  add_items(shared, {}, page);
}

void add_variables(ManualPage& page) {
  page.section("ENVIRONMENT");
  page.paragraph(about_variables);
  for (const std::vector<Value>& row : list_variables({}).rows) {
    const std::string& name = row[0].text;
    if (name.starts_with("ATOMESH_PREFILL_") || name.starts_with("ATOMESH_DECODE_")) continue;
    page.item(name, "", row[2].text + (row[1].text.empty() ? "" : fmt::format(" Default: {}.", row[1].text)));
  }
}

std::string manual_page() {
  ManualPage page("ATOMESH", "1", fmt::format("atomesh {}", ATOMESH_VERSION));
  page.section("NAME");
  page.paragraph("atomesh - launcher for ATOM prefill/decode-disaggregated serving");
  page.section("SYNOPSIS");
  page.paragraph("atomesh COMMAND [OPTION]... [-- WORD...]");
  page.section("DESCRIPTION");
  page.paragraph(fmt::format("{}.", program_description));
  page.item("-h, --help", "", "Print what there is to say about a command; alone, all commands.");
  page.item("--version", "", "Print version, commit, compiler and tables; --version --json for programs.");
  add_commands(page);
  page.section("EXIT STATUS");
  for (const ExitCode& each : exit_codes()) page.item(each.code, "", each.meaning);
  add_variables(page);
  page.section("FILES");
  page.paragraph(about_files);
  for (const File& file : files) page.item(file.name, "", file.about);
  return page.take();
}

}  // namespace

Action declare_man(OptionSet& /*set*/) {
  return [](const Invocation& invocation) {
    if (!invocation.trailing.empty()) return misuse("man takes no words", "see `atomesh man --help`");
    return write_output(manual_page()) ? 0 : 1;
  };
}

}  // namespace atomesh
