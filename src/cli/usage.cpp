#include "usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/text.hpp"
#include "commands.hpp"

namespace atomesh {
namespace {

/// The router's own options: its binary has our name, and its users know it as `atomesh launch`.
constexpr std::array<std::string_view, 11> router_flags = {"--pd-disaggregation",
                                                           "--prefill",
                                                           "--decode",
                                                           "--policy",
                                                           "--backend",
                                                           "--log-level",
                                                           "--host",
                                                           "--port",
                                                           "--disable-health-check",
                                                           "--disable-circuit-breaker",
                                                           "--prometheus-port"};

bool is_router_flag(const std::string& word) {
  return std::ranges::find(router_flags, word.substr(0, word.find('='))) != router_flags.end();
}

}  // namespace

std::string explain_extra(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (is_router_flag(word)) {
    return fmt::format(
        "atomesh: error: {} is an option of the router, whose binary is also called atomesh [usage]\n"
        "    hint: this is the launcher: `atomesh launch --role router` starts the router with its options; words "
        "after "
        "`--` are handed to it\n",
        name);
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  std::string hint = did_you_mean(name, candidates);
  if (hint.empty()) hint = "see `atomesh " + app.get_name() + " --help`";
  const bool looks_like_option = word.starts_with('-');
  return fmt::format("atomesh: error: {} '{}' [usage]\n    hint: {}\n",
                     looks_like_option ? "unknown option" : "unexpected word", word, hint);
}

std::string most_telling(const std::vector<std::string>& extras, const std::vector<std::string>& written) {
  const auto among_extras = [&](const std::string& word) { return std::ranges::find(extras, word) != extras.end(); };
  for (const std::string_view flag : router_flags) {
    for (const std::string& word : extras) {
      if (word.substr(0, word.find('=')) == flag) return word;
    }
  }
  const auto first = std::ranges::find_if(written, among_extras);
  return first == written.end() ? extras.front() : *first;
}

std::string explain_command(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = fmt::format("commands are {}; see `atomesh --help`", fmt::join(names, ", "));
  return fmt::format("atomesh: error: unknown command '{}' [usage]\n    hint: {}\n", word, hint);
}

}  // namespace atomesh
