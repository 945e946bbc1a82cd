#include "atomesh/deployment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atomesh/text.hpp"
#include "deployment_parts.hpp"

namespace atomesh {
namespace {

std::string name_of(const Role role, std::string_view rest) {
  return fmt::format("{}{}", role == Role::prefill ? "PREFILL" : "DECODE", rest);
}

std::string option_of(const Role role, std::string_view rest) { return fmt::format("--{}-{}", to_string(role), rest); }

/// Values that the point gives for one role, with their places in the file.
struct PointRole {
  const ChosenPoint& chosen;
  Role role;

  const yaml::Node& node() const {
    const Point& point = chosen.point();
    return *(role == Role::prefill ? point.prefill : point.decode)->node;
  }
  PointValue value(std::string text, std::string_view key) const {
    return {std::move(text), place_of(*chosen.document, node(), key), fmt::format("{}.{}", to_string(role), key)};
  }
};

RoleDeployment resolve_role(Role role, const Request& request, const ChosenPoint* chosen, Sources& sources) {
  const bool prefill = role == Role::prefill;
  const ParallelismRequest& own = prefill ? request.prefill : request.decode;
  std::optional<PointValue> workers, tp, dpa, ep;
  if (chosen != nullptr) {
    const PointRole from{*chosen, role};
    const RolePoint& point = chosen->deployment().of(role);
    workers = from.value(std::to_string(point.workers), "num-worker");
    tp = from.value(std::to_string(point.tp), "tp");
    dpa = from.value(point.dp_attention ? "true" : "false", "dp-attn");
    ep = from.value(point.expert_parallel ? "true" : "false", "ep");
  }
  RoleDeployment out;
  out.workers = sources.number(
      prefill ? "xP" : "yD", {0, 4096},
      prefill ? option("--xp", request.prefill_workers) : option("--yd", request.decode_workers), workers);
  out.tp = sources.number(name_of(role, "_TP_SIZE"), {1, 4096},
                          option(option_of(role, "tp"), own.tp) + option("--tp", request.both.tp), tp);
  out.dp_attention = sources.boolean(
      name_of(role, "_ENABLE_DP"),
      option(option_of(role, "dp-attn"), own.dp_attention) + option("--dp-attn", request.both.dp_attention), dpa);
  out.expert_parallel = sources.boolean(
      name_of(role, "_ENABLE_EP"),
      option(option_of(role, "ep"), own.expert_parallel) + option("--ep", request.both.expert_parallel), ep);
  out.port = sources.number(name_of(role, "_PORT"), port_range,
                            option(option_of(role, "port"), prefill ? request.prefill_port : request.decode_port));
  return out;
}

/// Where a role's additional-settings give a name; nothing if they do not.
std::optional<Place> setting_place(const ChosenPoint& chosen, Role role, std::string_view name) {
  const yaml::Node* list = PointRole{chosen, role}.node().find("additional-settings");
  if (list == nullptr) return std::nullopt;
  for (const yaml::Node* item : list->items) {
    if (item->text.starts_with(std::string(name) + "=")) return yaml::place(*chosen.document, *item);
  }
  return std::nullopt;
}

Setting<int> resolve_mtp_size(const Request& request, const ChosenPoint* chosen, Sources& sources) {
  std::optional<PointValue> point;
  if (chosen != nullptr) {
    for (const Role role : {Role::decode, Role::prefill}) {
      auto place = setting_place(*chosen, role, "DECODE_MTP_SIZE");
      if (!place || point) continue;
      point = PointValue{std::to_string(chosen->deployment().mtp_size), std::move(*place),
                         fmt::format("{}.DECODE_MTP_SIZE", to_string(role))};
    }
  }
  return sources.number("DECODE_MTP_SIZE", {0, 1024}, option("--mtp", request.mtp), point);
}

/// SPEC section 4: numbers separated by `x`, `,` or blanks; what counts is the largest.
Setting<int> resolve_concurrency(const Request& request, const ChosenPoint* chosen, Sources& sources) {
  std::optional<PointValue> point;
  if (chosen != nullptr) {
    const yaml::Node& node = *chosen->point().node;
    const char* key = node.find("conc-list") != nullptr ? "conc-list" : "conc-end";
    point = PointValue{fmt::format("{}", fmt::join(chosen->point().concurrency, "x")),
                       place_of(*chosen->document, node, key), key};
  }
  Setting<std::string> list =
      sources.text("BENCH_MAX_CONCURRENCY", option("--concurrency", request.concurrency), point);
  int largest = 0;
  std::string_view rest = list.value;
  while (!rest.empty()) {
    const std::size_t start = rest.find_first_not_of("x, \t\n");
    if (start == std::string_view::npos) break;
    rest.remove_prefix(start);
    const std::string_view number = rest.substr(0, rest.find_first_of("x, \t\n"));
    rest.remove_prefix(number.size());
    const auto value = parse_integer(number);
    if (!value || *value < 1 || *value > 1'000'000) {
      sources.diagnostics().add("bad-value", list.origin.where,
                                fmt::format("'{}' is not a concurrency, in '{}'", number, list.value),
                                "write positive whole numbers separated by x, commas or blanks: 64x128x256");
      return {1, std::move(list.origin), list.value};
    }
    largest = std::max(largest, static_cast<int>(*value));
  }
  if (largest == 0) {
    sources.diagnostics().add("bad-value", list.origin.where, fmt::format("'{}' holds no concurrency", list.value),
                              "write positive whole numbers separated by x, commas or blanks: 64x128x256");
  }
  return {std::max(largest, 1), std::move(list.origin), list.value};
}

Setting<std::string> resolve_connector(const ChosenPoint* chosen) {
  if (chosen == nullptr) return {"mooncake", built_in("kv_connector"), "mooncake"};
  const Point& point = chosen->point();
  const yaml::Node& holder = point.kv_p2p_transfer ? *point.node : *chosen->recipe.node;
  const std::string& name = chosen->deployment().kv_connector;
  if (holder.find("kv-p2p-transfer") == nullptr) return {name, built_in("kv_connector"), name};
  return {name,
          {Layer::recipe,
           place_of(*chosen->document, holder, "kv-p2p-transfer"),
           fmt::format("{} kv-p2p-transfer", chosen->name()),
           {}},
          name};
}

Slot<std::string> as_slot(std::optional<Given> given) {
  if (!given) return {};
  return Setting<std::string>{given->text, std::move(given->origin), given->text};
}

/// The model's name: asked for, or the last component of the path to it.
void resolve_model(const Request& request, const ChosenPoint* chosen, Sources& sources, Deployment& out) {
  std::optional<PointValue> point;
  if (chosen != nullptr) {
    point = PointValue{chosen->deployment().model_name, place_of(*chosen->document, *chosen->recipe.node, "model"),
                       "model"};
  }
  out.model_name = as_slot(sources.find("MODEL_NAME", option("--model", request.model), point));
  out.model_dir = as_slot(sources.find("MODEL_DIR", option("--model-dir", request.model_dir)));
  if (!request.model_path.empty()) {
    out.model_path = Setting<std::string>{
        request.model_path, {Layer::command_line, label("--model-path"), "--model-path", {}}, request.model_path};
    if (!out.model_name) {
      const std::string_view trimmed =
          std::string_view(request.model_path).substr(0, request.model_path.find_last_not_of('/') + 1);
      out.model_name = out.model_path;
      out.model_name->value = trimmed.substr(trimmed.rfind('/') + 1);
    }
  }
}

/// A number that only this process has: the first that is given. `what`: the word for it in messages.
Slot<int> resolve_own_number(std::string_view what, std::vector<Given> candidates,
                             std::initializer_list<const char*> variables, const Environment& environment,
                             Diagnostics& diagnostics) {
  const VariableSource source(environment);
  for (const char* name : variables) {
    if (auto given = source.find(name)) candidates.push_back(std::move(*given));
  }
  if (candidates.empty()) return {};
  const Given& given = candidates.front();
  const auto value = parse_integer(given.text);
  const bool good = value && *value >= 0 && *value <= 1'000'000;
  if (!good) {
    diagnostics.add("bad-value", given.origin.where, fmt::format("'{}' is not a {}", given.text, what),
                    "write a plain decimal number from 0");
  }
  return Setting<int>{good ? static_cast<int>(*value) : 0, given.origin, given.text};
}

void resolve_own_place(const Request& request, const Environment& environment, Diagnostics& diagnostics,
                       Deployment& out) {
  out.rank = resolve_own_number("rank", option("--rank", request.rank), {"NODE_RANK", "SLURM_PROCID", "SLURM_NODEID"},
                                environment, diagnostics);
  out.worker = resolve_own_number("worker's number", option("--worker", request.worker), {"ATOMESH_WORKER"},
                                  environment, diagnostics);
}

Setting<Layout> resolve_layout(const Request& request, Sources& sources) {
  const std::string asked(request.layout ? to_string(*request.layout) : "");
  Setting<std::string> given = sources.text("ATOMESH_LAYOUT", option("--layout", asked));
  const auto layout = parse_layout(given.value);
  if (!layout) {
    sources.diagnostics().add("bad-value", given.origin.where, fmt::format("'{}' is not a layout", given.value),
                              fmt::format("write one of {}", fmt::join(layout_names(), ", ")));
  }
  return {layout.value_or(Layout::multi_node), std::move(given.origin), given.value};
}

void resolve_host(const Request& request, const Environment& environment, Sources& sources, Deployment& out) {
  out.host_ip = as_slot(sources.find("ATOM_HOST_IP", option("--host-ip", request.host_ip)));
  out.allow_loopback = Sources(nullptr, environment, sources.diagnostics()).boolean("ATOMESH_ALLOW_LOOPBACK", {}).value;
}

}  // namespace

Placement Deployment::placement() const {
  return place_workers(layout.value, {prefill.workers.value, decode.workers.value, prefill.tp.value, decode.tp.value});
}

std::string ChosenPoint::name() const { return fmt::format("{} point {}", recipe.name, point().index); }

Slot<std::string> find_model_name(const Request& request, const ChosenPoint* point, const Environment& environment) {
  Diagnostics unused;  // told with the deployment
  Sources sources(point, environment, unused);
  Deployment out;
  resolve_model(request, point, sources, out);
  return out.model_name;
}

std::optional<Deployment> resolve_deployment(const Request& request, const ChosenPoint* point,
                                             const Environment& environment, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  Sources sources(point, environment, diagnostics);
  Deployment out;
  if (point != nullptr) out.point = static_cast<int>(point->point().index);
  resolve_model(request, point, sources, out);
  out.prefill = resolve_role(Role::prefill, request, point, sources);
  out.decode = resolve_role(Role::decode, request, point, sources);
  out.mtp_size = resolve_mtp_size(request, point, sources);
  out.max_concurrency = resolve_concurrency(request, point, sources);
  out.kv_connector = resolve_connector(point);
  out.router_port = sources.number("ROUTER_PORT", port_range, option("--router-port", request.router_port));
  out.handshake_port = sources.number("HANDSHAKE_PORT", port_range, option("--handshake-port", request.handshake_port));
  out.gpus_per_node = sources.number("GPUS_PER_NODE", {1, 4096}, option("--gpus-per-node", request.gpus_per_node));
  out.layout = resolve_layout(request, sources);
  out.cache_dir = as_slot(sources.find("ATOMESH_CACHE_DIR", option("--cache-dir", request.cache_dir)));
  resolve_own_place(request, environment, diagnostics, out);
  // A number that could not be read would only lead to errors about its stand-in.
  if (diagnostics.error_count() == errors) {
    resolve_addresses(request, sources, out);
    check_node0(request, sources, out);
    check_node_sizes(out, diagnostics);
  }
  resolve_host(request, environment, sources, out);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return out;
}

}  // namespace atomesh
