// Loaded models and recipes as texts that tell every value, so that two of them can be compared.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/show.hpp"

namespace atomesh::test {

inline std::string told(const EnvList& list) {
  std::string text;
  for (const EnvPair& pair : list) text += fmt::format("[{}={}]", pair.name, pair.value);
  return text;
}
inline std::string told(const FlagList& list) {
  std::string text;
  for (const PlacedWord& word : list) text += fmt::format("[{}]", word.text);
  return text;
}
inline std::string told(bool value) { return value ? "true" : "false"; }
template <class T>
std::string told(const T& value) {
  return value.text;
}

inline std::string told(const Tuning& tuning) {
  std::string text;
  for (const TuningKey& key : tuning_keys()) {
    std::visit(
        [&](auto member) {
          if (tuning.*member) text += fmt::format("  {}: {}\n", key.name, told((tuning.*member)->value));
        },
        key.member);
  }
  return text;
}

inline std::string told(const Model& model) {
  return fmt::format("{}\nprefill\n{}decode\n{}", told(model.tuning.shared), told(model.tuning.prefill),
                     told(model.tuning.decode));
}

template <class T>
std::string told(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

inline std::string told(const std::optional<Router>& router) {
  return router ? fmt::format("{} {}", router->name, router->version) : "-";
}

inline std::string told(const std::optional<WorkerGroup>& g) {
  if (!g) return "-";
  return fmt::format("{} tp{} ep{} {} pp{} dcp{} pcp{} {} {}", g->num_worker, g->tp, g->ep, g->dp_attn, told(g->pp),
                     told(g->dcp_size), told(g->pcp_size), told(g->hardware), g->additional_settings);
}

inline std::string told(const RolePoint& r) {
  std::string text = fmt::format("{} {} {} {} {}", r.nodes, r.workers, r.tp, r.expert_parallel, r.dp_attention);
  for (const AdditionalSetting& setting : r.settings) text += fmt::format(" [{}={}]", setting.name, setting.value);
  return text;
}

inline std::string told(const Point& p) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}", p.index, static_cast<int>(p.scenario), told(p.isl), told(p.osl),
                  told(p.dram_utilization), p.concurrency, static_cast<int>(p.spec_decoding), p.spec_decoding_written);
  text += fmt::format(" tp{} ep{} pp{} dcp{} pcp{} dpa{}", told(p.tp), told(p.ep), told(p.pp), told(p.dcp_size),
                      told(p.pcp_size), told(p.dp_attn));
  text += fmt::format("\n    {}\n    {}", told(p.prefill), told(p.decode));
  text += fmt::format("\n    kv {} {} {}", p.kv_offloading ? static_cast<int>(*p.kv_offloading) : -1,
                      p.kv_offload_backend ? p.kv_offload_backend->name : "-",
                      p.kv_offload_backend ? told(p.kv_offload_backend->version) : "-");
  text += fmt::format("\n    {} {}", told(p.router), told(p.kv_p2p_transfer));
  if (p.deployment) {
    const DeploymentPoint& d = *p.deployment;
    text += fmt::format("\n    {} {} {}\n    {}\n    {}", d.model_name, d.mtp_size, d.kv_connector, told(d.prefill),
                        told(d.decode));
  }
  return text;
}

inline std::string told(const Recipe& r) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {}", r.name, r.image, r.model, r.model_prefix, r.framework,
                  r.precision, r.runner, r.multinode, r.disagg, told(r.router), told(r.kv_p2p_transfer));
  for (const Point& point : r.points) text += "\n  " + told(point);
  return text;
}

}  // namespace atomesh::test
