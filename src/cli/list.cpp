// The command `list`.
#include <fmt/format.h>

#include <memory>

#include "atomesh/findings.hpp"
#include "atomesh/host.hpp"
#include "atomesh/listing.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace atomesh {
namespace {

struct ListOptions {
  std::string what;
  std::string format = "table";
  Request files;
  RecipeFilter filter;
};

struct Files {
  std::optional<yaml::Document> models, recipes;
};

Files read_files(const ListOptions& options, const Environment& environment, Diagnostics& diagnostics) {
  Files files;
  const bool about_models = options.what == "models";
  if (about_models) files.models = read_models(options.files.models_file, environment, diagnostics);
  // Models can be listed without recipes; a file that was named must be there all the same.
  const bool required = !about_models || options.filter.needs_recipes() || !options.files.recipes_file.empty();
  Diagnostics unused;
  files.recipes = read_recipes(options.files.recipes_file, environment, required ? diagnostics : unused);
  return files;
}

/// One listing, or nothing where a file could not be read.
std::optional<Listing> make_listing(const ListOptions& options, const Environment& environment,
                                    Diagnostics& diagnostics) {
  const Files files = read_files(options, environment, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  Listing listing;
  if (options.what == "models") {
    listing = list_models(*files.models, files.recipes ? &*files.recipes : nullptr, options.filter, diagnostics);
  } else if (options.what == "recipes") {
    listing = list_recipes(*files.recipes, options.filter, diagnostics);
  } else {
    listing = list_points(*files.recipes, options.filter, diagnostics);
  }
  if (files.recipes && listing.rows.empty()) {
    const std::string text = explain_filter(*files.recipes, options.filter);
    if (!text.empty()) write(stderr, mask_text(fmt::format("atomesh: note: {}\n", text)));
  }
  return listing;
}

int print(const Listing& listing, const std::string& format) {
  return write_output(format == "json" ? to_json(listing) : to_table(listing, terminal_width())) ? 0 : 1;
}

int run_list(const ListOptions& options, const Environment& environment) {
  const bool takes_filter = options.what != "checks" && options.what != "variables";
  if (!takes_filter && !options.filter.empty()) {
    return misuse(
        fmt::format("list {} takes no filter: --framework, --model, --precision and --runner are about recipes",
                    options.what),
        "take them out, or list models, recipes or points");
  }
  if (options.what == "checks") {
    return write_output(list_checks(options.format == "json" ? ListFormat::json : ListFormat::text)) ? 0 : 1;
  }
  if (options.what == "variables") return print(list_variables(environment), options.format);
  Diagnostics diagnostics;
  const auto listing = make_listing(options, environment, diagnostics);
  report(diagnostics);
  const int printed = listing ? print(*listing, options.format) : 1;
  return diagnostics.has_errors() ? 1 : printed;
}

}  // namespace

Action declare_list(OptionSet& set) {
  auto options = std::make_shared<ListOptions>();
  set.positional(
      "WHAT", options->what, {"models", "recipes", "points", "checks", "variables"},
      "models, recipes, points (of recipes), checks (what validate finds) or variables (of the environment)");
  add_file_options(set, options->files);
  set.text("--framework", options->filter.framework, "NAME", "Only recipes for this server, such as atom-disagg");
  set.text("--model", options->filter.model, "NAME", "Only this model: its name, or as the recipe names it");
  set.text("--precision", options->filter.precision, "NAME", "Only recipes of this precision, such as fp4");
  set.text("--runner", options->filter.runner, "NAME", "Only recipes for these machines");
  set.one_of("--format", options->format, {"table", "json"}, "table or json");
  return [options](const Invocation& invocation) { return run_list(*options, invocation.environment); };
}

}  // namespace atomesh
