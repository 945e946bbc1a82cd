// What keeps workers of one node apart: GPUs, ports of data parallelism, caches.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

using Current = std::function<std::string(const std::string&)>;

constexpr const char* gpu_variable = "HIP_VISIBLE_DEVICES";
constexpr const char* cuda_variable = "CUDA_VISIBLE_DEVICES";

struct CacheVariable {
  const char* name;
  const char* directory;
};

/// Whatever a server compiles or downloads on its way up; two that write to one place break each other's files.
constexpr CacheVariable cache_variables[] = {{"HOME", "home"},
                                             {"XDG_CACHE_HOME", "cache"},
                                             {"TORCHINDUCTOR_CACHE_DIR", "inductor"},
                                             {"TRITON_CACHE_DIR", "triton"},
                                             {"AITER_JIT_DIR", "aiter"},
                                             {"FLYDSL_RUNTIME_CACHE_DIR", "flydsl"}};

struct PortVariable {
  const char* name;
  int first;
};

/// ATOM counts up from each, so that the next worker's begin a good way behind.
constexpr PortVariable port_variables[] = {{"ATOM_DP_MASTER_PORT", 29500}, {"ATOM_DP_BASE_PORT", 29600}};
constexpr long long ports_of_a_worker = 200;

std::vector<std::string> counted(std::size_t gpus) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < gpus; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

/// The GPUs that the node's workers share, as HIP_VISIBLE_DEVICES names them, and the variable that says so.
struct Visible {
  std::vector<std::string> gpus;
  std::string chosen_by;  ///< empty: nothing hides any
  std::string value;
};

/// HIP reads CUDA's variable in the absence of its own, and counts among what ROCR's leaves.
Visible visible_gpus(const Deployment& deployment, const Current& current) {
  for (const char* name : {gpu_variable, cuda_variable}) {
    const std::string list = current(name);
    if (!list.empty()) return {split_list(list), name, list};
  }
  const std::string rocr = current("ROCR_VISIBLE_DEVICES");
  if (!rocr.empty()) return {counted(split_list(rocr).size()), "ROCR_VISIBLE_DEVICES", rocr};
  return {counted(static_cast<std::size_t>(deployment.gpus_per_node.value)), "", ""};
}

/// Ours to decide, because of the layout.
Origin placed(const Deployment& deployment, const char* name) {
  return {Layer::built_in, deployment.layout.origin.where, name, {}};
}

void add_gpus(const Deployment& deployment, const Worker& worker, const Current& current,
              std::vector<EnvChange>& changes, Diagnostics& diagnostics) {
  const Visible visible = visible_gpus(deployment, current);
  const auto mates = deployment.placement();
  const Worker& last = mates.on(worker.node).back();
  const auto needed = static_cast<std::size_t>(last.first_gpu) + static_cast<std::size_t>(last.gpus);
  if (visible.gpus.size() < needed) {
    if (visible.chosen_by.empty()) return;  // the deployment as a whole has been refused
    diagnostics.add(
        "gpus-not-visible", label("env " + visible.chosen_by),
        fmt::format("{}={} leaves {} GPU{}, and the workers of rank {} need {}", visible.chosen_by, visible.value,
                    visible.gpus.size(), visible.gpus.size() == 1 ? "" : "s", worker.node, needed),
        "make more GPUs visible, or unset it");
    return;
  }
  const auto first = visible.gpus.begin() + worker.first_gpu;
  const std::string own = fmt::format("{}", fmt::join(first, first + worker.gpus, ","));
  changes.push_back({gpu_variable, own, placed(deployment, gpu_variable)});
  // Libraries that read CUDA's variable must see the same.
  if (current(cuda_variable).empty()) return;
  changes.push_back({cuda_variable, own, placed(deployment, cuda_variable)});
}

/// Text that is no number is left as it is, for the server to refuse.
void add_ports(const Deployment& deployment, const Worker& worker, const Current& current,
               std::vector<EnvChange>& changes) {
  for (const PortVariable& variable : port_variables) {
    const std::string asked = current(variable.name);
    const auto first = asked.empty() ? std::optional<long long>(variable.first) : parse_integer(asked);
    if (!first || *first > 65535) continue;
    changes.push_back({variable.name, std::to_string(*first + ports_of_a_worker * worker.on_node),
                       placed(deployment, variable.name)});
  }
}

std::string directory_of(const Deployment& deployment, const Worker& worker, const CacheVariable& variable) {
  return fmt::format("{}/{}/{}", deployment.cache_dir->value, name_of(worker), variable.directory);
}

}  // namespace

std::vector<EnvChange> worker_environment(const Deployment& deployment, const Worker& worker, const Current& current,
                                          Diagnostics& diagnostics) {
  std::vector<EnvChange> changes;
  if (worker.has_mates) {
    add_gpus(deployment, worker, current, changes, diagnostics);
    add_ports(deployment, worker, current, changes);
  }
  if (!deployment.cache_dir) return changes;
  for (const CacheVariable& variable : cache_variables) {
    Origin origin = deployment.cache_dir->origin;
    origin.shadowed.clear();
    changes.push_back({variable.name, directory_of(deployment, worker, variable), std::move(origin)});
  }
  return changes;
}

std::vector<std::string> worker_variables() {
  std::vector<std::string> names = {gpu_variable, cuda_variable};
  for (const PortVariable& variable : port_variables) names.emplace_back(variable.name);
  for (const CacheVariable& variable : cache_variables) names.emplace_back(variable.name);
  return names;
}

std::vector<std::string> cache_directories(const Deployment& deployment, const Worker& worker) {
  std::vector<std::string> directories;
  if (!deployment.cache_dir) return directories;
  for (const CacheVariable& variable : cache_variables) {
    directories.push_back(directory_of(deployment, worker, variable));
  }
  return directories;
}

}  // namespace atomesh
