// The command `diff`.
#include "atomesh/diff.hpp"

#include <memory>

#include "atomesh/exec.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

constexpr int exit_differences = 1;
constexpr int exit_trouble = 2;

struct DiffOptions {
  std::string before, after;
  std::string models;
  std::string format = "text";
  std::string fail_on = "any";
};

std::string rendered(const Diff& diff, std::string_view format) {
  if (format == "json") return to_json(diff);
  return format == "markdown" ? to_markdown(diff) : to_text(diff);
}

bool fails(const Diff& diff, std::string_view fail_on) {
  if (fail_on == "none") return false;
  return fail_on == "must-match" ? diff.must_match() : !diff.empty();
}

int run_diff(const DiffOptions& options, const Environment& environment) {
  Diagnostics diagnostics;
  auto sides = read_diff_sides(options.before, options.after, options.models, environment, diagnostics);
  report(diagnostics);
  if (!sides) return exit_trouble;
  const Diff diff = compare(std::move(sides->first), std::move(sides->second));
  if (!write_output(rendered(diff, options.format))) return exit_trouble;
  return fails(diff, options.fail_on) ? exit_differences : 0;
}

}  // namespace

Action declare_diff(OptionSet& set) {
  auto options = std::make_shared<DiffOptions>();
  set.positional("A", options->before, "Directory, models file, recipes file, plan JSON, git:REV or git:REV:PATH");
  set.positional("B", options->after, "What A is compared with");
  set.text("--models", options->models, "FILE", "The models of a recipes file that stands alone");
  set.one_of("--format", options->format, {"text", "json", "markdown"},
             "text, json, or markdown for a pull request's comment");
  set.one_of("--fail-on", options->fail_on, {"must-match", "any", "none"},
             "Exit with 1 on changes in what must-match, on any difference (default), or never (none)");
  return [options](const Invocation& invocation) {
    if (!invocation.trailing.empty()) return misuse("diff takes no words after --", "see `atomesh diff --help`");
    return run_diff(*options, invocation.environment);
  };
}

}  // namespace atomesh
