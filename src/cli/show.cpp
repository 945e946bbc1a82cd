// The command `show`.
#include "atomesh/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "atomesh/host.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

struct ShowCommand {
  std::string what;
  std::vector<std::string> names;
  Request files;
  std::string format = "yaml";
  bool resolved = false;
  bool show_secrets = false;
};

void add_unknown_model(const yaml::Document& document, std::string_view name, Diagnostics& diagnostics) {
  const std::vector<std::string_view> names = model_names(document);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("the file has: {}", fmt::join(names, ", "));
  diagnostics.add("unknown-model", {document.source, {}, 1, {}},
                  fmt::format("there is no model '{}' in this file", name), hint);
}

std::optional<Model> load_named(const yaml::Document& document, std::string_view name, Diagnostics& diagnostics) {
  if (const yaml::Entry* entry = find_model(document, name)) return load_model(document, *entry, diagnostics);
  add_unknown_model(document, name, diagnostics);
  return std::nullopt;
}

/// The entries by name, as the file would hold them.
struct Shown {
  Value masked = Value::mapping();
  Value plain = Value::mapping();

  /// `show` makes one entry. A name that is given twice is shown once.
  void add(const std::string& name, const std::function<Value(ShowOptions)>& show) {
    if (std::ranges::find(plain.names, name) != plain.names.end()) return;
    masked.set(name, show({false}));
    plain.set(name, show({true}));
  }
};

void add_models(const ShowCommand& command, const Environment& environment, Shown& shown, Diagnostics& diagnostics) {
  const auto document = read_models(command.files.models_file, environment, diagnostics);
  if (!document || !check_models_file(*document, diagnostics)) return;
  const yaml::Entry* base = command.resolved ? find_model(*document, "defaults") : nullptr;
  const auto defaults = base != nullptr ? load_model(*document, *base, diagnostics) : std::nullopt;
  for (const std::string& name : command.names) {
    const auto model = load_named(*document, name, diagnostics);
    if (!model) continue;
    shown.add(name, [&](ShowOptions options) {
      if (!command.resolved) return show_model(*model, options);
      return show_resolved_model(*model, defaults ? &*defaults : nullptr, options);
    });
  }
}

void add_recipes(const ShowCommand& command, const Environment& environment, Shown& shown, Diagnostics& diagnostics) {
  const auto document = read_recipes(command.files.recipes_file, environment, diagnostics);
  if (!document) return;
  for (const std::string& name : command.names) {
    const yaml::Entry* entry = find_recipe(*document, name, diagnostics);
    const auto recipe = entry != nullptr ? load_recipe(*document, *entry, diagnostics) : std::nullopt;
    if (recipe) shown.add(name, [&](ShowOptions options) { return show_recipe(*recipe, options); });
  }
}

int run_show(const ShowCommand& command, const Environment& environment) {
  if (command.resolved && command.what == "recipe") {
    return misuse("--resolved puts `defaults` and the forms of the roles together, which are about models",
                  "`atomesh plan --recipe NAME` shows what the points of a recipe launch");
  }
  Shown shown;
  Diagnostics diagnostics;
  const auto add = command.what == "model" ? add_models : add_recipes;
  add(command, environment, shown, diagnostics);
  report(diagnostics);
  if (diagnostics.has_errors()) return 1;
  const auto text = [&](const Value& value) { return command.format == "json" ? to_json(value) : to_yaml(value); };
  const std::string plain = text(shown.plain);
  const std::string masked = text(shown.masked);
  if (!command.show_secrets && masked != plain) {
    write(stderr, "atomesh: note: secrets are shown as ***; --show-secrets prints them\n");
  }
  return write_output(command.show_secrets ? plain : masked) ? 0 : 1;
}

}  // namespace

Action declare_show(OptionSet& set) {
  auto command = std::make_shared<ShowCommand>();
  set.positional("WHAT", command->what, {"model", "recipe"}, "model or recipe");
  set.positionals("NAME", command->names, "Entries of the file, each by its name");
  add_file_options(set, command->files);
  set.flag("--resolved", command->resolved, "What each role of a model gets: its own forms, and `defaults`");
  set.one_of("--format", command->format, {"yaml", "json"}, "yaml or json");
  set.flag("--show-secrets", command->show_secrets, "Print tokens and passwords instead of ***");
  return [command](const Invocation& invocation) { return run_show(*command, invocation.environment); };
}

}  // namespace atomesh
