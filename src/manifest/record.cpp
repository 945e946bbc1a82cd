// What a manifest says, from values.
#include <fmt/format.h>

#include <filesystem>

#include "atomesh/manifest.hpp"
#include "atomesh/plan_hash.hpp"
#include "atomesh/render.hpp"
#include "atomesh/sbatch.hpp"
#include "atomesh/sha256.hpp"
#include "atomesh/text.hpp"
#include "read_variables.hpp"

namespace atomesh {
namespace {

constexpr auto slurm_ids =
    std::to_array<std::string_view>({"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID",
                                     "SLURM_PROCID", "SLURM_NODEID", "SLURM_LOCALID", "SLURMD_NODENAME"});

Environment read_slurm_ids(const Environment& environment) {
  Environment ids;
  for (const std::string_view name : slurm_ids) {
    if (const auto given = VariableSource(environment).find(name)) ids.emplace(name, given->text);
  }
  return ids;
}

std::optional<ConfigFile> file_of(const std::optional<yaml::Document>& document, const std::string& directory) {
  if (!document) return std::nullopt;
  const std::string& name = document->source->name;
  const bool on_disk = name != "<stdin>";
  return ConfigFile{on_disk ? (std::filesystem::path(directory) / name).lexically_normal().string() : name,
                    sha256(document->source->text)};
}

/// Words for the server are masked among themselves: the option `--server-arg` stands between them in ours.
std::vector<std::string> options_of(Request request) {
  request.server_args = mask_words(request.server_args);
  std::vector<std::string> words = words_of(request);
  if (!request.host_ip.empty()) words.insert(words.end(), {"--host-ip", request.host_ip});
  return mask_words(words);
}

}  // namespace

Manifest record_run(const Request& request, const Config& config, const Environment& environment, RunFacts facts) {
  Manifest manifest;
  manifest.slurm = read_slurm_ids(environment);
  manifest.models = file_of(config.models, facts.directory);
  manifest.recipes = file_of(config.recipes, facts.directory);
  manifest.options = options_of(request);
  for (const auto& [name, value] : read_variables(environment)) {
    const bool secret = mask_value(name, value) != value;
    manifest.environment.emplace(name, secret ? std::nullopt : std::optional(value));
  }
  manifest.facts = std::move(facts);
  return manifest;
}

void add_plan(const Plan& plan, const Request& request, const Config& config, const Environment& environment,
              Manifest& manifest, Diagnostics& diagnostics) {
  Diagnostics unused;
  auto document = render(plan, Format::json, {false, true}, unused);
  const auto hash = plan_hash(request, config, environment, unused);
  if (!document || !hash) {
    diagnostics.add(
        "manifest-not-written", label("--manifest"),
        fmt::format("the plan of {} rank {} is not UTF-8, and JSON must be", to_string(plan.role), plan.rank),
        "it is run all the same");
    return;
  }
  const std::optional<int> worker = plan.has_mates ? std::optional(plan.worker) : std::nullopt;
  manifest.plans.push_back({plan.role, plan.rank, worker, *hash, std::move(*document)});
}

}  // namespace atomesh
