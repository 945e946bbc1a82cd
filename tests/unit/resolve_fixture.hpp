// One job as literals: request, files, environment and host. Nothing is read from the machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/resolve.hpp"
#include "atomesh/words.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::test {

using Argv = std::vector<std::string>;

/// The words of a line, by the shell's rules.
inline Argv words(std::string_view line) {
  Argv argv;
  for (const Word& word : split_words(line).words) argv.push_back(word.text);
  return argv;
}

inline constexpr std::string_view default_sizes =
    "[1,2,4,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120,128,136,144,152,160,168,176,184,192,200,208,216,224,232,240,"
    "248,256]";

/// A model without settings, one with every mode, and a deployment of two nodes: prefill 192.0.2.1, decode 192.0.2.2.
inline constexpr std::string_view two_models = R"(Tiny: {}
Full:
  tp_dp_flags: [--enable-dp-attention, --enable-tbo]
  ep_dp_flags: [--enable-expert-parallel, --enable-dp-attention]
  ep_flags: [--enable-expert-parallel]
  mtp_flags: [--method, mtp, --num-speculative-tokens]
)";

struct Outcome {
  std::optional<Plan> plan;
  std::string report;

  Argv argv() const { return plan ? argv_of(*plan) : Argv{}; }
  /// The value that the plan gives a variable; `-` if it gives none.
  std::string env(std::string_view name) const {
    for (const EnvChange& change : plan ? plan->env : std::vector<EnvChange>{}) {
      if (change.name == name) return change.value;
    }
    return "-";
  }
};

struct Job {
  Request request;
  std::string models = std::string(two_models);
  std::string recipes;  ///< empty: no file
  Environment environment;
  HostFacts host;

  Outcome run() const {
    Diagnostics diagnostics;
    Config config;
    config.models = yaml::parse(yaml::make_source("m.yaml", models), diagnostics);
    if (!recipes.empty()) config.recipes = yaml::parse(yaml::make_source("r.yaml", recipes), diagnostics);
    Outcome outcome;
    outcome.plan = resolve(request, config, environment, host, diagnostics);
    outcome.report = report(diagnostics);
    return outcome;
  }
};

/// A worker of a job of one prefill and one decode worker.
inline Job job_of(Role role, std::string model = "Tiny") {
  Job job;
  job.request.role = role;
  job.request.model = std::move(model);
  job.request.model_dir = "/models";
  job.request.host_ip = role == Role::prefill ? "192.0.2.1" : "192.0.2.2";
  return job;
}

/// The server's argv of such a job, group by group; each test changes the groups it is about.
struct Server {
  std::string python = "python3";
  std::string model = "/models/Tiny";
  std::string port = "8020";
  std::string tp = "8";
  std::string mode;  ///< mode flags, mtp flags, kv_cache_flags
  std::string sizes = "--block-size 16 --gpu-memory-utilization 0.85 --max-num-seqs 512";
  std::string prefix_caching = "--no-enable_prefix_caching";
  std::string json;  ///< --hf-overrides, --online_quant_config
  std::string kv_transfer =
      R"({"kv_role":"kv_consumer","kv_connector":"mooncake","proxy_ip":"192.0.2.2","handshake_port":6301})";
  std::string capture = "--cudagraph-capture-sizes " + std::string(default_sizes);
  std::string extra;

  Argv argv() const {
    return words(python + " -m atom.entrypoints.openai_server --model " + model + " --host 0.0.0.0 --server-port " +
                 port + " --trust-remote-code -tp " + tp + " " + mode + " " + sizes + " " + prefix_caching + " " +
                 json + " --kv-transfer-config '" + kv_transfer + "' " + capture + " " + extra);
  }
};

inline Server prefill_server() {
  Server server;
  server.port = "8010";
  server.sizes = "--block-size 16 --gpu-memory-utilization 0.85 --max-num-seqs 256";
  server.kv_transfer =
      R"({"kv_role":"kv_producer","kv_connector":"mooncake","proxy_ip":"192.0.2.1","handshake_port":6301})";
  server.capture.clear();
  return server;
}

}  // namespace atomesh::test
