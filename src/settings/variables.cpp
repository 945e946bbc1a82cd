#include "atomesh/variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "atomesh/text.hpp"
#include "atomesh/tuning.hpp"

namespace atomesh {
namespace {

// SPEC section 4: the names are those of the bash launcher; the defaults too.
constexpr Variable table[] = {
    {"NODE_RANK", "", "Index of this node in the job."},
    {"SLURM_PROCID", "", "The rank where NODE_RANK is not set."},
    {"SLURM_NODEID", "", "The rank where neither NODE_RANK nor SLURM_PROCID is set."},
    {"ATOMESH_LAYOUT", "multi-node",
     "How workers share nodes: multi-node, single-node, prefill-single-node, decode-single-node."},
    {"ATOMESH_WORKER", "", "Number of the worker to become, on a node that hosts several."},
    {"NODE0_ADDR", "", "Address of rank 0, where the router runs."},
    {"IPADDRS", "", "Addresses of all ranks in order, separated by commas."},
    {"SLURM_JOB_NODELIST", "", "Host list of the job, in place of IPADDRS."},
    {"ATOM_HOST_IP", "", "Address of this node; exported to the server as well."},
    {"MODEL_DIR", "", "Directory that holds the models' directories."},
    {"MODEL_NAME", "", "Name of the model: its key in models_atom.yaml and its directory under MODEL_DIR."},
    {"xP", "1", "Number of prefill workers."},
    {"yD", "1", "Number of decode workers."},
    {"PREFILL_TP_SIZE", "8", "Tensor parallel size of prefill, in GPUs of one worker."},
    {"DECODE_TP_SIZE", "8", "Tensor parallel size of decode, in GPUs of one worker."},
    {"PREFILL_ENABLE_DP", "false", "DP attention of prefill."},
    {"DECODE_ENABLE_DP", "false", "DP attention of decode."},
    {"PREFILL_ENABLE_EP", "false", "Expert parallelism of prefill."},
    {"DECODE_ENABLE_EP", "false", "Expert parallelism of decode."},
    {"DECODE_MTP_SIZE", "0", "Number of speculative tokens of both roles; 0 is none."},
    {"PREFILL_PORT", "8010", "HTTP port of prefill workers."},
    {"DECODE_PORT", "8020", "HTTP port of decode workers."},
    {"ROUTER_PORT", "8000", "HTTP port of the router."},
    {"HANDSHAKE_PORT", "6301", "First port of the KV transfer handshake."},
    {"GPUS_PER_NODE", "8", "GPUs of one node: the widest possible worker."},
    {"BENCH_MAX_CONCURRENCY", "512", "Concurrencies to serve, separated by x, commas or blanks; the largest counts."},
    {"EXTRA_SERVER_ARGS", "", "Flag list at the end of the server's command."},
    {"DRY_RUN", "false", "Print instead of launching."},
    {"WAIT_SERVER_TIMEOUT", "2500", "How long run-node waits on rank 0 for every worker, in seconds."},
    {"WAIT_ROUTER_TIMEOUT", "", "How long run-node waits for the router, in seconds: 300 on rank 0, 2800 elsewhere."},
    {"ATOM_WS_PATH", "", "Directory that is searched for models_atom.yaml and amd-master.yaml."},
    {"ATOMESH_MODELS", "", "Path of models_atom.yaml."},
    {"ATOMESH_RECIPES", "", "Path of amd-master.yaml."},
    {"ATOMESH_PYTHON", "python3", "Python interpreter of the server."},
    {"ATOMESH_CACHE_DIR", "", "Directory below which each worker gets HOME and caches of its own."},
    {"ATOMESH_ROUTER_BIN", "", "Path of the router binary."},
    {"ATOMESH_ALLOW_LOOPBACK", "false", "Accept a loopback address in a job of several nodes, for tests."},
    {"ATOMESH_ROUTER_GUARD", "", "Set for the router that was started, so that atomesh never starts itself."},
};

constexpr Variable of_the_host[] = {
    {"PATH", "", "Where programs are looked for: the server's interpreter, the router."},
    {"LD_LIBRARY_PATH", "", "Library directories, behind those that the server's image is known to need."},
    {"SLURM_JOB_ID", "", "Kept in manifests, like the ids below."},
    {"SLURM_STEP_ID", "", "Of the step within the job."},
    {"SLURM_ARRAY_JOB_ID", "", "Of the job array."},
    {"SLURM_ARRAY_TASK_ID", "", "Of the job within its array."},
    {"SLURM_LOCALID", "", "Of the task on its node."},
    {"SLURMD_NODENAME", "", "SLURM's name of the node."},
    {"GITHUB_ACTIONS", "", "true: validate writes workflow commands unless --format says otherwise."},
    {"NO_COLOR", "", "If it is not empty, no text is coloured."},
    {"COLUMNS", "", "Width of tables where standard output is no terminal."},
    {"ROCR_VISIBLE_DEVICES", "", "GPUs that servers see, and that workers of one node share; ROCm reads it first."},
    {"HIP_VISIBLE_DEVICES", "", "GPUs among those of ROCR_VISIBLE_DEVICES."},
    {"CUDA_VISIBLE_DEVICES", "", "The same; HIP reads both."},
    {"MC_GID_INDEX", "0", "GID of the RDMA ports that validate --host judges."},
    {"PYTHONUNBUFFERED", "1", "Of the server; an empty value counts as not set."},
    {"PYTHONDONTWRITEBYTECODE", "1", "Of the server."},
    {"SAFETENSORS_FAST_GPU", "1", "Of the server."},
    {"VLLM_LOG_LEVEL", "WARNING", "Of the server."},
    {"ATOM_LOG_LEVEL", "WARNING", "Of the server."},
    {"AITER_LOG_LEVEL", "WARNING", "Of the server."},
    {"LOG_LEVEL", "WARNING", "Of the server."},
    {"LOGLEVEL", "WARNING", "Of the server."},
};

constexpr std::string_view own_prefix = "ATOMESH_";

}  // namespace

std::span<const Variable> variables() { return table; }

std::span<const Variable> host_variables() { return of_the_host; }

const Variable& variable(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &Variable::name);
  if (found == std::end(table)) throw std::logic_error(fmt::format("{} is not in the table of variables", name));
  return *found;
}

std::vector<std::string> known_atomesh_names() {
  std::vector<std::string> names;
  for (const Variable& row : table) {
    if (row.name.starts_with(own_prefix)) names.emplace_back(row.name);
  }
  for (const std::string& spelling : tuning_key_spellings())
    names.push_back(std::string(own_prefix) + env_spelling(spelling));
  return names;
}

bool is_tuning_variable(std::string_view name) {
  const bool own = name.starts_with(own_prefix);
  if (own) name.remove_prefix(own_prefix.size());
  for (const std::string& spelling : tuning_key_spellings()) {
    if (env_spelling(spelling) != name) continue;
    const TuningKey& key = *find_tuning_key(spelling)->key;
    return own || (key.plain_variable && key.name == spelling);
  }
  return false;
}

std::optional<Given> VariableSource::find(std::string_view name) const {
  if (environment_ != nullptr) {
    const auto found = environment_->find(name);
    if (found == environment_->end() || found->second.empty()) return std::nullopt;
    return Given{found->second, {Layer::environment, label(fmt::format("env {}", name)), std::string(name), {}}};
  }
  const auto found = std::ranges::find(settings_, name, &AdditionalSetting::name);
  if (found == settings_.end() || found->value.empty()) return std::nullopt;
  return Given{found->value, {Layer::recipe, found->place, fmt::format("{} {}", recipe_, name), {}}};
}

void warn_misspelt(const Environment& environment, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (auto at = environment.lower_bound(own_prefix); at != environment.end() && at->first.starts_with(own_prefix);
       ++at) {
    if (known.empty()) known = known_atomesh_names();
    const std::string& name = at->first;
    if (std::ranges::find(known, name) != known.end()) continue;
    std::vector<std::string_view> candidates(known.begin(), known.end());
    for (std::string_view& candidate : candidates) candidate.remove_prefix(own_prefix.size());
    if (const auto close = nearest(std::string_view(name).substr(own_prefix.size()), candidates)) {
      diagnostics.add("env-misspelt", label("env " + name), "nothing reads this variable",
                      fmt::format("did you mean {}{}?", own_prefix, *close));
    }
  }
}

bool VariableSource::has_own_names() const {
  const auto is_own = [](std::string_view name) { return name.starts_with(own_prefix); };
  if (environment_ == nullptr) return std::ranges::any_of(settings_, is_own, &AdditionalSetting::name);
  const auto first = environment_->lower_bound(own_prefix);
  return first != environment_->end() && is_own(first->first);
}

void warn_misspelt(std::span<const AdditionalSetting> settings, Diagnostics& diagnostics) {
  if (settings.empty()) return;
  std::vector<std::string> known = known_atomesh_names();
  for (const Variable& row : table) known.emplace_back(row.name);
  for (const TuningKey& key : tuning_keys()) {
    if (key.plain_variable) known.push_back(env_spelling(key.name));
  }
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  for (const AdditionalSetting& setting : settings) {
    constexpr std::size_t shortest = 6;  // a short name is near to too many others
    const auto close = setting.name.size() < shortest ? std::nullopt : nearest(setting.name, candidates);
    if (!close) continue;
    diagnostics.add("env-misspelt", setting.place,
                    fmt::format("nothing reads {}: it only reaches the server", setting.name),
                    fmt::format("did you mean {}?", *close));
  }
}

}  // namespace atomesh
