#include "atomesh/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "atomesh/explain.hpp"
#include "atomesh/text.hpp"
#include "atomesh/words.hpp"

namespace atomesh {
namespace {

/// The words of argv as they may be shown.
std::vector<std::string> shown_argv(const Plan& plan, bool show_secrets) {
  std::vector<std::string> words = argv_of(plan);
  return show_secrets ? words : mask_words(words);
}

std::string shown_value(const EnvChange& change, bool show_secrets) {
  return show_secrets ? change.value : mask_value(change.name, change.value);
}

std::string as_shell(const Plan& plan, bool show_secrets) {
  std::string text = "env";
  for (const EnvRemoval& removal : plan.unset_env) text += " -u " + removal.name;
  for (const EnvChange& change : plan.env) {
    text += " " + change.name + "=" + quote_word(shown_value(change, show_secrets));
  }
  const std::vector<std::string> argv = shown_argv(plan, show_secrets);
  // env takes a word with = in it for a variable; behind sh it is the program.
  if (argv.front().find('=') != std::string::npos) text += " sh -c 'exec \"$0\" \"$@\"'";
  for (const std::string& word : argv) text += " " + quote_word(word);
  return text + "\n";
}

using Json = nlohmann::ordered_json;

Json origin_json(const Explanation& entry) {
  Json json;
  switch (entry.kind) {
    case Explanation::Kind::argv:
      json["argv"] = {entry.first, entry.last};
      break;
    case Explanation::Kind::env:
      json["env"] = entry.name;
      break;
    case Explanation::Kind::unset_env:
      json["unset_env"] = entry.name;
      break;
  }
  json["from"] = to_string(entry.origin.layer);
  json["where"] = mask_text(describe(entry.origin.where));
  json["key"] = entry.origin.key;
  json["shadowed"] = Json::array();
  for (const Shadowed& lost : entry.origin.shadowed) {
    json["shadowed"].push_back({{"where", mask_text(describe(lost.where))}, {"value", lost.value}});
  }
  return json;
}

std::optional<std::string> as_json(const Plan& plan, RenderOptions options, Diagnostics& diagnostics) {
  const bool show_secrets = options.show_secrets;
  Json document;
  document["format"] = "atomesh.plan/1";
  document["role"] = to_string(plan.role);
  document["rank"] = plan.rank;
  if (plan.has_mates) document["worker"] = plan.worker;
  document["model"] = plan.model;
  document["argv"] = shown_argv(plan, show_secrets);
  document["env"] = Json::object();
  for (const EnvChange& change : plan.env) document["env"][change.name] = shown_value(change, show_secrets);
  if (!plan.unset_env.empty()) {
    for (const EnvRemoval& removal : plan.unset_env) document["unset_env"].push_back(removal.name);
  }
  if (options.origins) {
    document["origins"] = Json::array();
    for (const Explanation& entry : explain(plan, show_secrets)) document["origins"].push_back(origin_json(entry));
  }
  try {
    return document.dump(2) + "\n";
  } catch (const nlohmann::json::type_error&) {
    diagnostics.add("not-utf8", {}, "a word or variable of this plan is not UTF-8, and JSON must be",
                    "use --format shell or nul");
    return std::nullopt;
  }
}

std::optional<std::string> as_lines(const Plan& plan, bool show_secrets, Diagnostics& diagnostics) {
  std::string text;
  for (const std::string& word : shown_argv(plan, show_secrets)) {
    if (word.find('\n') != std::string::npos) {
      diagnostics.add("not-one-line", {}, fmt::format("'{}' holds a newline", word), "use --format nul or json");
      return std::nullopt;
    }
    text += word + "\n";
  }
  return text;
}

std::string as_nul(const Plan& plan, bool show_secrets) {
  std::string text;
  for (const std::string& word : shown_argv(plan, show_secrets)) text.append(word).push_back('\0');
  return text;
}

}  // namespace

std::optional<Format> parse_format(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Format>, 4> names = {
      {{"shell", Format::shell}, {"json", Format::json}, {"lines", Format::lines}, {"nul", Format::nul}}};
  const auto* found = std::ranges::find(names, name, [](const auto& row) { return row.first; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> render(const Plan& plan, Format format, RenderOptions options, Diagnostics& diagnostics) {
  const bool show_secrets = options.show_secrets;
  switch (format) {
    case Format::shell:
      return as_shell(plan, show_secrets);
    case Format::json:
      return as_json(plan, options, diagnostics);
    case Format::lines:
      return as_lines(plan, show_secrets, diagnostics);
    case Format::nul:
      return as_nul(plan, show_secrets);
  }
  return std::nullopt;
}

bool has_secrets(const Plan& plan) {
  const auto masked = [](const EnvChange& change) { return shown_value(change, false) != change.value; };
  return std::ranges::any_of(plan.env, masked) || shown_argv(plan, false) != argv_of(plan);
}

}  // namespace atomesh
