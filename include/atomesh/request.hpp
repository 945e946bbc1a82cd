// What the command line asks of `launch` and `print-args`: plain values, nothing looked up yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/placement.hpp"
#include "atomesh/role.hpp"

namespace atomesh {

/// The options that exist for both roles at once and for each by itself (`--tp`, `--prefill-tp`, `--decode-tp`).
struct ParallelismRequest {
  std::optional<int> tp;
  std::optional<bool> dp_attention;
  std::optional<bool> expert_parallel;

  friend bool operator==(const ParallelismRequest&, const ParallelismRequest&) = default;
};

struct Request {
  std::optional<Role> role;  ///< nothing: by rank
  std::optional<int> rank, worker;

  std::string models_file, recipes_file;  ///< empty: search
  std::string recipe;
  std::optional<int> isl, osl, conc, point;

  std::string model, model_dir, model_path;
  std::optional<int> prefill_workers, decode_workers;
  ParallelismRequest both, prefill, decode;
  std::optional<int> mtp;
  std::string concurrency;

  std::string addresses, node0_address, host_ip;
  std::optional<int> prefill_port, decode_port, router_port, handshake_port;
  std::optional<int> gpus_per_node;
  std::optional<Layout> layout;
  std::string cache_dir;

  std::vector<std::string> set, env, unset_env, server_args;
  std::string python, router_bin;

  friend bool operator==(const Request&, const Request&) = default;
};

}  // namespace atomesh
