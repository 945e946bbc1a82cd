#include "atomesh/gpus.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/exec.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr const char* gpu_variable = "HIP_VISIBLE_DEVICES";

std::vector<std::string> shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  for (const std::string& gpu : a) {
    if (std::ranges::any_of(b, [&](const std::string& other) { return lower(other) == lower(gpu); }))
      both.push_back(gpu);
  }
  return both;
}

Place place_of_gpus(const Plan& plan) {
  const auto found = std::ranges::find(plan.env, gpu_variable, &EnvChange::name);
  return found != plan.env.end() ? found->origin.where : label(fmt::format("env {}", gpu_variable));
}

}  // namespace

int tp_of(const Plan& plan) {
  if (plan.role == Role::router) return 0;
  const auto tp = find_option(plan, "tensor_parallel_size");
  return tp ? static_cast<int>(parse_integer(tp->value).value_or(1)) : 1;
}

std::vector<std::string> gpus_of(const Plan& plan, const Environment& inherited) {
  const int tp = tp_of(plan);
  std::vector<std::string> gpus;
  const Environment environment = plan.has_mates ? child_environment(plan, inherited) : Environment();
  const auto found = environment.find(gpu_variable);
  if (found == environment.end()) {
    for (int gpu = 0; gpu < tp; ++gpu) gpus.push_back(std::to_string(gpu));
    return gpus;
  }
  gpus = split_list(found->second);
  if (gpus.size() > static_cast<std::size_t>(tp)) gpus.resize(static_cast<std::size_t>(tp));
  return gpus;
}

void check_gpus(std::span<const Plan> of_one_node, const Environment& inherited, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < of_one_node.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Plan &plan = of_one_node[i], &before = of_one_node[j];
      const std::vector<std::string> both = shared(gpus_of(plan, inherited), gpus_of(before, inherited));
      if (both.empty()) continue;
      diagnostics.add(
          "gpu-clash", place_of_gpus(plan),
          fmt::format("{} and {} both take GPU {}", title_of(plan), title_of(before), fmt::join(both, ", ")),
          fmt::format("leave {} out of files and options: each worker of a node gets its own", gpu_variable));
    }
  }
}

}  // namespace atomesh
