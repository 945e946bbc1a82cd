#include <fmt/format.h>

#include <cstdio>

#include "atomesh/cli.hpp"
#include "atomesh/exec.hpp"
#include "atomesh/host.hpp"
#include "atomesh/render.hpp"
#include "atomesh/text.hpp"
#include "options.hpp"

namespace atomesh {

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

bool write_output(std::string_view text) {
  write(stdout, text);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  write(stderr, "atomesh: error: standard output cannot be written [output]\n");
  return false;
}

namespace {

void report(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) text += to_text(diagnostic);
  write(stderr, text);
}

bool is_dry_run(const Options& options, const Environment& environment, Diagnostics& diagnostics) {
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

int print(const Plan& plan, const Options& options, int failure_code) {
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

int launch(const Plan& plan, const Options& options, const Environment& environment) {
  Diagnostics unused;  // the shell form holds every plan
  write(stderr, fmt::format("atomesh: launching {} rank {}: {}", to_string(plan.role), plan.rank,
                            render(plan, Format::shell, false, unused).value_or("\n")));
  const ExecFailure failure = exec_plan(plan, environment, options.log_file);
  std::string text = mask_text(fmt::format("atomesh: error: {} [exec]\n", failure.message));
  if (!failure.hint.empty()) text += fmt::format("    hint: {}\n", failure.hint);
  write(stderr, text);
  return failure.exit_code;
}

}  // namespace

int run(int argc, char** argv, char** environ) {
  const ParsedOptions parsed = parse_options(argc, argv);
  if (!parsed.options) {
    write(stderr, mask_text(parsed.error));
    return write_output(parsed.output) ? parsed.exit_code : 1;
  }
  const Options& options = *parsed.options;
  if (options.command == Command::validate) return run_validate(options.validate, read_environment(environ));
  const bool launching = options.command == Command::launch;
  const int failure_code = launching ? exit_refused : 1;
  const Environment environment = read_environment(environ);
  Diagnostics diagnostics;
  const bool dry = !launching || is_dry_run(options, environment, diagnostics);
  const Config config = read_config(options.request, environment, diagnostics);
  const HostFacts host = read_host_facts(options.request, environment);
  const auto plan = resolve(options.request, config, environment, host, diagnostics);
  report(diagnostics);
  if (diagnostics.has_errors() || !plan) return failure_code;
  return dry ? print(*plan, options, failure_code) : launch(*plan, options, environment);
}

}  // namespace atomesh
