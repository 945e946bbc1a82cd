// ATOM's own options by image date, and what Python's argparse makes of an argv. The tables are
// configs/atom-args/*.json, embedded when the project is built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

enum class Arity : std::uint8_t {
  none,            ///< a switch
  boolean,         ///< a pair: `--x` and `--no-x`
  value,           ///< one value
  optional_value,  ///< a value or none
};

/// What the server makes of a value: Python's str, int, float or json.loads.
enum class ValueType : std::uint8_t { text, integer, floating, json };

/// One option; two with the same `dest`, in one table or in two, are the same setting.
struct Option {
  std::span<const std::string_view> names;
  std::string_view dest;
  Arity arity = Arity::none;
  ValueType type = ValueType::text;
  std::span<const std::string_view> choices;  ///< empty: any value
};

/// The options of `atom.entrypoints.openai_server`, and the environment variables that ATOM reads, at one commit.
struct OptionTable {
  std::string_view date;  ///< YYYY-MM-DD
  std::string_view commit;
  std::span<const Option> options;
  std::span<const std::string_view> env_names;
};

/// All tables, by date.
std::span<const OptionTable> option_tables();

/// The table of exactly this date, or null.
const OptionTable* find_table(std::string_view date);

/// The environment variables that ATOM reads at this date; empty for a date without a table.
std::span<const std::string_view> env_names(std::string_view date);

/// A table read from a file. It owns all that its `table` views; views stay good when it is moved.
struct LoadedOptionTable {
  OptionTable table;
  std::deque<std::string> texts;
  std::deque<std::vector<std::string_view>> lists;
  std::vector<Option> options;

  LoadedOptionTable() = default;
  LoadedOptionTable(LoadedOptionTable&&) = default;
  LoadedOptionTable& operator=(LoadedOptionTable&&) = default;
  LoadedOptionTable(const LoadedOptionTable&) = delete;
  LoadedOptionTable& operator=(const LoadedOptionTable&) = delete;
  ~LoadedOptionTable() = default;
};

/// Reads a table as scripts/dump_atom_args.py writes it, and configs/atom-args holds it. The names of environment
/// variables are the optional list `env_names`; without it the table has none, which says nothing about what ATOM
/// reads. Errors, all of a file that is JSON: bad-option-table. JSON that YAML does not read (`\ud83d\ude00`) gets the
/// errors of yaml::parse.
std::optional<LoadedOptionTable> read_option_table(const SourcePtr& source, Diagnostics& diagnostics);

/// Which setting an argv word gives, over all tables: its `dest`. Aliases, `--x=value`, dashes for underscores,
/// `--no-x` and unambiguous abbreviations count. For an option of no table the name itself, with dashes and without
/// value and `no-`; empty for a word that is not an option.
std::string flag_identity(std::string_view word);

/// One option in an argv.
struct OptionUse {
  std::size_t index = 0;
  std::string identity;
};

/// The options of an argv in order. `python3 -m module` may stand before them. Words after `--` are no options.
std::vector<OptionUse> find_options(std::span<const std::string> argv);

enum class ArgFault : std::uint8_t {
  unknown_option,
  other_date,    ///< an option, or a spelling of one, that another table has
  abbreviation,  ///< argparse accepts it while it is unique
  ambiguous,     ///< the beginning of several spellings
  help,          ///< the server would print its help and exit with 0
  missing_value,
  surplus_value,
  bare_word,
  wrong_type,
  wrong_choice,
  bad_json,
  repeated,  ///< argparse keeps the last
};

/// What is wrong with the word at `index`.
struct ArgFinding {
  std::size_t index = 0;
  ArgFault fault = ArgFault::unknown_option;
  std::string message;
  std::string hint;
};

/// True if the server refuses to start; it accepts abbreviations and repetitions.
bool is_fatal(ArgFault fault);

/// Reads the argv as the argparse of Python 3.11 does, and reports everything that it would refuse, or accept in
/// a way that surprises, by index. `python3 -m module` may stand before the options. A word after an unknown option is
/// taken for its value and not reported.
std::vector<ArgFinding> check_argv(std::span<const std::string> argv, const OptionTable& table);

}  // namespace atomesh
