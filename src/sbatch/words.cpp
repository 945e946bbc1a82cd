#include <fmt/format.h>

#include "atomesh/sbatch.hpp"

namespace atomesh {
namespace {

class Words {
 public:
  void text(std::string_view name, const std::string& value) {
    if (!value.empty()) add(name, value);
  }
  void number(std::string_view name, const std::optional<int>& value) {
    if (value) add(name, std::to_string(*value));
  }
  void boolean(std::string_view name, const std::optional<bool>& value) {
    if (value) words_.push_back(fmt::format("{}={}", name, *value ? "true" : "false"));
  }
  void each(std::string_view name, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(name, value);
  }
  void parallelism(std::string_view prefix, const ParallelismRequest& p) {
    number(fmt::format("{}tp", prefix), p.tp);
    boolean(fmt::format("{}dp-attn", prefix), p.dp_attention);
    boolean(fmt::format("{}ep", prefix), p.expert_parallel);
  }
  std::vector<std::string> take() { return std::move(words_); }

 private:
  void add(std::string_view name, const std::string& value) {
    words_.emplace_back(name);
    words_.push_back(value);
  }

  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> words_of(const Request& r) {
  Words words;
  words.text("--models", r.models_file);
  words.text("--recipes", r.recipes_file);
  words.text("--recipe", r.recipe);
  words.number("--isl", r.isl);
  words.number("--osl", r.osl);
  words.number("--conc", r.conc);
  words.number("--point", r.point);
  words.text("--model", r.model);
  words.text("--model-dir", r.model_dir);
  words.text("--model-path", r.model_path);
  words.number("--xp", r.prefill_workers);
  words.number("--yd", r.decode_workers);
  words.parallelism("--", r.both);
  words.parallelism("--prefill-", r.prefill);
  words.parallelism("--decode-", r.decode);
  words.number("--mtp", r.mtp);
  words.text("--concurrency", r.concurrency);
  words.number("--gpus-per-node", r.gpus_per_node);
  if (r.layout) words.text("--layout", std::string(to_string(*r.layout)));
  words.text("--ips", r.addresses);
  words.text("--node0-addr", r.node0_address);
  words.number("--prefill-port", r.prefill_port);
  words.number("--decode-port", r.decode_port);
  words.number("--router-port", r.router_port);
  words.number("--handshake-port", r.handshake_port);
  words.each("--set", r.set);
  words.each("--env", r.env);
  words.each("--unset-env", r.unset_env);
  words.each("--server-arg", r.server_args);
  words.text("--cache-dir", r.cache_dir);
  words.text("--python", r.python);
  words.text("--router-bin", r.router_bin);
  return words.take();
}

}  // namespace atomesh
