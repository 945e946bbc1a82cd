// An option table from a file, which may say anything.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "atomesh/flags.hpp"
#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {
namespace {

using yaml::Kind;
using yaml::Node;

constexpr auto way_out = "write it with scripts/dump_atom_args.py inside of the image";
constexpr auto table_keys =
    std::to_array<std::string_view>({"server", "atom_commit", "atom_date", "options", "env_names"});
constexpr auto option_keys =
    std::to_array<std::string_view>({"options", "dest", "kind", "type", "nargs", "choices", "default"});

template <typename Value>
struct Word {
  std::string_view word;
  Value value;
};
constexpr auto kinds =
    std::to_array<Word<Arity>>({{"switch", Arity::none}, {"bool", Arity::boolean}, {"value", Arity::value}});
constexpr auto types = std::to_array<Word<ValueType>>({{"str", ValueType::text},
                                                       {"int", ValueType::integer},
                                                       {"float", ValueType::floating},
                                                       {"loads", ValueType::json}});

template <typename Words>
std::string listed(const Words& words) {
  std::string text;
  for (const auto& entry : words) text += fmt::format("{}{}", text.empty() ? "" : ", ", entry.word);
  return text;
}

bool is_text(const Node& node) { return node.kind == Kind::scalar && node.quoted; }

std::string kind_of(const Node& node) {
  switch (node.kind) {
    case Kind::null:
      return "null";
    case Kind::sequence:
      return "a list";
    case Kind::mapping:
      return "an object";
    case Kind::scalar:
      break;
  }
  return node.quoted ? "a text" : node.text;
}

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  return value;
}

/// YYYY-MM-DD, and a day of the calendar.
bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8));
  if (!year || !month || !day) return false;
  using namespace std::chrono;
  return year_month_day(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                        std::chrono::day(static_cast<unsigned>(*day)))
      .ok();
}

bool is_option_name(std::string_view name) {
  return name.starts_with('-') && name.find_first_not_of('-') != std::string_view::npos &&
         name.find_first_of(" =") == std::string_view::npos;
}

class TableReader {
 public:
  TableReader(const yaml::Document& document, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}
  LoadedOptionTable read();

 private:
  void add(const Node& node, std::string message) {
    diagnostics_.add("bad-option-table", yaml::place(document_, node), label_ + std::move(message), way_out);
  }
  std::string_view keep(const std::string& text) { return loaded_.texts.emplace_back(text); }

  void check_keys(const Node& object, std::span<const std::string_view> known);
  const Node* member(const Node& object, std::string_view key);
  std::string_view text(const Node& object, std::string_view key);
  std::span<const std::string_view> list(const Node& node, std::string_view key);
  template <typename Words>
  auto word(const Node& node, std::string_view key, const Words& words) -> decltype(words[0].value);

  void read_options(const Node& list);
  Option read_option(const Node& object);
  std::span<const std::string_view> read_names(const Node& node);
  Arity read_arity(const Node& object);
  void read_env_names(const Node& node);

  const yaml::Document& document_;
  Diagnostics& diagnostics_;
  LoadedOptionTable loaded_;
  std::string label_;  ///< the option that is being read, before every message
  std::map<std::string_view, int> lines_of_names_;
};

void TableReader::check_keys(const Node& object, std::span<const std::string_view> known) {
  for (const yaml::Entry& entry : object.entries) {
    if (std::ranges::find(known, entry.key->text) != known.end()) continue;
    add(*entry.key, fmt::format("unknown key '{}'", entry.key->text));
  }
}

const Node* TableReader::member(const Node& object, std::string_view key) {
  const Node* node = object.find(key);
  if (node == nullptr) add(object, fmt::format("'{}' is missing", key));
  return node;
}

std::string_view TableReader::text(const Node& object, std::string_view key) {
  const Node* node = member(object, key);
  if (node == nullptr) return {};
  if (!is_text(*node)) {
    add(*node, fmt::format("'{}' must be a text, not {}", key, kind_of(*node)));
  } else if (node->text.empty()) {
    add(*node, fmt::format("'{}' is empty", key));
  }
  return keep(node->text);
}

std::span<const std::string_view> TableReader::list(const Node& node, std::string_view key) {
  std::vector<std::string_view>& texts = loaded_.lists.emplace_back();
  if (node.kind != Kind::sequence) {
    add(node, fmt::format("'{}' must be a list, not {}", key, kind_of(node)));
  } else if (node.items.empty()) {
    add(node, fmt::format("'{}' is an empty list", key));
  }
  for (const Node* item : node.items) {
    if (!is_text(*item)) add(*item, fmt::format("'{}' must hold texts, not {}", key, kind_of(*item)));
    texts.push_back(keep(item->text));
  }
  return texts;
}

/// What the word stands for; the first of `words` after an error.
template <typename Words>
auto TableReader::word(const Node& node, std::string_view key, const Words& words) -> decltype(words[0].value) {
  const auto found = std::ranges::find_if(words, [&node](const auto& entry) { return entry.word == node.text; });
  if (is_text(node) && found != words.end()) return found->value;
  const std::string written = is_text(node) ? fmt::format("'{}'", node.text) : kind_of(node);
  add(node, fmt::format("{} {} is none of {}", key, written, listed(words)));
  return words[0].value;
}

LoadedOptionTable TableReader::read() {
  const Node& root = *document_.root;
  check_keys(root, table_keys);
  loaded_.table.commit = text(root, "atom_commit");
  loaded_.table.date = text(root, "atom_date");
  if (const Node* date = root.find("atom_date"); date != nullptr && is_text(*date) && !date->text.empty()) {
    if (!is_date(date->text)) add(*date, fmt::format("'atom_date' is '{}', not a date like 2026-08-22", date->text));
  }
  if (const Node* options = member(root, "options")) read_options(*options);
  if (const Node* names = root.find("env_names")) read_env_names(*names);
  return std::move(loaded_);
}

void TableReader::read_options(const Node& list) {
  if (list.kind != Kind::sequence) {
    add(list, fmt::format("'options' must be a list, not {}", kind_of(list)));
  } else if (list.items.empty()) {
    add(list, "'options' is an empty list: the table has no option");
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node& item = *list.items[i];
    const Node* dest = item.find("dest");
    label_ = dest != nullptr && is_text(*dest) && !dest->text.empty() ? fmt::format("option '{}': ", dest->text)
                                                                      : fmt::format("option {}: ", i + 1);
    if (item.kind == Kind::mapping) {
      loaded_.options.push_back(read_option(item));
    } else {
      add(item, fmt::format("must be an object, not {}", kind_of(item)));
    }
  }
  label_.clear();
  loaded_.table.options = loaded_.options;
}

Option TableReader::read_option(const Node& object) {
  check_keys(object, option_keys);
  Option option;
  if (const Node* names = member(object, "options")) option.names = read_names(*names);
  option.dest = text(object, "dest");
  option.arity = read_arity(object);
  const Node* type = object.find("type");
  if (type != nullptr && type->kind != Kind::null) option.type = word(*type, "type", types);
  const Node* choices = object.find("choices");
  if (choices != nullptr && choices->kind != Kind::null) option.choices = list(*choices, "choices");
  return option;
}

std::span<const std::string_view> TableReader::read_names(const Node& node) {
  const std::span<const std::string_view> names = list(node, "options");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Node& item = *node.items[i];
    if (!is_text(item)) continue;
    if (!is_option_name(names[i])) add(item, fmt::format("'{}' is not the name of an option", names[i]));
    const auto [before, is_new] = lines_of_names_.try_emplace(names[i], item.mark.line);
    if (!is_new) add(item, fmt::format("the name '{}' stands in line {} already", names[i], before->second));
  }
  return names;
}

Arity TableReader::read_arity(const Node& object) {
  const Node* kind = member(object, "kind");
  if (kind == nullptr) return Arity::none;
  const std::size_t errors_before = diagnostics_.error_count();
  const Arity arity = word(*kind, "kind", kinds);
  const Node* nargs = object.find("nargs");
  if (nargs == nullptr || nargs->kind == Kind::null) return arity;
  if (!is_text(*nargs) || nargs->text != "?") {
    const std::string written = is_text(*nargs) ? fmt::format("'{}'", nargs->text) : kind_of(*nargs);
    add(*nargs, fmt::format("nargs {} is neither null nor '?'", written));
  } else if (arity != Arity::value && diagnostics_.error_count() == errors_before) {
    add(*nargs, fmt::format("nargs '?' does not go with the kind '{}'", kind->text));
  }
  return Arity::optional_value;
}

void TableReader::read_env_names(const Node& node) {
  loaded_.table.env_names = list(node, "env_names");
  for (const Node* item : node.items) {
    if (!is_text(*item) || is_env_name(item->text)) continue;
    add(*item, fmt::format("'{}' is not the name of an environment variable", item->text));
  }
}

/// The place of a byte of the source.
Place place_of_byte(const SourcePtr& source, std::size_t offset) {
  const std::string_view before = std::string_view(source->text).substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  const auto characters = static_cast<std::ptrdiff_t>(line.size()) - std::ranges::count_if(line, continues);
  const Mark mark{1 + static_cast<int>(std::ranges::count(before, '\n')), 1 + static_cast<int>(characters)};
  return {source, mark, 1, {}};
}

/// JSON has tabs between its tokens only, where YAML has none.
SourcePtr without_tabs(const SourcePtr& source) {
  if (source->text.find('\t') == std::string::npos) return source;
  auto copy = std::make_shared<Source>(*source);
  std::ranges::replace(copy->text, '\t', ' ');
  return copy;
}

}  // namespace

std::optional<LoadedOptionTable> read_option_table(const SourcePtr& source, Diagnostics& diagnostics) {
  if (const json::Fault fault = json::check_object(source->text); !fault.message.empty()) {
    diagnostics.add("bad-option-table", place_of_byte(source, fault.offset), "JSON: " + fault.message, way_out);
    return std::nullopt;
  }
  const std::size_t errors_before = diagnostics.error_count();
  // JSON is YAML, and the yaml room knows the place of every value.
  const auto document = yaml::parse(without_tabs(source), diagnostics);
  if (!document) return std::nullopt;
  LoadedOptionTable table = TableReader(*document, diagnostics).read();
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  return table;
}

}  // namespace atomesh
