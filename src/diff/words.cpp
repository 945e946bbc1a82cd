#include "words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "atomesh/flags.hpp"
#include "atomesh/words.hpp"

namespace atomesh::diff {
namespace {

/// The router's options are not the server's, though some sound like them: only spelling counts.
std::vector<OptionUse> router_options(std::span<const std::string> argv) {
  std::vector<OptionUse> uses;
  for (std::size_t i = 1; i < argv.size() && argv[i] != "--"; ++i) {
    if (!argv[i].starts_with("--")) continue;
    std::string name = argv[i].substr(0, argv[i].find('='));
    std::ranges::replace(name, '_', '-');
    uses.push_back({i, std::move(name)});
  }
  return uses;
}

const Option* option_of(std::string_view key) {
  for (const OptionTable& table : option_tables()) {
    const auto found = std::ranges::find(table.options, key, &Option::dest);
    if (found != table.options.end()) return &*found;
  }
  return nullptr;
}

bool is_negation(std::string_view name) { return name.starts_with("--no-") || name.starts_with("--no_"); }

/// The option at the front of `words`, with all that stands behind it.
Setting read_setting(const OptionUse& use, std::span<const std::string> words) {
  const std::string& word = words.front();
  const std::size_t equals = word.find('=');
  Setting setting{use.identity, word.substr(0, equals), {}};
  std::vector<std::string> values;
  if (equals != std::string::npos) values.push_back(word.substr(equals + 1));
  values.insert(values.end(), words.begin() + 1, words.end());
  const Option* option = option_of(use.identity);
  const bool pair = option != nullptr ? option->arity == Arity::boolean : is_negation(setting.name);
  if (pair && values.empty()) values.emplace_back(is_negation(setting.name) ? "false" : "true");
  if (pair && is_negation(setting.name)) setting.name.erase(2, 3);
  setting.values.push_back(values.size() == 1 ? values.front() : join_words(values));
  return setting;
}

void add_setting(Words& words, Setting setting, bool every_value) {
  const auto found = std::ranges::find(words.settings, setting.key, &Setting::key);
  if (found == words.settings.end()) {
    words.settings.push_back(std::move(setting));
  } else if (every_value) {
    found->values.push_back(setting.values.front());
  } else {
    *found = std::move(setting);
  }
}

bool parse_number(std::string_view text, double& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Words read_words(const Plan& plan) {
  const std::vector<std::string> argv = argv_of(plan);
  const std::span<const std::string> all(argv);
  const bool router = plan.role == Role::router;
  const std::vector<OptionUse> uses = router ? router_options(all) : find_options(all);
  const std::size_t own_end = static_cast<std::size_t>(std::ranges::find(argv, "--") - argv.begin());
  Words words;
  words.command = join_words(all.first(uses.empty() ? own_end : uses.front().index));
  words.rest = join_words(all.subspan(own_end));
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::size_t end = i + 1 < uses.size() ? uses[i + 1].index : own_end;
    add_setting(words, read_setting(uses[i], all.subspan(uses[i].index, end - uses[i].index)), router);
  }
  return words;
}

bool same_number(std::string_view key, std::string_view before, std::string_view after) {
  const Option* option = option_of(key);
  if (option == nullptr || (option->type != ValueType::integer && option->type != ValueType::floating)) return false;
  double a = 0;
  double b = 0;
  return parse_number(before, a) && parse_number(after, b) && a == b;
}

ChangeClass class_of_option(std::string_view key, std::string_view path) {
  constexpr auto must_match = std::to_array<std::string_view>(
      {"model", "hf_overrides", "tensor_parallel_size", "pipeline_parallel_size", "data_parallel_size",
       "decode_context_parallel_size", "prefill_context_parallel_size", "dcp_config", "enable_dp_attention",
       "enable_expert_parallel", "online_quant_config", "kv_cache_dtype", "index_cache_dtype", "block_size", "method",
       "num_speculative_tokens", "draft_model", "dspark_config", "kv_transfer_config"});
  // Which end of the connection this is, and where the peers are, is not what the connector is.
  constexpr auto ends = std::to_array<std::string_view>(
      {"kv_role", "proxy_ip", "kv_ip", "handshake_port", "proxy_ping_port", "http_port", "notify_port", "kv_port"});
  if (std::ranges::find(must_match, key) == must_match.end()) return ChangeClass::tuning;
  if (std::ranges::find(ends, path) != ends.end()) return ChangeClass::tuning;
  return ChangeClass::must_match;
}

}  // namespace atomesh::diff
