// The command `validate`.
#include "atomesh/validate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <deque>

#include "atomesh/exec.hpp"
#include "atomesh/findings.hpp"
#include "atomesh/host.hpp"
#include "atomesh/text.hpp"
#include "options.hpp"

namespace atomesh {
namespace {

using Clock = std::chrono::steady_clock;

/// What was read. The documents stay where they are, because the findings point into them.
struct Files {
  std::optional<yaml::Document> models;
  std::deque<yaml::Document> recipes;
};

/// Naming one side alone checks that side.
Files read_files(const ValidateOptions& options, const Environment& environment, Diagnostics& diagnostics) {
  Files files;
  if (!options.models.empty() || options.recipes.empty()) {
    files.models = read_models(options.models, environment, diagnostics);
  }
  std::vector<std::string> paths = options.recipes;
  if (paths.empty() && options.models.empty()) paths.emplace_back();
  for (const std::string& path : paths) {
    if (auto document = read_recipes(path, environment, diagnostics)) files.recipes.push_back(std::move(*document));
  }
  return files;
}

/// auto, none or a date. Nothing for a date without a table.
std::optional<OptionTableChoice> choose_table(const std::string& name) {
  using Kind = OptionTableChoice::Kind;
  if (name == "auto") return OptionTableChoice{Kind::by_image, nullptr};
  if (name == "none") return OptionTableChoice{Kind::none, nullptr};
  const OptionTable* table = find_table(name);
  if (table == nullptr) return std::nullopt;
  return OptionTableChoice{Kind::fixed, table};
}

int refuse_table(const std::string& name) {
  std::vector<std::string_view> dates;
  for (const OptionTable& table : option_tables()) dates.push_back(table.date);
  write(stderr, fmt::format("atomesh: error: --atom-args: there is no table of server options '{}' [usage]\n"
                            "    hint: auto, none, or one of {}\n",
                            name, fmt::join(dates, ", ")));
  return exit_usage;
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

}  // namespace

int run_validate(const ValidateOptions& options, const Environment& environment) {
  if (options.list_checks) {
    const ListFormat format = options.format == "json" ? ListFormat::json : ListFormat::text;
    return write_output(list_checks(format)) ? 0 : 1;
  }
  const auto table = choose_table(options.atom_args);
  if (!table) return refuse_table(options.atom_args);
  const Clock::time_point start = Clock::now();
  Diagnostics diagnostics;
  const Files files = read_files(options, environment, diagnostics);
  ValidateInput input;
  input.table = *table;
  if (files.models) input.models = &*files.models;
  for (const yaml::Document& document : files.recipes) input.recipes.push_back(&document);
  const ValidateCounts counts = validate(input, diagnostics);
  std::vector<SourcePtr> sources;
  if (files.models) sources.push_back(files.models->source);
  for (const yaml::Document& document : files.recipes) sources.push_back(document.source);
  const std::vector<Finding> findings = apply_policy(diagnostics.sorted(), options.findings, sources);
  const Checked checked{static_cast<std::size_t>(counts.models), static_cast<std::size_t>(counts.recipes),
                        static_cast<std::size_t>(counts.points), static_cast<std::size_t>(counts.processes),
                        std::chrono::duration<double>(Clock::now() - start).count()};
  if (!print_findings(findings, checked, options.format, environment)) return 1;
  return fails(findings, options.findings.strict) ? 1 : 0;
}

}  // namespace atomesh
