// The parts of a plan: one function per group of arguments. Private to `resolve`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "atomesh/placeholders.hpp"
#include "atomesh/resolve.hpp"
#include "atomesh/topology.hpp"
#include "atomesh/tuning.hpp"

namespace atomesh {

/// Everything that the plan of one server is made of. It holds one role's values only: the other role's are out of
/// reach (SPEC section 5).
struct ServerInputs {
  Identity identity;
  const RoleDeployment* role = nullptr;
  const Deployment* deployment = nullptr;
  Setting<std::string> host_ip;
  Tuning tuning;
  Setting<FlagList> extra_server_args;
  PlaceholderValues placeholders;
  Mode mode = Mode::tp;
};

/// The plan of one process. The command line and the environment are checked also where `deployment` is null because of
/// errors before.
std::optional<Plan> build_plan(const Request& request, const Loaded& loaded, const Deployment* deployment,
                               const Environment& environment, const HostFacts& host, Diagnostics& diagnostics);

/// A piece whose words all stand where its origin does.
Piece make_piece(Origin origin, std::vector<std::string> words);

/// The layers of tuning values that do not depend on the role. They are read once and first, so that their errors are
/// reported whatever else is wrong.
struct AskedTuning {
  ScopedTuning options, atomesh_variables, plain_variables;
};
AskedTuning read_asked_tuning(const Request& request, const Environment& environment, Diagnostics& diagnostics);

/// The role's values out of all layers. Warnings: env-ignored, other-roles-setting, recipe-over-env. Errors: those of
/// the recipe's layer.
Tuning resolve_tuning(const AskedTuning& asked, const Deployment& deployment, Role role, const VariableSource* recipe,
                      const ScopedTuning* model, const ScopedTuning* defaults, Diagnostics& diagnostics);

/// Checks --env and --unset-env. Errors: bad-env-option.
void check_env_options(const Request& request, Diagnostics& diagnostics);

/// The server's argv. Errors: dpa-without-flags, ep-without-dpa, mtp-without-flags, no-model, bad-placeholder.
/// Warnings: kv-connector-differs.
std::vector<Piece> server_argv(const ServerInputs& inputs, const Request& request, const Environment& environment,
                               Diagnostics& diagnostics);

/// The router's argv. Where the deployment has one node, `host_ip` stands in for a list of addresses. Errors:
/// too-few-addresses, no-workers, router-is-self. Warnings: router-not-found.
std::vector<Piece> router_argv(const Deployment& deployment, const Setting<std::string>& host_ip,
                               const Request& request, const HostFacts& host, Diagnostics& diagnostics);

/// What a plan adds to the environment; `inputs` is null for the router. Errors: gpus-not-visible. Warnings:
/// env-changed, recipe-over-env.
void build_environment(const ServerInputs* inputs, const VariableSource* recipe,
                       std::span<const AdditionalSetting> passed_on, const Request& request,
                       const Setting<std::string>& host_ip, const Environment& environment, const HostFacts& host,
                       Plan& plan, Diagnostics& diagnostics);

/// Variables that give a worker what its node's other workers must not have: GPUs, ports of data parallelism, and
/// below the cache directory a HOME and caches. `current`: the value that a variable has before. Errors:
/// gpus-not-visible.
std::vector<EnvChange> worker_environment(const Deployment& deployment, const Worker& worker,
                                          const std::function<std::string(const std::string&)>& current,
                                          Diagnostics& diagnostics);

/// The directories that those variables name.
std::vector<std::string> cache_directories(const Deployment& deployment, const Worker& worker);

/// The address that peers reach this node by. Errors: no-host-ip, bad-address, loopback-address.
std::optional<Setting<std::string>> resolve_host_ip(const Deployment& deployment, int rank, const HostFacts& host,
                                                    Diagnostics& diagnostics);

/// The `--python` that runs the server.
Setting<std::string> python_of(const Request& request, const Environment& environment);

/// Options that stand twice in one argv. Errors: core-flag-repeated. Warnings: flag-repeated.
void check_repeated_flags(const Plan& plan, Diagnostics& diagnostics);

/// `--set` values that the plan does not use in this mode. Warnings: unused-setting.
void warn_unused_settings(const Tuning& tuning, const Plan& plan, Mode mode, Diagnostics& diagnostics);

}  // namespace atomesh
