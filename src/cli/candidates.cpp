#include "candidates.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "atomesh/flags.hpp"
#include "atomesh/host.hpp"
#include "atomesh/models.hpp"
#include "atomesh/placement.hpp"
#include "atomesh/recipes.hpp"
#include "atomesh/tuning.hpp"

namespace atomesh {
namespace {

struct Asked {
  const Written& written;
  const Environment& environment;

  std::optional<yaml::Document> models() const {
    Diagnostics unused;
    return read_models(written.value("--models"), environment, unused);
  }
  std::optional<yaml::Document> recipes() const {
    Diagnostics unused;
    return read_recipes(written.value("--recipes"), environment, unused);
  }
};

std::string scalar_under(const yaml::Node& node, std::string_view key) {
  const yaml::Node* value = node.find(key);
  return value != nullptr && value->kind == yaml::Kind::scalar ? value->text : "";
}

void add_models(const Asked& asked, Candidates& out) {
  const auto document = asked.models();
  if (!document) return;
  for (const std::string_view name : model_names(*document)) out.add(name);
}

void add_recipes(const Asked& asked, Candidates& out) {
  const auto document = asked.recipes();
  if (!document) return;
  for (const yaml::Entry* entry : recipe_entries(*document)) {
    out.add(entry->key->text, scalar_under(*entry->value, "model"));
  }
}

/// Each value that some recipe has under a key.
void add_values_of_recipes(const Asked& asked, std::string_view key, Candidates& out) {
  const auto document = asked.recipes();
  if (!document) return;
  std::set<std::string> texts;
  for (const yaml::Entry* entry : recipe_entries(*document)) texts.insert(scalar_under(*entry->value, key));
  for (const std::string& text : texts) {
    if (!text.empty()) out.add(text);
  }
}

void add_points(const Asked& asked, Candidates& out) {
  const auto document = asked.recipes();
  if (!document) return;
  Diagnostics unused;
  const yaml::Entry* entry = find_recipe(*document, asked.written.value("--recipe"), unused);
  const auto recipe = entry == nullptr ? std::nullopt : load_recipe(*document, *entry, unused);
  if (!recipe) return;
  for (const Point& point : recipe->points) out.add(std::to_string(point.index), describe_shape(point));
}

void add_keys(const Asked&, Candidates& out) {
  for (const std::string& spelling : tuning_key_spellings()) {
    out.add(spelling + "=", find_tuning_key(spelling)->key->help);
  }
}

void add_roles(const Asked&, Candidates& out) {
  for (const Role role : {Role::prefill, Role::decode, Role::router}) out.add(to_string(role));
  out.add("auto", "by rank");
}

void add_layouts(const Asked&, Candidates& out) {
  for (const std::string_view name : layout_names()) out.add(name);
}

void add_codes(const Asked&, Candidates& out) {
  for (const Check& check : checks) out.add(check.code, check.why);
}

void add_option_tables(const Asked&, Candidates& out) {
  out.add("auto", "by the date of the image");
  out.add("none", "check no server options");
  for (const OptionTable& table : option_tables()) out.add(table.date);
  out.files = true;
}

/// NAME of `show` is what its first word says.
void add_entries(const Asked& asked, Candidates& out) {
  const auto& words = asked.written.positionals;
  if (!words.empty() && words.front() == "model") add_models(asked, out);
  if (!words.empty() && words.front() == "recipe") add_recipes(asked, out);
}

struct ValueSource {
  std::string_view option;
  void (*add)(const Asked&, Candidates&);
};

constexpr auto sources = std::to_array<ValueSource>({
    {"--model", add_models},
    {"--recipe", add_recipes},
    {"--point", add_points},
    {"--set", add_keys},
    {"--role", add_roles},
    {"--layout", add_layouts},
    {"--ignore", add_codes},
    {"--error", add_codes},
    {"--atom-args", add_option_tables},
    {"--framework", [](const Asked& asked, Candidates& out) { add_values_of_recipes(asked, "framework", out); }},
    {"--precision", [](const Asked& asked, Candidates& out) { add_values_of_recipes(asked, "precision", out); }},
    {"--runner", [](const Asked& asked, Candidates& out) { add_values_of_recipes(asked, "runner", out); }},
    {"NAME", add_entries},
});

/// What the option's own check takes, as option_set.cpp leaves it in the name of the check.
void add_choices(CLI::Option& option, Candidates& out) {
  std::string choices;
  try {
    choices = option.get_validator(0)->get_name();
  } catch (const CLI::OptionNotFound&) {
    return;
  }
  while (!choices.empty()) {
    const std::size_t blank = std::min(choices.find(' '), choices.size());
    out.add(std::string_view(choices).substr(0, blank));
    choices.erase(0, blank + 1);
  }
}

}  // namespace

std::string Written::value(std::string_view option) const {
  std::string last;
  for (const auto& [name, value] : options) {
    if (name == option) last = value;
  }
  return last;
}

Candidates values_of(CLI::Option& option, const Written& written, const Environment& environment) {
  Candidates out;
  const Asked asked{written, environment};
  for (const ValueSource& source : sources) {
    if (source.option == option.get_name()) source.add(asked, out);
  }
  add_choices(option, out);
  const std::string type = option.get_type_name();
  if (type == "[BOOL]") {
    out.add("true");
    out.add("false");
  }
  for (const std::string_view files : {"FILE", "DIR", "PATH", "PROGRAM"}) out.files |= type == files;
  return out;
}

}  // namespace atomesh
