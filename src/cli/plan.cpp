// The command `plan`.
#include <fmt/format.h>

#include <memory>

#include "atomesh/cluster.hpp"
#include "atomesh/exec.hpp"
#include "atomesh/host.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace atomesh {
namespace {

struct PlanOptions {
  Request request;
  std::string format = "text";
  bool all = false;
};

std::string rendered(const std::vector<Cluster>& clusters, const std::string& format, const Environment& environment) {
  if (format == "json") return to_json(clusters);
  std::string text;
  for (const Cluster& cluster : clusters) {
    if (!text.empty()) text += "\n";
    if (format == "text") text += to_text(cluster, find_terminal("never", environment).width);
    if (format == "shell") text += to_shell(cluster);
    if (format == "mermaid") text += to_mermaid(cluster);
  }
  return text;
}

int run_plan(const PlanOptions& options, const Invocation& invocation) {
  Request request = options.request;
  request.server_args.insert(request.server_args.end(), invocation.trailing.begin(), invocation.trailing.end());
  if (request.role || request.rank || request.worker || !request.host_ip.empty()) {
    return misuse("plan is about every process: it takes no --role, --rank, --worker or --host-ip",
                  "see `atomesh print-args`");
  }
  if (options.all && !request.recipe.empty()) {
    return misuse("--all is about every recipe, and --recipe names one", "take one of the two out");
  }
  if (const std::string error = find_misuse(request); !error.empty()) {
    write(stderr, error);
    return exit_usage;
  }
  const Environment& environment = invocation.environment;
  Diagnostics diagnostics;
  Config config = read_config(request, environment, diagnostics);
  if (options.all) config.recipes = read_recipes(request.recipes_file, environment, diagnostics);
  Request about_router = request;
  about_router.role = Role::router;  // the facts of a router are those of a server and more
  const HostFacts host = read_host_facts(about_router, environment);
  std::vector<Cluster> clusters;
  if (options.all && config.recipes) {
    clusters = plan_all(request, config, environment, host, diagnostics);
  } else if (!diagnostics.has_errors()) {
    auto cluster = plan_cluster(request, config, environment, host, diagnostics);
    if (cluster) clusters.push_back(std::move(*cluster));
  }
  report(diagnostics);
  if (diagnostics.has_errors()) return 1;
  return write_output(rendered(clusters, options.format, environment)) ? 0 : 1;
}

}  // namespace

Action declare_plan(OptionSet& set) {
  auto options = std::make_shared<PlanOptions>();
  add_file_options(set, options->request);
  add_plan_options(set, options->request);
  set.text("--nodes", options->request.addresses, "LIST", "Names or addresses of all ranks, as --ips");
  set.flag("--all", options->all, "Every point of every recipe that can be launched");
  set.one_of("--format", options->format, {"text", "json", "shell", "mermaid"}, "text, json, shell or mermaid");
  return [options](const Invocation& invocation) { return run_plan(*options, invocation); };
}

}  // namespace atomesh
