#include <fmt/format.h>

#include "commands.hpp"

namespace atomesh {
namespace {

void add_identity(OptionSet& set, Request& r) {
  const auto read_role = [&r](const std::string& name) {
    r.role = parse_role(name);
    if (!r.role && name != "auto") {
      throw CLI::ValidationError("--role", "takes prefill, decode, router or auto, not '" + name + "'");
    }
  };
  set.parsed("--role", read_role, "ROLE", "prefill, decode, router, or auto: by rank (default)");
  set.number("--rank", r.rank, "Rank of this node; else NODE_RANK, SLURM_PROCID, SLURM_NODEID");
  set.number("--worker", r.worker, "Number of the worker, where the node hosts several (ATOMESH_WORKER)");
}

void add_recipe(OptionSet& set, Request& r) {
  set.text("--recipe", r.recipe, "NAME", "Recipe of amd-master.yaml to take the deployment from");
  set.number("--isl", r.isl, "Point of this input length, in tokens");
  set.number("--osl", r.osl, "Point of this output length, in tokens");
  set.number("--conc", r.conc, "Point whose concurrency list has N");
  set.number("--point", r.point, "Point of this number, from 0 in file order");
}

void add_model(OptionSet& set, Request& r) {
  set.text("--model", r.model, "NAME", "Model: its key in models_atom.yaml (MODEL_NAME)");
  set.text("--model-dir", r.model_dir, "DIR", "Directory of the models' directories (MODEL_DIR)");
  set.text("--model-path", r.model_path, "PATH", "What the server gets as --model: a path or a hub id");
}

void add_role_parallelism(OptionSet& set, const std::string& prefix, const std::string& who, ParallelismRequest& p) {
  set.number(prefix + "tp", p.tp, "Tensor parallel size of " + who);
  set.toggle(prefix + "dp-attn", p.dp_attention, "DP attention of " + who);
  set.toggle(prefix + "ep", p.expert_parallel, "Expert parallelism of " + who);
}

void add_topology(OptionSet& set, Request& r) {
  set.number("--xp", r.prefill_workers, "Number of prefill workers (xP)");
  set.number("--yd", r.decode_workers, "Number of decode workers (yD)");
  add_role_parallelism(set, "--", "both roles", r.both);
  add_role_parallelism(set, "--prefill-", "prefill", r.prefill);
  add_role_parallelism(set, "--decode-", "decode", r.decode);
  set.number("--mtp", r.mtp, "Speculative tokens of both roles (DECODE_MTP_SIZE)");
  set.text("--concurrency", r.concurrency, "LIST", "Concurrencies, such as 64x128x256 (BENCH_MAX_CONCURRENCY)");
  set.number("--gpus-per-node", r.gpus_per_node, "GPUs of one node (GPUS_PER_NODE)");
  const auto read_layout = [&r](const std::string& name) {
    r.layout = parse_layout(name);
    if (r.layout) return;
    throw CLI::ValidationError("--layout", fmt::format("takes {}, not '{}'", fmt::join(layout_names(), ", "), name));
  };
  set.parsed("--layout", read_layout, "LAYOUT",
             "multi-node (default), single-node, prefill-single-node or decode-single-node (ATOMESH_LAYOUT)");
}

void add_network(OptionSet& set, Request& r) {
  set.text("--ips", r.addresses, "LIST", "Addresses of all ranks, separated by commas (IPADDRS)");
  set.text("--node0-addr", r.node0_address, "ADDR", "Address of rank 0 (NODE0_ADDR)");
  set.text("--host-ip", r.host_ip, "ADDR", "Address of this node (ATOM_HOST_IP)");
  set.number("--prefill-port", r.prefill_port, "HTTP port of prefill workers");
  set.number("--decode-port", r.decode_port, "HTTP port of decode workers");
  set.number("--router-port", r.router_port, "HTTP port of the router");
  set.number("--handshake-port", r.handshake_port, "First port of the KV transfer handshake");
}

void add_tuning(OptionSet& set, Request& r) {
  set.repeatable("--set", r.set, "KEY=VALUE", "A key of models_atom.yaml, over every other source");
  set.repeatable("--env", r.env, "NAME=VALUE", "A variable of the server, over every other source");
  set.repeatable("--unset-env", r.unset_env, "NAME", "A variable that the server must not see");
  set.repeatable("--server-arg", r.server_args, "WORD", "A word at the end of the command; so is every word after --");
  set.text("--cache-dir", r.cache_dir, "DIR",
           "Each worker gets HOME and caches below DIR/<role>-<worker> (ATOMESH_CACHE_DIR)");
  set.text("--python", r.python, "PROGRAM", "Interpreter of the server (ATOMESH_PYTHON)");
  set.text("--router-bin", r.router_bin, "PROGRAM", "Binary of the router (ATOMESH_ROUTER_BIN)");
}

}  // namespace

void add_file_options(OptionSet& set, Request& r) {
  set.text("--models", r.models_file, "FILE",
           "models_atom.yaml; else ATOMESH_MODELS, $ATOM_WS_PATH, ./configs, share/atomesh");
  set.text("--recipes", r.recipes_file, "FILE", "amd-master.yaml; searched for likewise");
}

void add_plan_options(OptionSet& set, Request& request) {
  add_identity(set, request);
  add_recipe(set, request);
  add_model(set, request);
  add_topology(set, request);
  add_network(set, request);
  add_tuning(set, request);
}

std::string find_misuse(const Request& request) {
  if (request.worker && request.role == Role::router) {
    return "atomesh: error: the router is no worker: it takes no --worker [usage]\n"
           "    hint: take --worker or --role router out\n";
  }
  const bool selects_point = request.isl || request.osl || request.conc || request.point;
  if (!request.recipe.empty() || !selects_point) return "";
  return "atomesh: error: --isl, --osl, --conc and --point choose a point of --recipe [usage]\n"
         "    hint: add --recipe NAME; without a recipe, --concurrency gives the concurrencies\n";
}

std::optional<Request> parse_request(const std::vector<std::string>& words) {
  CLI::App app;
  OptionSet set(app, words, Make::mentioned);
  Request request;
  add_file_options(set, request);
  add_plan_options(set, request);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes its vector from the back
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  return request;
}

}  // namespace atomesh
