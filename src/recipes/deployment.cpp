// From a point of an atom-disagg recipe to what the launcher needs (SPEC section 3).
#include <fmt/format.h>

#include <limits>

#include "readers.hpp"
#include "settings.hpp"

namespace atomesh::recipes {
namespace {

/// One role on its way from the file to a RolePoint.
struct RoleReading {
  Role role;
  const Values& worker;
  std::vector<NamedSetting> settings;
};

std::string_view nodes_name(Role role) { return role == Role::prefill ? "PREFILL_NODES" : "DECODE_NODES"; }

bool is_understood(std::string_view name) {
  return name == nodes_name(Role::prefill) || name == nodes_name(Role::decode) || name == "DECODE_MTP_SIZE";
}

/// `num-worker` or `tp` as an int above 0. Whoever serves needs at least one of each.
std::optional<int> positive(const Context& context, const RoleReading& reading, std::string_view key) {
  const auto value = reading.worker.integer(key);
  if (!value) return std::nullopt;
  if (*value > 0 && *value <= std::numeric_limits<int>::max()) return static_cast<int>(*value);
  context.add("bad-value", reading.worker.value_node(key),
              fmt::format("'{}' of '{}' must be above 0, but is {}", key, to_string(reading.role), *value));
  return std::nullopt;
}

/// The GPUs of one worker: all GPUs of the role's nodes, spread over its workers.
std::optional<int> tp_of_worker(const Context& context, const RoleReading& reading, int nodes, int workers, int tp) {
  const long long gpus = static_cast<long long>(nodes) * tp;
  if (gpus % workers == 0 && gpus / workers <= std::numeric_limits<int>::max()) return static_cast<int>(gpus / workers);
  if (gpus % workers == 0) {
    context.add("bad-value", reading.worker.value_node("tp"),
                fmt::format("each worker of '{}' would spread over {} GPUs", to_string(reading.role), gpus / workers));
    return std::nullopt;
  }
  context.add("tp-not-dividing", reading.worker.value_node("tp"),
              fmt::format("{} nodes × tp {} cannot be divided among {} workers of '{}'", nodes, tp, workers,
                          to_string(reading.role)),
              fmt::format("{} × tp must be a multiple of num-worker", nodes_name(reading.role)));
  return std::nullopt;
}

std::vector<AdditionalSetting> passed_on(const Context& context, const RoleReading& reading) {
  std::vector<AdditionalSetting> settings;
  for (const NamedSetting& setting : reading.settings) {
    if (is_understood(setting.name)) continue;
    settings.push_back(
        {std::string(setting.name), std::string(setting.value), yaml::place(context.document, *setting.node)});
  }
  return settings;
}

std::optional<RolePoint> derive_role(const Context& context, const RoleReading& reading) {
  const auto workers = positive(context, reading, "num-worker");
  const auto tp = positive(context, reading, "tp");
  const auto nodes =
      integer_setting(context, find_setting(reading.settings, nodes_name(reading.role)), 1, workers.value_or(1));
  if (!workers || !tp || !nodes) return std::nullopt;
  const auto worker_tp = tp_of_worker(context, reading, *nodes, *workers, *tp);
  if (!worker_tp) return std::nullopt;
  RolePoint role;
  role.nodes = *nodes;
  role.workers = *workers;
  role.tp = *worker_tp;
  role.expert_parallel = reading.worker.integer("ep").value_or(0) > 1;
  role.dp_attention = reading.worker.boolean("dp-attn").value_or(false);
  role.settings = passed_on(context, reading);
  return role;
}

/// SPEC section 3: the size alone drives speculation, so that a `spec-decoding` that says otherwise is a mistake.
void check_spec_decoding(const Context& context, const Values& values, int mtp_size, bool size_given) {
  const auto word = values.text("spec-decoding");
  if (word == "mtp" && mtp_size == 0) {
    context.add("spec-decoding-size", values.value_node("spec-decoding"),
                fmt::format("'spec-decoding: mtp' needs a positive DECODE_MTP_SIZE, but it is {}",
                            size_given ? "0" : "not set"),
                "write \"DECODE_MTP_SIZE=1\", or more, under 'additional-settings' of 'decode'");
  }
  if (word == "none" && mtp_size > 0) {
    context.add("spec-decoding-size", values.value_node("spec-decoding"),
                fmt::format("'spec-decoding: none' contradicts DECODE_MTP_SIZE={}", mtp_size),
                "write 'spec-decoding: mtp', or remove DECODE_MTP_SIZE");
  }
}

std::vector<NamedSetting> settings_of(const Context& context, const std::optional<Values>& worker, Role role) {
  return worker ? read_settings(context, worker->container("additional-settings"), role) : std::vector<NamedSetting>();
}

/// False if the settings of a role could not be read, so that nothing can be said about what they lack.
bool settings_are_known(const PointReading& reading) {
  if (&reading.values.shape() == &tables::single_node_point) return true;
  for (const auto& [key, worker] : {std::pair("prefill", &reading.prefill), std::pair("decode", &reading.decode)}) {
    if (reading.values.bad(key) || (*worker && (*worker)->bad("additional-settings"))) return false;
  }
  return true;
}

}  // namespace

void derive_deployment(const Context& context, PointReading& reading) {
  const auto prefill = settings_of(context, reading.prefill, Role::prefill);
  const auto decode = settings_of(context, reading.decode, Role::decode);
  check_settings_agree(context, prefill, decode);
  const NamedSetting* size = find_setting(decode, "DECODE_MTP_SIZE");
  if (size == nullptr) size = find_setting(prefill, "DECODE_MTP_SIZE");
  const auto mtp_size = integer_setting(context, size, 0, 0);
  if (mtp_size && settings_are_known(reading)) {
    check_spec_decoding(context, reading.values, *mtp_size, size != nullptr);
  }
  if (!reading.prefill || !reading.decode) return;
  auto prefill_role = derive_role(context, {Role::prefill, *reading.prefill, prefill});
  auto decode_role = derive_role(context, {Role::decode, *reading.decode, decode});
  if (!prefill_role || !decode_role || !mtp_size || context.multinode != true) return;
  DeploymentPoint deployment;
  deployment.prefill = std::move(*prefill_role);
  deployment.decode = std::move(*decode_role);
  deployment.mtp_size = *mtp_size;
  reading.point.deployment = std::move(deployment);
}

}  // namespace atomesh::recipes
