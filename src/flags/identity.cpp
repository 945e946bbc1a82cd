// Options over all tables: what an argv sets, whatever the date.
#include "identity.hpp"

#include <algorithm>

#include "argparse.hpp"

namespace atomesh {
namespace {

/// The name with dashes for underscores.
std::string dashed(std::string_view name) {
  std::string result(name);
  std::replace(result.begin(), result.end(), '_', '-');
  return result;
}

char dashed(char c) { return c == '_' ? '-' : c; }

/// True if `name`, with dashes for underscores, begins with `dashes`; compared in place, because every option of every
/// table is asked for every word.
bool begins_dashed(std::string_view name, std::string_view dashes) {
  return name.size() >= dashes.size() &&
         std::equal(dashes.begin(), dashes.end(), name.begin(), [](char a, char b) { return a == dashed(b); });
}

template <typename Accept>
const Option* find_option(Accept accept) {
  for (const OptionTable& table : option_tables()) {
    for (const Option& option : table.options) {
      if (std::any_of(option.names.begin(), option.names.end(), accept)) return &option;
    }
  }
  return nullptr;
}

/// The one setting whose names begin so, over all tables; null where there are two.
const Option* find_abbreviated(const std::string& name) {
  const Option* found = nullptr;
  for (const OptionTable& table : option_tables()) {
    for (const Option& option : table.options) {
      const bool match = std::any_of(option.names.begin(), option.names.end(),
                                     [&name](std::string_view candidate) { return begins_dashed(candidate, name); });
      if (!match) continue;
      if (found != nullptr && found->dest != option.dest) return nullptr;
      found = &option;
    }
  }
  return found;
}

}  // namespace

const Option* find_any_date(std::string_view name) {
  const std::string wanted = dashed(name);
  const Option* exact = find_option([&wanted](std::string_view candidate) {
    return candidate.size() == wanted.size() && begins_dashed(candidate, wanted);
  });
  return exact != nullptr ? exact : find_abbreviated(wanted);
}

std::size_t options_begin(std::span<const std::string> argv) {
  if (argv.empty() || argv[0].starts_with('-')) return 0;
  for (std::size_t i = 1; i + 1 < argv.size() && argv[i].starts_with('-'); ++i) {
    if (argv[i] == "-m") return i + 2;
  }
  return 0;
}

const OptionTable* find_table(std::string_view date) {
  const auto tables = option_tables();
  const auto found =
      std::find_if(tables.begin(), tables.end(), [date](const OptionTable& table) { return table.date == date; });
  return found == tables.end() ? nullptr : &*found;
}

std::span<const std::string_view> env_names(std::string_view date) {
  const OptionTable* table = find_table(date);
  return table == nullptr ? std::span<const std::string_view>() : table->env_names;
}

std::string flag_identity(std::string_view word) {
  if (!word.starts_with('-') || word == "--" || looks_negative(word)) return {};
  const std::string_view name = name_part(word);
  if (const Option* option = find_any_date(name)) return std::string(option->dest);
  if (word.find(' ') != std::string_view::npos) return {};
  const std::string unknown = dashed(name);
  constexpr std::string_view negation = "--no-";
  return unknown.starts_with(negation) ? "--" + unknown.substr(negation.size()) : unknown;
}

std::vector<OptionUse> find_options(std::span<const std::string> argv) {
  std::vector<OptionUse> uses;
  // Values need no skipping: argparse takes no word that looks like an option for a value.
  for (std::size_t i = options_begin(argv); i < argv.size() && argv[i] != "--"; ++i) {
    if (std::string identity = flag_identity(argv[i]); !identity.empty()) uses.push_back({i, std::move(identity)});
  }
  return uses;
}

}  // namespace atomesh
