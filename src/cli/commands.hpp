// The commands of atomesh: one row and one file for each.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/request.hpp"
#include "atomesh/variables.hpp"
#include "option_set.hpp"

namespace atomesh {

/// What a command gets besides its options.
struct Invocation {
  Environment environment;
  std::vector<std::string> trailing;  ///< the words after `--`
};

/// Runs a command with the options that were parsed; the exit code.
using Action = std::function<int(const Invocation&)>;

struct Command {
  std::string_view name;
  std::string_view description;
  std::string_view examples;
  /// Declares the options, and returns what to do once they are parsed.
  Action (*declare)(OptionSet& set);
};

inline constexpr std::string_view program_description =
    "Launches ATOM servers and the router of a prefill/decode-disaggregated deployment";

/// In the order of the help.
std::span<const Command> commands();

/// The two files.
void add_file_options(OptionSet& set, Request& request);
/// Everything else that decides what a process gets.
void add_plan_options(OptionSet& set, Request& request);
/// What is wrong with the combination of a request's options: the usage error to print; empty: nothing.
std::string find_misuse(const Request& request);
/// The request that options of plans and files make, as words_of writes them. Nothing if they are not understood.
std::optional<Request> parse_request(const std::vector<std::string>& words);

Action declare_launch(OptionSet& set);
Action declare_run_node(OptionSet& set);
Action declare_print_args(OptionSet& set);
Action declare_plan(OptionSet& set);
Action declare_validate(OptionSet& set);
Action declare_sbatch(OptionSet& set);
Action declare_host_ip(OptionSet& set);
Action declare_list(OptionSet& set);
Action declare_show(OptionSet& set);
Action declare_schema(OptionSet& set);
Action declare_completion(OptionSet& set);
Action declare_diff(OptionSet& set);
Action declare_man(OptionSet& set);

}  // namespace atomesh
