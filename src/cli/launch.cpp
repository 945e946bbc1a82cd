// The commands `launch` and `print-args`.
#include <fmt/format.h>

#include <memory>

#include "atomesh/exec.hpp"
#include "atomesh/explain.hpp"
#include "atomesh/host.hpp"
#include "atomesh/node_plans.hpp"
#include "atomesh/plan_hash.hpp"
#include "atomesh/render.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "dry_run.hpp"
#include "output.hpp"
#include "recorded_run.hpp"
#include "terminal.hpp"
#include "version.hpp"

namespace atomesh {
namespace {

struct LaunchOptions {
  Request request;
  std::string log_file;
  std::string manifest;  ///< empty: none is written
  std::string from;      ///< a manifest; empty: the request says what to run
  bool force = false;
  std::string format;  ///< empty: shell, or the table of --explain
  bool dry_run = false;
  bool show_secrets = false;
  bool hash = false;
  std::optional<std::string> explain;  ///< empty: everything
  std::string color = "auto";
};

/// Both commands take all of them, so that one line can be tried with the other; printing starts nothing and logs
/// nothing.
void add_launch_options(OptionSet& set, LaunchOptions& options) {
  set.text("--log-file", options.log_file, "FILE", "launch: append the server's output to this file");
  set.text("--manifest", options.manifest, "FILE", "launch: write a record of what is run, as JSON");
  set.text("--from", options.from, "FILE", "Run again what a manifest tells; takes no option that changes the plan");
  set.flag("--force", options.force, "--from: also where program, files or plan are not those of the manifest");
  set.flag("--dry-run", options.dry_run, "launch: print instead of launching (DRY_RUN=1)");
  set.one_of("--format", options.format, {"shell", "json", "lines", "nul"}, "shell, json, lines or nul");
  set.flag("--show-secrets", options.show_secrets, "Print tokens and passwords instead of ***");
}

int print(const Plan& plan, const LaunchOptions& options, int failure_code) {
  Diagnostics diagnostics;
  const bool explained = options.explain && !options.format.empty();
  const Format format = options.format.empty() ? Format::shell : *parse_format(options.format);
  const auto text = render(plan, format, {options.show_secrets, explained}, diagnostics);
  report(diagnostics);
  if (!text) return failure_code;
  const bool masked = !options.show_secrets && text->find("***") != std::string::npos;
  if (masked && has_secrets(plan)) {
    write(stderr, "atomesh: note: secrets are shown as ***; --show-secrets prints them\n");
  }
  return write_output(*text) ? 0 : failure_code;
}

/// The table of --explain.
int print_origins(const Plan& plan, const LaunchOptions& options, const Environment& environment) {
  std::vector<Explanation> all = explain(plan, options.show_secrets);
  if (!options.explain->empty()) all = explanations_of(std::move(all), plan, *options.explain);
  if (all.empty()) {
    write(stderr, mask_text(fmt::format("atomesh: error: nothing of this plan is called {} [explain]\n    hint: {}\n",
                                        *options.explain, suggest_explained(plan, *options.explain))));
    return 1;
  }
  const Terminal terminal = find_terminal(options.color, environment);
  return write_output(to_table(all, {terminal.width, terminal.colour})) ? 0 : 1;
}

/// What a plan is resolved from.
struct Inputs {
  Request request;
  Environment environment;
  Config config = {};
};

void write_record(const Plan& plan, const Inputs& inputs, const std::string& path) {
  Diagnostics diagnostics;
  Manifest manifest = record_run(inputs.request, inputs.config, inputs.environment, read_run_facts(this_build()));
  add_plan(plan, inputs.request, inputs.config, inputs.environment, manifest, diagnostics);
  write_manifest(path, manifest, diagnostics);
  report(diagnostics);
}

int launch(const Plan& plan, const LaunchOptions& options, const Inputs& inputs) {
  if (!options.manifest.empty()) write_record(plan, inputs, options.manifest);
  Diagnostics unused;  // the shell form holds every plan
  write(stderr, fmt::format("atomesh: launching {}: {}", title_of(plan),
                            render(plan, Format::shell, {}, unused).value_or("\n")));
  const ExecFailure failure = exec_plan(plan, inputs.environment, options.log_file);
  std::string text = mask_text(fmt::format("atomesh: error: {} [exec]\n", failure.message));
  if (!failure.hint.empty()) text += fmt::format("    hint: {}\n", failure.hint);
  write(stderr, text);
  return failure.exit_code;
}

/// The request with the words after `--`.
Request complete(Request request, const Invocation& invocation) {
  request.server_args.insert(request.server_args.end(), invocation.trailing.begin(), invocation.trailing.end());
  return request;
}

/// 0 if the options make sense together.
int check_options(const LaunchOptions& options, const Request& request) {
  if (const std::string error = find_misuse(request); !error.empty()) {
    write(stderr, error);
    return exit_usage;
  }
  if (options.explain && !options.format.empty() && options.format != "json") {
    return misuse(fmt::format("--explain has no form for --format {}", options.format),
                  "take --format out for the table, or write --format json");
  }
  if (options.hash && (options.explain || !options.format.empty())) {
    return misuse("--hash prints the hash alone", "take --format and --explain out");
  }
  if (options.force && options.from.empty()) {
    return misuse("--force is about --from", "add --from FILE, or take --force out");
  }
  const std::string other = options.from.empty() ? "" : find_other_option(request);
  if (other.empty()) return 0;
  return misuse(
      fmt::format("{} changes the plan, and --from runs the plan of its manifest", other),
      "take one of the two out; files (--models, --recipes), --role and addresses may be given beside --from");
}

/// Reads the files. False where they are not those of the manifest, which is reported.
bool read_files(const LaunchOptions& options, const std::optional<RecordedRun>& recorded, Inputs& inputs,
                Diagnostics& diagnostics) {
  inputs.config = read_config(inputs.request, inputs.environment, diagnostics);
  if (!recorded) return true;
  Diagnostics differences;
  compare_sources(recorded->manifest, this_build(), inputs.config, recorded->place, differences);
  return accept_differences(differences, options.force);
}

bool is_recorded_plan(const LaunchOptions& options, const RecordedRun& recorded, const Inputs& inputs) {
  Diagnostics unused;
  Diagnostics differences;
  const auto hash = plan_hash(inputs.request, inputs.config, inputs.environment, unused);
  compare_plan(recorded.plan, hash.value_or("unknown"), recorded.place, differences);
  return accept_differences(differences, options.force);
}

/// Says nothing about this machine: neither its address nor the router need be there.
int print_hash(const Inputs& inputs, Diagnostics& diagnostics) {
  const auto hash = plan_hash(inputs.request, inputs.config, inputs.environment, diagnostics);
  report(diagnostics);
  return hash && !diagnostics.has_errors() && write_output(*hash + "\n") ? 0 : 1;
}

int run_plan(const LaunchOptions& options, const std::optional<RecordedRun>& recorded, const Inputs& inputs,
             bool launching, Diagnostics& diagnostics) {
  const int failure_code = launching ? exit_refused : 1;
  const bool dry = !launching || is_dry_run(options.dry_run, inputs.environment, diagnostics);
  const HostFacts host = read_host_facts(inputs.request, inputs.environment);
  const auto plan = resolve(inputs.request, inputs.config, inputs.environment, host, diagnostics);
  if (plan && plan->has_mates) {
    Request about_router = inputs.request;
    about_router.role = Role::router;  // the router is among those that it shares its node with
    check_mates(*plan, inputs.request, inputs.config, inputs.environment,
                read_host_facts(about_router, inputs.environment), diagnostics);
  }
  report(diagnostics);
  if (diagnostics.has_errors() || !plan) return failure_code;
  if (recorded && !is_recorded_plan(options, *recorded, inputs)) return failure_code;
  if (!dry) return launch(*plan, options, inputs);
  const bool table = options.explain && options.format.empty();
  return table ? print_origins(*plan, options, inputs.environment) : print(*plan, options, failure_code);
}

int run_launch(const LaunchOptions& options, const Invocation& invocation, bool launching) {
  Inputs inputs{complete(options.request, invocation), invocation.environment};
  if (const int code = check_options(options, inputs.request); code != 0) return code;
  Diagnostics diagnostics;
  std::optional<RecordedRun> recorded;
  if (!options.from.empty()) {
    recorded = read_recorded_run(options.from, inputs.request, inputs.environment, diagnostics);
    if (recorded) inputs = {recorded->request, recorded->environment};
  }
  const bool known = recorded || options.from.empty();
  if (!known || !read_files(options, recorded, inputs, diagnostics)) {
    report(diagnostics);
    return launching ? exit_refused : 1;
  }
  return options.hash ? print_hash(inputs, diagnostics) : run_plan(options, recorded, inputs, launching, diagnostics);
}

}  // namespace

Action declare_launch(OptionSet& set) {
  auto options = std::make_shared<LaunchOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  add_launch_options(set, *options);
  return [options](const Invocation& invocation) { return run_launch(*options, invocation, true); };
}

Action declare_print_args(OptionSet& set) {
  auto options = std::make_shared<LaunchOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  add_launch_options(set, *options);
  set.flag_or_text("--explain", options->explain, "FLAG",
                   "Tell where every word comes from, or those of one flag or variable; with --format json: origins");
  set.flag("--hash", options->hash, "Print the SHA-256 of the plan, which is the same on every machine");
  set.one_of("--color", options->color, {"auto", "always", "never"}, "Colour: auto (on a terminal), always or never");
  return [options](const Invocation& invocation) { return run_launch(*options, invocation, false); };
}

}  // namespace atomesh
