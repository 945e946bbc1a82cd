// Rules about the processes of one deployment together.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "rules.hpp"

namespace atomesh {
namespace {

/// What prefill and decode must agree on for KV blocks to mean the same to both; TP may differ.
struct Agreement {
  std::string_view dest;
  std::string_view name;
  std::string_view fallback;  ///< what ATOM takes if the option is not given
};
constexpr std::array<Agreement, 5> agreements = {{{"model", "the model", ""},
                                                  {"block_size", "the block size", "16"},
                                                  {"kv_cache_dtype", "the KV cache's type", "bf16"},
                                                  {"method", "the speculative method", ""},
                                                  {"num_speculative_tokens", "the number of speculative tokens", ""}}};

std::string shown(const std::optional<OptionValue>& option) { return option ? option->value : "not given"; }

Place place_of_option(const Plan& plan, const std::optional<OptionValue>& option) {
  return option ? option->place : plan.argv.front().origin.where;
}

void add_disagreement(const Plan& prefill, const Plan& decode, std::string_view name,
                      const std::optional<OptionValue>& a, const std::optional<OptionValue>& b,
                      Diagnostics& diagnostics) {
  const Place prefill_place = place_of_option(prefill, a);
  const Place decode_place = place_of_option(decode, b);
  const bool at_decode = decode_place.source != nullptr || prefill_place.source == nullptr;
  diagnostics.add("pair-disagrees", at_decode ? decode_place : prefill_place,
                  fmt::format("prefill and decode of {} disagree on {}: {} ({}) and {} ({})", decode.model, name,
                              shown(a), describe(prefill_place), shown(b), describe(decode_place)),
                  "give both the same value");
}

std::optional<OptionValue> connector_of(const Plan& plan) {
  auto option = find_option(plan, "kv_transfer_config");
  if (!option || !json::check_object(option->value).message.empty()) return std::nullopt;
  for (const json::Member& member : json::members(option->value)) {
    if (member.key == "kv_connector") return OptionValue{option->dest, member.key, member.value, option->place};
  }
  return std::nullopt;
}

long long number_of(const Plan& plan, std::string_view dest) {
  const auto option = find_option(plan, dest);
  return option ? parse_integer(option->value).value_or(0) : 0;
}

/// The largest number of a list such as [1,2,4]; 0 if there is none.
long long largest_size(std::string_view list) {
  long long largest = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of("[], "), list.size());
    largest = std::max(largest, parse_integer(list.substr(0, end)).value_or(0));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return largest;
}

}  // namespace

void check_pair(const Plan& prefill, const Plan& decode, Diagnostics& diagnostics) {
  for (const Agreement& agreement : agreements) {
    const auto a = find_option(prefill, agreement.dest);
    const auto b = find_option(decode, agreement.dest);
    const std::string_view in_prefill = a ? std::string_view(a->value) : agreement.fallback;
    const std::string_view in_decode = b ? std::string_view(b->value) : agreement.fallback;
    if (in_prefill != in_decode) add_disagreement(prefill, decode, agreement.name, a, b, diagnostics);
  }
  const auto a = connector_of(prefill);
  const auto b = connector_of(decode);
  if (shown(a) != shown(b)) add_disagreement(prefill, decode, "the KV connector", a, b, diagnostics);
}

void check_capacity(const yaml::Document& document, const Point& point, const Plan& prefill, const Plan& decode,
                    Diagnostics& diagnostics) {
  const long long largest = *std::ranges::max_element(point.concurrency);
  const char* key = point.node->find("conc-list") != nullptr ? "conc-list" : "conc-end";
  const Place where = place_of(document, *point.node, key);
  if (const long long seqs = number_of(prefill, "max_num_seqs"); largest > seqs) {
    diagnostics.add(
        "over-prefill-seqs", where,
        fmt::format("concurrency {} is above prefill's max_num_seqs {}: requests wait there", largest, seqs));
  }
  const auto sizes = find_option(decode, "cudagraph_capture_sizes");
  if (const long long size = sizes ? largest_size(sizes->value) : 0; size > 0 && largest > size) {
    diagnostics.add("over-capture-sizes", where,
                    fmt::format("concurrency {} is above decode's largest captured graph, {}: larger batches run eager",
                                largest, size));
  }
  if (!point.isl || !point.osl) return;
  for (const Plan* plan : {&prefill, &decode}) {
    const auto limit = find_option(*plan, "max_model_len");
    const auto length = limit ? parse_integer(limit->value) : std::nullopt;
    if (!length || *point.isl <= *length - *point.osl) continue;
    diagnostics.add("over-model-len", where,
                    fmt::format("isl {} + osl {} is above max_model_len {} of {} ({})", *point.isl, *point.osl, *length,
                                to_string(plan->role), describe(limit->place)),
                    "raise max_model_len, or shorten the sequences");
  }
}

void review_recipe(const yaml::Document& document, const Recipe& recipe, Diagnostics& diagnostics) {
  const std::size_t slash = recipe.image.rfind('/');
  const std::size_t colon = recipe.image.find(':', slash == std::string::npos ? 0 : slash);
  const bool digest = recipe.image.find('@') != std::string::npos;
  const std::string tag = colon == std::string::npos ? "" : recipe.image.substr(colon + 1);
  if (!digest && (tag.empty() || tag == "latest")) {
    diagnostics.add("image-tag", place_of(document, *recipe.node, "image"),
                    fmt::format("image '{}' {}: what runs changes from day to day", recipe.image,
                                tag.empty() ? "has no tag" : "is tagged latest"),
                    "name a dated tag or a digest");
  }
  if (recipe.framework != atom_disagg) return;
  const bool unnamed =
      std::ranges::any_of(recipe.points, [&](const Point& p) { return router_of(recipe, p) == nullptr; });
  if (unnamed) {
    diagnostics.add("router-version-missing", yaml::place(document, *recipe.name_node),
                    fmt::format("recipe '{}' does not name its router and version", recipe.name),
                    "add router: { name: atomesh, version: \"<commit>\" }");
  }
}

}  // namespace atomesh
