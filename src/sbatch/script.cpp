#include <fmt/format.h>

#include <algorithm>

#include "atomesh/sbatch.hpp"
#include "atomesh/words.hpp"

namespace atomesh {
namespace {

/// A value as sbatch reads it from a `#SBATCH` line.
std::string batch_value(std::string value) {
  std::ranges::replace(value, '\n', ' ');
  if (value.find_first_of(" \t\"#") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string header(const BatchJob& job) {
  std::string text = "#!/bin/bash\n";
  const auto line = [&text](std::string_view option, const std::string& value) {
    if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", option, batch_value(value));
  };
  line("job-name", job.name);
  line("nodes", std::to_string(job.nodes));
  line("ntasks-per-node", "1");
  line("partition", job.partition);
  line("account", job.account);
  line("time", job.time);
  line("nodelist", job.nodelist);
  line("exclude", job.exclude);
  for (const std::string& word : job.sbatch_args) text += fmt::format("#SBATCH {}\n", batch_value(word));
  return text;
}

/// Words with a line for each option, so that the script can be read.
std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool option = word.starts_with("--");
    text += option ? " \\\n  " : " ";
    text += quote_word(word);
  }
  return text;
}

std::string run_node(const BatchJob& job) {
  std::string text = quote_word(job.atomesh) + " run-node";
  std::vector<std::string> words = words_of(job.request);
  if (!job.log_dir.empty()) words.insert(words.end(), {"--log-dir", job.log_dir});
  text += lines_of(words);
  if (job.command.empty()) return text;
  return text + " \\\n  -- " + join_words(job.command);
}

/// srun ends with the largest code of all tasks, and those that it stops because one failed end with 143.
constexpr std::string_view ending = R"( 2> >(tee "$errors" >&2) || status=$?
wait $!
first=$(sed -n 's/^srun: error: .*: Exited with exit code \([0-9][0-9]*\)$/\1/p' "$errors" | head -n 1)
rm -f "$errors"
exit "${first:-$status}"
)";

}  // namespace

std::string batch_script(const BatchJob& job) {
  const std::string inside = job.container.empty() ? "" : join_words(job.container) + " ";
  std::string text = header(job);
  text += fmt::format("# {}\nset -euo pipefail\n\n", job.description);
  text += fmt::format(
      "# The first nodes of the allocation, in order of rank; one task on each.\n"
      "mapfile -t nodes < <(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n {0})\n"
      "if ((${{#nodes[@]}} < {0})); then\n"
      "  echo \"{0} node{1} needed, and this allocation has ${{#nodes[@]}}\" >&2\n"
      "  exit 1\n"
      "fi\n"
      "list=$(IFS=,; echo \"${{nodes[*]}}\")\n"
      "on_nodes=(srun --nodes={0} --ntasks={0} --ntasks-per-node=1 --nodelist=\"$list\")\n\n",
      job.nodes, job.nodes == 1 ? " is" : "s are");
  if (!job.log_dir.empty()) text += fmt::format("mkdir -p {}\n", quote_word(job.log_dir));
  if (job.request.addresses.empty()) {
    text += fmt::format(
        "# The address of each node, as it says itself.\n"
        "if [[ -z ${{IPADDRS:-}} ]]; then\n"
        "  IPADDRS=$(\"${{on_nodes[@]}}\" --label {}{} host-ip | sort -n | sed 's/^[0-9]*: *//' | paste -sd,)\n"
        "fi\n"
        "export IPADDRS\n",
        inside, quote_word(job.atomesh));
  }
  // The batch step's own rank would be every task's if it were exported.
  text += "unset NODE_RANK ATOM_HOST_IP\n\n";
  text += "# The job ends with the code of the task that failed first.\nerrors=$(mktemp)\nstatus=0\n";
  const std::string command = inside + run_node(job);
  const bool literal = command.find_first_of("$`") != std::string::npos;
  if (literal) text += "# shellcheck disable=SC2016  # nothing in these words is for this shell\n";
  text += "\"${on_nodes[@]}\" --kill-on-bad-exit=1 --wait=60 " + command;
  return text + std::string(ending);
}

}  // namespace atomesh
