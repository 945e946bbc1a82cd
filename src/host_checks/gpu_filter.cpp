#include "gpu_filter.hpp"

#include <algorithm>
#include <optional>

#include "atomesh/text.hpp"

namespace atomesh::host_checks {
namespace {

constexpr std::string_view uuid_prefix = "gpu-";

bool is_uuid(std::string_view lowered) {
  return lowered.starts_with(uuid_prefix) && lowered.size() > uuid_prefix.size() &&
         lowered.find_first_not_of("0123456789abcdef", uuid_prefix.size()) == std::string_view::npos;
}

/// Position of the only GPU whose UUID begins so.
std::optional<std::size_t> find_uuid(std::string_view lowered, const std::vector<Gpu>& gpus) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (!lower(gpus[i].uuid).starts_with(lowered)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

std::optional<std::size_t> find_index(long long index, const std::vector<Gpu>& gpus) {
  if (index < 0 || static_cast<std::size_t>(index) >= gpus.size()) return std::nullopt;
  return static_cast<std::size_t>(index);
}

void add_entry(std::string_view entry, const std::vector<Gpu>& gpus, Choice& choice) {
  const std::string lowered = lower(entry);
  const auto index = parse_integer(entry);
  if (!index && !is_uuid(lowered)) {
    choice.malformed.emplace_back(entry);
    return;
  }
  const auto at = index ? find_index(*index, gpus) : find_uuid(lowered, gpus);
  if (!at) {
    choice.missing.emplace_back(entry);
  } else if (std::ranges::find(choice.gpus, gpus[*at].number, &Gpu::number) != choice.gpus.end()) {
    choice.repeated.emplace_back(entry);
  } else {
    choice.gpus.push_back(gpus[*at]);
  }
}

}  // namespace

Choice choose_gpus(std::string_view value, const std::vector<Gpu>& gpus) {
  Choice choice;
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t comma = std::min(value.find(',', from), value.size());
    add_entry(trim(value.substr(from, comma - from)), gpus, choice);
    from = comma + 1;
  }
  return choice;
}

}  // namespace atomesh::host_checks
