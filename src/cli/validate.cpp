// The command `validate`.
#include "atomesh/validate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>

#include "atomesh/exec.hpp"
#include "atomesh/findings.hpp"
#include "atomesh/host.hpp"
#include "atomesh/host_checks.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

struct ValidateOptions {
  std::string models;
  std::vector<std::string> recipes;
  std::string format;  ///< empty: github under GitHub Actions, else text
  std::string atom_args = "auto";
  FindingOptions findings;
  bool list_checks = false;
  bool host = false;
  Request node;  ///< with `host`: what this node is to run
  std::string sys_root = "/sys", proc_root = "/proc";
};

void add_options(OptionSet& set, ValidateOptions& v) {
  set.text("--models", v.models, "FILE", "models_atom.yaml; alone, recipes are not judged; - is standard input");
  set.repeatable("--recipes", v.recipes, "FILE", "amd-master.yaml; several are one set; alone, models are not judged");
  set.one_of("--format", v.format, {"text", "json", "github", "sarif", "markdown"},
             "text, json, github (default under GitHub Actions) or sarif; --list-checks: text, json or markdown");
  set.flag("--strict", v.findings.strict, "Warnings fail too");
  set.repeatable("--ignore", v.findings.ignore, "CODE", "Leave out the findings of a code");
  set.repeatable("--error", v.findings.as_error, "CODE", "Make the findings of a code errors");
  set.text("--atom-args", v.atom_args, "TABLE",
           "Server options to check against: auto (by image), a date, a file, or none");
  set.flag("--host", v.host,
           "Check this node too: programs, model files, GPUs, ports, RDMA; takes launch's options below");
  set.text("--sys", v.sys_root, "DIR", "Where --host finds /sys (for tests)");
  set.text("--proc", v.proc_root, "DIR", "Where --host finds /proc (for tests)");
  set.flag("--list-checks", v.list_checks, "List every code, its severity and why it exists");
  add_plan_options(set, v.node);
}

using Clock = std::chrono::steady_clock;

/// What was read. The documents stay where they are, because the findings point into them.
struct Files {
  std::optional<yaml::Document> models;
  std::deque<yaml::Document> recipes;
  std::size_t unread = 0;  ///< files that could not be read or parsed
};

/// Naming one side alone checks that side; a node needs its models whatever is named.
Files read_files(const ValidateOptions& options, const Environment& environment, Diagnostics& diagnostics) {
  Files files;
  if (!options.models.empty() || options.recipes.empty() || options.host) {
    files.models = read_models(options.models, environment, diagnostics);
    if (!files.models) ++files.unread;
  }
  std::vector<std::string> paths = options.recipes;
  const bool node_needs_recipes = options.host && !options.node.recipe.empty();
  if (paths.empty() && (options.models.empty() || node_needs_recipes)) paths.emplace_back();
  for (const std::string& path : paths) {
    if (auto document = read_recipes(path, environment, diagnostics)) {
      files.recipes.push_back(std::move(*document));
    } else {
      ++files.unread;
    }
  }
  return files;
}

std::vector<SourcePtr> sources_of(const Files& files) {
  std::vector<SourcePtr> sources;
  if (files.models) sources.push_back(files.models->source);
  for (const yaml::Document& document : files.recipes) sources.push_back(document.source);
  return sources;
}

/// What `launch` would read: of several recipe files the one that has the node's recipe.
Config take_config(Files files, const std::string& recipe) {
  Config config;
  config.models = std::move(files.models);
  for (yaml::Document& document : files.recipes) {
    const bool has_recipe = document.root->find(recipe) != nullptr;
    if (has_recipe || !config.recipes) config.recipes = std::move(document);
    if (has_recipe) break;
  }
  return config;
}

/// Ignoring every error of a file must not make it pass: nothing of it was looked at.
void refuse_unchecked(std::vector<Finding>& findings, std::size_t unread) {
  if (unread == 0 || tally(findings).errors > 0) return;
  findings.push_back({{"not-checked",
                       {},
                       fmt::format("{} of the files holds only ignored errors: nothing of it was checked", unread),
                       "correct the file, or take the --ignore options and comments out"},
                      Severity::error});
}

constexpr const char* entry_code = "entry-not-checked";

bool lies_in(const Place& where, const RefusedEntry& entry) {
  return where.source == entry.name.source && where.mark.line >= entry.name.mark.line &&
         where.mark.line < entry.end_line;
}

/// The same for an entry: it may pass, but not without a word.
void warn_unchecked(std::vector<Finding>& findings, const std::vector<RefusedEntry>& refused,
                    const FindingOptions& options) {
  const auto has = [](const std::vector<std::string>& codes) { return std::ranges::count(codes, entry_code) > 0; };
  if (has(options.ignore)) return;
  const Severity severity = has(options.as_error) ? Severity::error : Severity::warning;
  for (const RefusedEntry& entry : refused) {
    const bool told = std::ranges::any_of(findings, [&](const Finding& finding) {
      return finding.severity == Severity::error && lies_in(finding.diagnostic.where, entry);
    });
    if (told) continue;
    findings.push_back(
        {{entry_code, entry.name, "the errors of this entry are ignored: what it launches was not checked",
          "correct the entry; a launch refuses it"},
         severity});
  }
}

/// auto, none or a date. Nothing for another word, which names a file.
std::optional<OptionTableChoice> choose_embedded(const std::string& name) {
  using Kind = OptionTableChoice::Kind;
  if (name == "auto") return OptionTableChoice{Kind::by_image, nullptr};
  if (name == "none") return OptionTableChoice{Kind::none, nullptr};
  const OptionTable* table = find_table(name);
  if (table == nullptr) return std::nullopt;
  return OptionTableChoice{Kind::fixed, table};
}

std::optional<LoadedOptionTable> read_table_file(const std::string& path, Diagnostics& diagnostics) {
  const auto source = yaml::read_file(path, diagnostics);
  return source ? read_option_table(*source, diagnostics) : std::nullopt;
}

int refuse_table(const std::string& name) {
  std::vector<std::string_view> dates;
  for (const OptionTable& table : option_tables()) dates.push_back(table.date);
  return misuse(fmt::format("--atom-args: '{}' is no file and no table of server options", name),
                fmt::format("auto, none, a file of scripts/dump_atom_args.py, or one of {}", fmt::join(dates, ", ")));
}

bool print_findings(const std::vector<Finding>& findings, const Checked& checked, std::string format,
                    const Environment& environment) {
  if (format.empty()) {
    const auto actions = environment.find("GITHUB_ACTIONS");
    format = actions != environment.end() && actions->second == "true" ? "github" : "text";
  }
  const std::string summary = summary_line(checked, tally(findings)) + "\n";
  if (format == "json") return write_output(to_json(findings, checked));
  if (format == "sarif") return write_output(to_sarif(findings, ATOMESH_VERSION));
  if (format == "github") return write_output(to_github(findings) + summary);
  write(stderr, to_text(findings));
  return write_output(summary);
}

int run_validate(const ValidateOptions& options, const Environment& environment) {
  if (options.list_checks) {
    const ListFormat format = options.format == "json"       ? ListFormat::json
                              : options.format == "markdown" ? ListFormat::markdown
                                                             : ListFormat::text;
    return write_output(list_checks(format)) ? 0 : 1;
  }
  auto table = choose_embedded(options.atom_args);
  if (!table && access(options.atom_args.c_str(), F_OK) != 0) return refuse_table(options.atom_args);
  const Clock::time_point start = Clock::now();
  Diagnostics diagnostics;
  const auto loaded = table ? std::nullopt : read_table_file(options.atom_args, diagnostics);
  if (!table) table = OptionTableChoice{OptionTableChoice::Kind::fixed, loaded ? &loaded->table : nullptr};
  Files files = read_files(options, environment, diagnostics);
  ValidateInput input;
  input.table = *table;
  if (!options.host) input.layout = options.node.layout;
  if (files.models) input.models = &*files.models;
  for (const yaml::Document& document : files.recipes) input.recipes.push_back(&document);
  const ValidateCounts counts = validate(input, diagnostics);
  const std::vector<SourcePtr> sources = sources_of(files);
  const std::size_t unread = files.unread + counts.unread.size();
  int processes = counts.processes;
  if (options.host) {
    const Config config = take_config(std::move(files), options.node.recipe);
    const HostRoots roots{options.sys_root, options.proc_root};
    processes += check_node(options.node, config, environment, roots, diagnostics);
  }
  std::vector<Finding> findings = apply_policy(diagnostics.sorted(), options.findings, sources);
  refuse_unchecked(findings, unread);
  warn_unchecked(findings, counts.refused, options.findings);
  const Checked checked{static_cast<std::size_t>(counts.models), static_cast<std::size_t>(counts.recipes),
                        static_cast<std::size_t>(counts.points), static_cast<std::size_t>(processes),
                        std::chrono::duration<double>(Clock::now() - start).count()};
  if (!print_findings(findings, checked, options.format, environment)) return 1;
  return fails(findings, options.findings.strict) ? 1 : 0;
}

/// The usage error to print; empty: nothing.
std::string find_misuse(const ValidateOptions& options) {
  if (std::string error = usage_error(options.findings); !error.empty()) return error;
  const bool listed = options.format == "github" || options.format == "sarif";
  if (options.list_checks ? listed : options.format == "markdown") {
    return fmt::format("atomesh: error: --format {} is not for {} [usage]\n    hint: see `atomesh validate --help`\n",
                       options.format, options.list_checks ? "--list-checks" : "findings");
  }
  Request but_layout = options.node;
  but_layout.layout.reset();
  if (options.host || but_layout == Request()) return find_misuse(options.node);
  return "atomesh: error: options of one process need --host: validate checks every process by itself [usage]\n"
         "    hint: add --host to check this node too, or take them out\n";
}

}  // namespace

Action declare_validate(OptionSet& set) {
  auto options = std::make_shared<ValidateOptions>();
  add_options(set, *options);
  return [options](const Invocation& invocation) {
    options->node.server_args.insert(options->node.server_args.end(), invocation.trailing.begin(),
                                     invocation.trailing.end());
    if (const std::string error = find_misuse(*options); !error.empty()) {
      write(stderr, error);
      return exit_usage;
    }
    return run_validate(*options, invocation.environment);
  };
}

}  // namespace atomesh
