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

std::string shown(const OptionValue* option) { return option != nullptr ? option->value : "not given"; }

Place place_of_option(const Plan& plan, const OptionValue* option) {
  return option != nullptr ? option->place : plan.argv.front().origin.where;
}

void add_disagreement(const Plan& prefill, const Plan& decode, std::string_view name, const OptionValue* a,
                      const OptionValue* b, Diagnostics& diagnostics) {
  const Place prefill_place = place_of_option(prefill, a);
  const Place decode_place = place_of_option(decode, b);
  const bool at_decode = decode_place.source != nullptr || prefill_place.source == nullptr;
  diagnostics.add("pair-disagrees", at_decode ? decode_place : prefill_place,
                  fmt::format("prefill and decode of {} disagree on {}: {} ({}) and {} ({})", decode.model, name,
                              shown(a), describe(prefill_place), shown(b), describe(decode_place)),
                  "give both the same value");
}

constexpr const char* connector_key = "kv_connector";

const OptionValue* pointer_to(const std::optional<OptionValue>& option) { return option ? &*option : nullptr; }

/// The KV connector, placed at the whole option: where in it costs a search that only a disagreement is worth.
std::optional<OptionValue> connector_of(const CheckedProcess& process) {
  const OptionValue* option = process.options.find("kv_transfer_config");
  if (option == nullptr || !json::check_object(option->value).message.empty()) return std::nullopt;
  for (const json::Member& member : json::members(option->value)) {
    if (member.key == connector_key) return OptionValue{option->dest, member.key, member.value, option->place};
  }
  return std::nullopt;
}

long long number_of(const CheckedProcess& process, std::string_view dest) {
  const OptionValue* option = process.options.find(dest);
  return option != nullptr ? parse_integer(option->value).value_or(0) : 0;
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

void check_pair(const CheckedProcess& prefill, const CheckedProcess& decode, Documents documents,
                Diagnostics& diagnostics) {
  for (const Agreement& agreement : agreements) {
    const OptionValue* a = prefill.options.find(agreement.dest);
    const OptionValue* b = decode.options.find(agreement.dest);
    const std::string_view in_prefill = a != nullptr ? std::string_view(a->value) : agreement.fallback;
    const std::string_view in_decode = b != nullptr ? std::string_view(b->value) : agreement.fallback;
    if (in_prefill != in_decode) add_disagreement(prefill.plan, decode.plan, agreement.name, a, b, diagnostics);
  }
  auto a = connector_of(prefill);
  auto b = connector_of(decode);
  if (shown(pointer_to(a)) == shown(pointer_to(b))) return;
  for (auto* connector : {&a, &b}) {
    if (*connector) (*connector)->place = member_places(documents, **connector, {connector_key}).value;
  }
  add_disagreement(prefill.plan, decode.plan, "the KV connector", pointer_to(a), pointer_to(b), diagnostics);
}

void check_capacity(const yaml::Document& document, const Point& point, const CheckedProcess& prefill,
                    const CheckedProcess& decode, Diagnostics& diagnostics) {
  const long long largest = *std::ranges::max_element(point.concurrency);
  const char* key = point.node->find("conc-list") != nullptr ? "conc-list" : "conc-end";
  const Place where = place_of(document, *point.node, key);
  if (const long long seqs = number_of(prefill, "max_num_seqs"); largest > seqs) {
    diagnostics.add(
        "over-prefill-seqs", where,
        fmt::format("concurrency {} is above prefill's max_num_seqs {}: requests wait there", largest, seqs));
  }
  const OptionValue* sizes = decode.options.find("cudagraph_capture_sizes");
  if (const long long size = sizes != nullptr ? largest_size(sizes->value) : 0; size > 0 && largest > size) {
    diagnostics.add("over-capture-sizes", where,
                    fmt::format("concurrency {} is above decode's largest captured graph, {}: larger batches run eager",
                                largest, size));
  }
  if (!point.isl || !point.osl) return;
  for (const CheckedProcess* process : {&prefill, &decode}) {
    const OptionValue* limit = process->options.find("max_model_len");
    const auto length = limit != nullptr ? parse_integer(limit->value) : std::nullopt;
    if (!length || *point.isl <= *length - *point.osl) continue;
    diagnostics.add("over-model-len", where,
                    fmt::format("isl {} + osl {} is above max_model_len {} of {} ({})", *point.isl, *point.osl, *length,
                                to_string(process->plan.role), describe(limit->place)),
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
