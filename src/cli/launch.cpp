// The commands `launch` and `print-args`.
#include <fmt/format.h>

#include <memory>

#include "atomesh/exec.hpp"
#include "atomesh/host.hpp"
#include "atomesh/render.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

struct LaunchOptions {
  Request request;
  std::string log_file;
  std::string format = "shell";
  bool dry_run = false;
  bool show_secrets = false;
};

void add_print_options(OptionSet& set, LaunchOptions& options) {
  set.one_of("--format", options.format, {"shell", "json", "lines", "nul"}, "shell, json, lines or nul");
  set.flag("--show-secrets", options.show_secrets, "Print tokens and passwords instead of ***");
}

bool is_dry_run(const LaunchOptions& options, const Environment& environment, Diagnostics& diagnostics) {
  if (options.dry_run) return true;
  const auto given = VariableSource(environment).find("DRY_RUN");
  if (!given) return false;
  const auto value = parse_bool_word(given->text);
  if (!value) {
    diagnostics.add("bad-value", given->origin.where, fmt::format("DRY_RUN takes a boolean, not '{}'", given->text),
                    "write true, false, yes, no, 1 or 0");
  }
  return value.value_or(true);
}

int print(const Plan& plan, const LaunchOptions& options, int failure_code) {
  Diagnostics diagnostics;
  const auto text = render(plan, *parse_format(options.format), options.show_secrets, diagnostics);
  report(diagnostics);
  if (!text) return failure_code;
  const bool masked = !options.show_secrets && text->find("***") != std::string::npos;
  if (masked && has_secrets(plan)) {
    write(stderr, "atomesh: note: secrets are shown as ***; --show-secrets prints them\n");
  }
  return write_output(*text) ? 0 : failure_code;
}

int launch(const Plan& plan, const LaunchOptions& options, const Environment& environment) {
  Diagnostics unused;  // the shell form holds every plan
  write(stderr, fmt::format("atomesh: launching {} rank {}: {}", to_string(plan.role), plan.rank,
                            render(plan, Format::shell, false, unused).value_or("\n")));
  const ExecFailure failure = exec_plan(plan, environment, options.log_file);
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

int run_launch(const LaunchOptions& options, const Invocation& invocation, bool launching) {
  const Request request = complete(options.request, invocation);
  if (const std::string error = find_misuse(request); !error.empty()) {
    write(stderr, error);
    return exit_usage;
  }
  const int failure_code = launching ? exit_refused : 1;
  const Environment& environment = invocation.environment;
  Diagnostics diagnostics;
  const bool dry = !launching || is_dry_run(options, environment, diagnostics);
  const Config config = read_config(request, environment, diagnostics);
  const HostFacts host = read_host_facts(request, environment);
  const auto plan = resolve(request, config, environment, host, diagnostics);
  report(diagnostics);
  if (diagnostics.has_errors() || !plan) return failure_code;
  return dry ? print(*plan, options, failure_code) : launch(*plan, options, environment);
}

}  // namespace

Action declare_launch(OptionSet& set) {
  auto options = std::make_shared<LaunchOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  set.text("--log-file", options->log_file, "FILE", "Append the server's output to this file");
  set.flag("--dry-run", options->dry_run, "Print instead of launching (DRY_RUN=1)");
  add_print_options(set, *options);
  return [options](const Invocation& invocation) { return run_launch(*options, invocation, true); };
}

Action declare_print_args(OptionSet& set) {
  auto options = std::make_shared<LaunchOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  add_print_options(set, *options);
  return [options](const Invocation& invocation) { return run_launch(*options, invocation, false); };
}

}  // namespace atomesh
