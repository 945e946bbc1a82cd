// The one list of diagnostic codes. Codes are stable: scripts match on them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace atomesh {

enum class Severity { error, warning, note };

/// A rule that can be broken: its stable code, how much it matters, and why it exists.
struct Check {
  std::string_view code;
  Severity severity;
  std::string_view why;
};

inline constexpr auto checks = std::to_array<Check>({
    // Reading files
    {"file-unreadable", Severity::error, "A file that was named and cannot be read would be dropped silently."},
    {"file-not-found", Severity::error, "Without models or recipes there is nothing to launch."},
    {"not-checked", Severity::error, "Every error of a file is ignored, so nothing of it was checked."},
    {"entry-not-checked", Severity::warning,
     "Every error of an entry is ignored, so what it launches was not checked."},
    {"bad-encoding", Severity::error, "Text that is not UTF-8, or holds NUL, cannot reach argv unchanged."},
    {"bad-syntax", Severity::error, "The file is not YAML."},
    {"tab", Severity::error, "YAML forbids tabs as indentation; editors hide them."},
    {"many-documents", Severity::error, "Only the first document of a stream would be read."},
    {"duplicate-key", Severity::error, "YAML readers keep one of the two and drop the other without a word."},
    {"bad-merge", Severity::error, "A merge key (<<) takes a mapping or a list of mappings."},
    {"bad-alias", Severity::error, "An alias that contains itself has no value."},
    {"alias-expansion", Severity::error, "A few lines of nested aliases can stand for billions of values."},
    {"unsupported-tag", Severity::error, "Explicit type tags are read differently by every reader."},
    {"unknown-key", Severity::error, "A key that nothing reads would be dropped silently."},
    {"missing-key", Severity::error, "A required key is not there."},
    {"wrong-type", Severity::error, "The value is not of the type that its key takes."},
    {"ambiguous-scalar", Severity::error, "YAML 1.1 and YAML 1.2 read this value differently."},
    {"bad-value", Severity::error, "The value is outside of what its key takes."},
    {"null-model", Severity::error, "A model with nothing under it is usually an indentation mistake."},
    {"bad-quoting", Severity::error, "An unclosed quote would swallow the words after it."},
    {"bad-env-word", Severity::error, "An environment word is NAME=VALUE."},
    {"bad-json", Severity::error, "ATOM would refuse or misread this JSON."},
    {"bad-placeholder", Severity::error, "Only the documented placeholders are expanded; nothing else is."},
    {"mtp-flags-end", Severity::error, "The number of speculative tokens is appended to mtp_flags."},
    // Settings and deployment
    {"bad-set", Severity::error, "--set takes key=value; half of it would change nothing."},
    {"bad-env-option", Severity::error, "--env takes NAME=VALUE and --unset-env NAME."},
    {"env-ignored", Severity::warning, "A plain variable stands below the file: the SLURM job template sets them."},
    {"env-misspelt", Severity::warning, "A variable that nothing reads changes nothing."},
    {"other-roles-setting", Severity::warning,
     "A shared setting that speaks to the other role only changes nothing here."},
    {"unused-setting", Severity::warning,
     "A value given with --set that this role and mode do not use changes nothing."},
    {"recipe-over-env", Severity::warning, "The environment asks for something else than the recipe."},
    {"setting-conflict", Severity::error, "Two parts of a recipe ask for different things."},
    {"env-changed", Severity::warning, "A variable of the environment reaches the server with another value."},
    {"no-model", Severity::error, "The server must be told which model to serve."},
    {"unknown-model", Severity::error, "A model without an entry would run on defaults that nobody chose."},
    {"tp-too-wide", Severity::error, "A worker of ATOM cannot span nodes."},
    {"node-too-small", Severity::error, "Workers that share a node share its GPUs."},
    {"gpus-not-visible", Severity::error, "A worker cannot use a GPU that the environment hides from it."},
    {"gpu-clash", Severity::error, "Two servers on one GPU run out of its memory, often late."},
    {"dpa-without-flags", Severity::error, "DP attention that was asked for would be dropped silently."},
    {"ep-without-dpa", Severity::error, "Expert parallelism that was asked for would be dropped silently."},
    {"mtp-without-flags", Severity::error, "Speculative decoding that was asked for would be dropped silently."},
    {"kv-connector-differs", Severity::warning, "The recipe and the model name different KV connectors."},
    {"flag-repeated", Severity::warning, "The server keeps the last of two values."},
    {"core-flag-repeated", Severity::error,
     "A second -tp, --model, --host, --server-port or --kv-transfer-config would overrule the plan."},
    // Topology
    {"no-workers", Severity::error, "A job has at least one worker."},
    {"rank-unset", Severity::error, "Nobody becomes rank 0 by default: two nodes would start the same server."},
    {"rank-range", Severity::error, "A rank outside of the job has no role."},
    {"role-rank", Severity::error, "The role that was asked for is not this rank's."},
    {"worker-unset", Severity::error, "A node that hosts several workers must be told which of them to become."},
    {"worker-range", Severity::error, "A worker outside of the job has no role."},
    {"worker-rank", Severity::error, "The worker that was asked for belongs to another node."},
    {"bad-address", Severity::error, "An empty or malformed address reaches a URL and fails there."},
    {"too-few-addresses", Severity::error, "Every worker needs an address."},
    {"surplus-addresses", Severity::warning, "More addresses than workers: some nodes would stay idle."},
    {"node0-address", Severity::warning, "NODE0_ADDR and the first address name different nodes."},
    {"no-host-ip", Severity::error, "Peers cannot reach a server that does not know its own address."},
    {"loopback-address", Severity::error, "Other nodes cannot reach a loopback address."},
    // Router, printing, launching
    {"router-skipped", Severity::warning, "What was named as the router is this launcher."},
    {"same-address", Severity::warning, "Two workers of one host and role would ask for the same ports."},
    {"router-not-found", Severity::warning, "Without its binary the router cannot be launched."},
    {"router-is-self", Severity::error, "The router binary is also called atomesh; starting ourselves would loop."},
    {"router-loop", Severity::error, "We were started in place of the router."},
    {"not-one-line", Severity::error, "A word with a newline in it cannot stand on one line."},
    {"not-utf8", Severity::error, "JSON is UTF-8."},
    // Recipes
    {"unknown-recipe", Severity::error, "A recipe that is not in the file cannot be launched."},
    {"no-such-point", Severity::error, "What was asked for is not a point of the recipe."},
    {"ambiguous-point", Severity::error, "Choosing one of several points would launch what nobody asked for."},
    {"wrong-framework", Severity::error, "The recipe is for another server."},
    {"not-launchable", Severity::error, "Part of the recipe would be dropped silently."},
    {"conc-both", Severity::error, "A list and a range of concurrencies say different things."},
    {"conc-range", Severity::error, "A range that ends before it starts is empty."},
    {"router-version-image", Severity::error, "The router's version is a commit or release, not an image."},
    {"router-twice", Severity::error, "The router stands for the whole recipe or in its points, not both."},
    {"router-missing", Severity::error, "If one point of several nodes names a router, all do."},
    {"kv-transfer-twice", Severity::error, "The KV connector stands for the whole recipe or in its points, not both."},
    {"kv-transfer-missing", Severity::error, "If one point names a KV connector, all do."},
    {"kv-transfer-single-node", Severity::error, "One node has nobody to transfer KV blocks to."},
    {"kv-transfer-undeclared", Severity::warning, "Older files do not name the KV connector; mooncake is assumed."},
    {"kv-offload-backend-name", Severity::warning, "Older files give the KV offload backend as a plain name."},
    {"kv-offloading", Severity::error, "Offloading to DRAM takes a backend and a share of the memory; else neither."},
    {"disagg-single-node", Severity::error, "Prefill and decode in different processes take several nodes."},
    {"hardware-one-sided", Severity::error, "Hardware is named for both roles or for neither."},
    {"dcp-size", Severity::error, "Decode context parallelism cuts a tensor parallel group into equal parts."},
    {"point-shape", Severity::error, "A point has either tp, or prefill and decode."},
    {"agentic-runner", Severity::error, "agentic-coding runs on a cluster."},
    {"no-scenario", Severity::error, "A recipe without scenarios measures nothing."},
    {"setting-not-name-value", Severity::error, "An additional setting of atom-disagg is NAME=VALUE."},
    {"setting-twice", Severity::error, "Of two values for one name, one would be dropped silently."},
    {"setting-other-role", Severity::error, "A role does not read the other role's settings."},
    {"setting-of-node", Severity::error, "What differs from node to node cannot stand in a recipe."},
    {"spec-decoding-size", Severity::error, "DECODE_MTP_SIZE alone drives speculation; spec-decoding must agree."},
    {"tp-not-dividing", Severity::error, "The GPUs of a role must be divisible among its workers."},
    // The server's own options
    {"option-unknown", Severity::error, "The server refuses to start on an option that it does not have."},
    {"option-other-date", Severity::error,
     "ATOM of the image's date does not have this option or spelling yet, or any more."},
    {"option-abbreviated", Severity::warning, "An abbreviation stops working when a longer option appears beside it."},
    {"option-ambiguous", Severity::error, "The beginning of several options is none of them."},
    {"option-help", Severity::error, "The server would print its help and end."},
    {"option-without-value", Severity::error, "The server refuses an option without its value."},
    {"option-surplus-value", Severity::error, "The server refuses a value that the option does not take."},
    {"bare-word", Severity::error, "The server takes no words beside its options."},
    {"option-type", Severity::error, "The server refuses a value of the wrong type."},
    {"option-choice", Severity::error, "The server refuses a value that is not among its choices."},
    {"bad-option-table", Severity::error, "Half a table of options would judge a launch by the wrong server."},
    {"engine-port", Severity::warning, "--port is the engine's; clients reach --server-port."},
    {"draft-model", Severity::error, "eagle3 needs a draft model; mtp brings its own."},
    {"quant-config", Severity::error, "ATOM refuses an online_quant_config that it does not understand."},
    {"kv-transfer-key", Severity::warning, "A key that the KV connector does not read changes nothing."},
    // Deployments as a whole
    {"duplicate-recipe", Severity::error, "Of two recipes with one name, one would be hidden."},
    {"pair-disagrees", Severity::error, "KV blocks of prefill mean something else to decode."},
    {"port-clash", Severity::error, "The second process on a port dies, often late."},
    {"port-range", Severity::error, "There is no port above 65535."},
    {"over-prefill-seqs", Severity::note, "Requests above prefill's max_num_seqs wait."},
    {"over-capture-sizes", Severity::note, "Batches above the largest captured graph run slower."},
    {"over-model-len", Severity::error, "The server refuses requests longer than max_model_len."},
    {"unread-env", Severity::warning, "A variable that ATOM does not read changes nothing."},
    // Review
    {"hf-overrides-thins", Severity::warning, "A thinned-out model is fast and wrong."},
    {"image-tag", Severity::warning, "What an image without a fixed tag runs changes from day to day."},
    {"model-unused", Severity::warning, "A model that no recipe serves is not benchmarked."},
    {"recipe-model", Severity::warning, "A recipe whose model has no entry cannot be launched."},
    {"router-version-missing", Severity::warning, "A result whose router is not recorded cannot be repeated."},
    // Ignoring findings
    {"unknown-code", Severity::warning, "A comment that ignores a code that does not exist ignores nothing."},
    {"cannot-ignore", Severity::warning, "Of a file that cannot be read, nothing else could be checked."},
    // The node
    {"host-python", Severity::error, "Without its interpreter the server cannot be started."},
    {"host-atom", Severity::error, "An interpreter without the atom module ends at once."},
    {"host-router", Severity::error, "Without its binary the router cannot be started."},
    {"host-model", Severity::error, "A server dies, often after minutes of loading, on a file that is not there."},
    {"host-model-hub", Severity::note, "A model that is not on disk is downloaded when the server starts."},
    {"host-gpus", Severity::error, "A server that sees fewer GPUs than its tensor parallel size does not start."},
    {"host-port", Severity::error, "The server dies, often late, on a port that somebody else holds."},
    {"host-rdma", Severity::warning, "Without RDMA, KV blocks travel over TCP or not at all."},
    {"host-gid", Severity::warning, "Nothing is routed from or to a link-local GID."},
    // Running a node
    {"unknown-host", Severity::error, "Nobody can be waited for at an address that is not known."},
    {"log-file", Severity::error, "A process whose output goes nowhere cannot be explained when it dies."},
    {"cache-dir", Severity::error, "A server whose HOME is not there fails in its libraries, far from the cause."},
    {"state-file", Severity::error, "Who waits for a file that is never written waits for ever."},
    {"exec", Severity::error, "A program that cannot be started is better known before hours of loading."},
    {"process-ended", Severity::error, "A deployment without one of its processes serves nobody."},
    {"worker-lost", Severity::error, "A worker that was up and went away does not come back."},
    {"not-ready-in-time", Severity::error, "Waiting for ever would hold the nodes of a job that failed."},
    // Comparing
    {"not-comparable", Severity::error, "Only sides that hold the same kind of thing can be compared."},
    {"bad-plan", Severity::error, "Half a plan would be compared as if it were the whole."},
    {"git-failed", Severity::error, "Without git's answer nobody knows the files of a revision."},
    // Records of runs
    {"manifest-not-written", Severity::warning, "A run is not stopped by its record, but nobody can repeat it."},
    {"bad-manifest", Severity::error, "What a manifest does not tell cannot be run again."},
    {"manifest-secret", Severity::error, "Secrets are not recorded: whoever runs it again must have them."},
    {"manifest-differs", Severity::error, "Another program or configuration would run under the name of the record."},
});

namespace detail {
/// Index into `checks`. Not found: a compile error where the Code is written, because this throws.
consteval std::size_t check_index(std::string_view code) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].code == code) return i;
  }
  throw "no such code in the table of codes.hpp";
}
}  // namespace detail

/// A code of the table, checked when compiled: `diagnostics.add("unknown-key", …)`.
class Code {
 public:
  consteval Code(const char* code) : index_(detail::check_index(code)) {}  // NOLINT(google-explicit-constructor)
  constexpr const Check& check() const { return checks[index_]; }
  constexpr std::string_view name() const { return checks[index_].code; }
  constexpr Severity severity() const { return checks[index_].severity; }
  friend constexpr bool operator==(Code, Code) = default;

 private:
  std::size_t index_;
};

}  // namespace atomesh
