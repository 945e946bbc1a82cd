// The command `run-node`.
#include "atomesh/run_node.hpp"

#include <fmt/format.h>

#include <memory>

#include "atomesh/host.hpp"
#include "atomesh/node_plans.hpp"
#include "atomesh/render.hpp"
#include "atomesh/text.hpp"
#include "commands.hpp"
#include "dry_run.hpp"
#include "output.hpp"
#include "version.hpp"

namespace atomesh {
namespace {

struct RunNodeOptions {
  Request request;
  NodeFiles files;
  std::optional<int> wait_server, wait_router, grace, answer;
  bool dry_run = false;
};

void add_run_options(OptionSet& set, RunNodeOptions& options) {
  set.text("--log-dir", options.files.log_dir, "DIR", "Append the output of each process to DIR/<role>-<worker>.log");
  set.number("--wait-server-timeout", options.wait_server, "Seconds to wait for the workers (WAIT_SERVER_TIMEOUT)");
  set.number("--wait-router-timeout", options.wait_router, "Seconds to wait for the router (WAIT_ROUTER_TIMEOUT)");
  set.number("--grace", options.grace, "Seconds between the first signal to a process and SIGKILL (20)");
  set.number("--health-timeout", options.answer, "Seconds that the answer to a health check may take (10)");
  set.text("--ready-file", options.files.ready, "FILE", "Is there while all that this node runs answers");
  set.text("--status-file", options.files.status, "FILE", "The state of this node as JSON, replaced at every change");
  set.text("--manifest", options.files.manifest, "FILE", "What is run here as JSON, written before the start");
  set.flag("--dry-run", options.dry_run, "Print instead of running (DRY_RUN=1)");
}

std::chrono::seconds seconds_of(std::string_view name, std::optional<int> option, std::string_view variable,
                                std::chrono::seconds fallback, const Environment& environment,
                                Diagnostics& diagnostics) {
  constexpr long long most = 10'000'000;
  const auto given = variable.empty() ? std::nullopt : VariableSource(environment).find(variable);
  const std::optional<long long> number =
      option ? std::optional<long long>(*option) : (given ? parse_integer(given->text) : fallback.count());
  if (number && *number >= 1 && *number <= most) return std::chrono::seconds(*number);
  const Place place = option ? label(std::string(name)) : given->origin.where;
  diagnostics.add(
      "bad-value", place,
      fmt::format("'{}' is not a number of seconds from 1 to {}", option ? std::to_string(*option) : given->text, most),
      "write plain decimal digits");
  return fallback;
}

NodeWaits waits_of(const RunNodeOptions& options, bool head, const Environment& environment, Diagnostics& diagnostics) {
  constexpr std::chrono::seconds router_of_head{300};
  constexpr std::chrono::seconds router_of_others{2800};  // they wait for the workers of rank 0, too
  NodeWaits waits;
  waits.server = seconds_of("--wait-server-timeout", options.wait_server, "WAIT_SERVER_TIMEOUT", waits.server,
                            environment, diagnostics);
  waits.router = seconds_of("--wait-router-timeout", options.wait_router, "WAIT_ROUTER_TIMEOUT",
                            head ? router_of_head : router_of_others, environment, diagnostics);
  waits.grace = seconds_of("--grace", options.grace, "", waits.grace, environment, diagnostics);
  waits.answer = seconds_of("--health-timeout", options.answer, "", waits.answer, environment, diagnostics);
  return waits;
}

/// Everybody waits for rank 0, and rank 0 for everybody.
bool check_addresses(const Deployment& deployment, Diagnostics& diagnostics) {
  if (deployment.addresses.size() >= static_cast<std::size_t>(deployment.nodes())) return true;
  diagnostics.add(
      "too-few-addresses", label("env IPADDRS"), "the nodes wait for one another and need each other's address",
      fmt::format("set IPADDRS or --ips to {} addresses in order of rank, separated by commas", deployment.nodes()));
  return false;
}

/// The record of the node's request, with every plan.
Manifest record_node(const NodePlans& node, const Request& request, const Config& config,
                     const Environment& environment, Diagnostics& diagnostics) {
  Manifest manifest = record_run(request, config, environment, read_run_facts(this_build()));
  const std::vector<Request> servers = server_requests(request, node.deployment.placement(), node.rank);
  for (std::size_t i = 0; i < node.servers.size(); ++i) {
    add_plan(node.servers[i], servers[i], config, environment, manifest, diagnostics);
  }
  if (node.router) add_plan(*node.router, router_request(request), config, environment, manifest, diagnostics);
  return manifest;
}

/// Nothing after an error.
std::optional<NodeRun> resolve_node(const RunNodeOptions& options, const Invocation& invocation,
                                    Diagnostics& diagnostics) {
  const Environment& environment = invocation.environment;
  const Config config = read_config(options.request, environment, diagnostics);
  Request about_router = options.request;
  about_router.role = Role::router;  // the facts of a router are those of a server and more
  const HostFacts host = read_host_facts(about_router, environment);
  auto node = plan_node(options.request, config, environment, host, diagnostics);
  if (!node) return std::nullopt;
  complete_addresses(node->deployment, host, diagnostics);
  if (!check_addresses(node->deployment, diagnostics)) return std::nullopt;
  const NodeWaits waits = waits_of(options, node->rank == 0, environment, diagnostics);
  std::optional<Manifest> manifest;
  if (!options.files.manifest.empty()) {
    manifest = record_node(*node, options.request, config, environment, diagnostics);
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return NodeRun{node->rank,
                 std::move(node->servers),
                 std::move(node->router),
                 std::move(node->deployment),
                 invocation.trailing,
                 waits,
                 options.files,
                 std::move(manifest)};
}

int print_node(const NodeRun& run) {
  Diagnostics unused;  // the shell form holds every plan
  std::string text;
  for (const Plan& plan : run.servers) text += render(plan, Format::shell, {}, unused).value_or("");
  if (run.router) text += render(*run.router, Format::shell, {}, unused).value_or("");
  return write_output(text) ? 0 : 1;
}

int run_run_node(const RunNodeOptions& options, const Invocation& invocation) {
  if (const std::string error = find_misuse(options.request); !error.empty()) {
    write(stderr, error);
    return exit_usage;
  }
  if (options.request.role == Role::router) {
    return misuse("run-node starts the router on rank 0, beside the server there",
                  "leave --role out; `atomesh launch --role router` starts a router alone");
  }
  if (options.request.worker) {
    return misuse("run-node runs every worker of its node: it takes no --worker",
                  "`atomesh launch` becomes one of them");
  }
  Diagnostics diagnostics;
  const bool dry = is_dry_run(options.dry_run, invocation.environment, diagnostics);
  const auto run = resolve_node(options, invocation, diagnostics);
  report(diagnostics);
  if (!run || diagnostics.has_errors()) return exit_refused;
  if (dry) return print_node(*run);
  std::fflush(nullptr);
  Diagnostics before_start;
  const int exit_code = run_node(*run, invocation.environment, before_start);
  report(before_start);
  return exit_code;
}

}  // namespace

Action declare_run_node(OptionSet& set) {
  auto options = std::make_shared<RunNodeOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  add_run_options(set, *options);
  return [options](const Invocation& invocation) { return run_run_node(*options, invocation); };
}

}  // namespace atomesh
