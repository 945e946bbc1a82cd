// The command `sbatch`.
#include "atomesh/sbatch.hpp"

#include <fmt/format.h>
#include <linux/limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>

#include "atomesh/exec.hpp"
#include "atomesh/host.hpp"
#include "atomesh/words.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

struct SbatchOptions {
  BatchJob job;
  std::string container;
  bool submit = false;
  bool show_secrets = false;
};

std::string own_path() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "atomesh";
}

std::string_view in_words(Layout layout) {
  switch (layout) {
    case Layout::multi_node:
      return "one worker a node";
    case Layout::single_node:
      return "all workers on one node";
    case Layout::prefill_single_node:
      return "prefill workers on one node, decode workers on a node each";
    case Layout::decode_single_node:
      return "prefill workers on a node each, decode workers on one node";
  }
  return "";
}

/// What runs, how many nodes it needs, and the job's name. Nothing after an error.
std::optional<BatchJob> complete(const SbatchOptions& options, const Invocation& invocation, Diagnostics& diagnostics) {
  BatchJob job = options.job;
  const Environment& environment = invocation.environment;
  const Config config = read_config(job.request, environment, diagnostics);
  const auto deployment = find_deployment(job.request, config, environment, diagnostics);
  if (!deployment) return std::nullopt;
  const std::string model = deployment->model_name ? deployment->model_name->value : "";
  const std::string what = job.request.recipe.empty() ? model : job.request.recipe;
  job.nodes = deployment->nodes();
  if (job.name.empty()) job.name = "atomesh-" + what;
  job.description = fmt::format("{}{}: {} {}P{}D, {}, the router on the first", what,
                                deployment->point ? fmt::format(" point {}", *deployment->point) : "", model,
                                deployment->prefill.workers.value, deployment->decode.workers.value,
                                in_words(deployment->layout.value));
  if (job.atomesh.empty()) job.atomesh = own_path();
  job.command = invocation.trailing;
  return job;
}

/// Runs sbatch with the script on its standard input; its exit code.
int submit(const std::string& script, const Environment& environment) {
  const Found sbatch = find_program("sbatch", search_path(environment));
  if (sbatch.path.empty()) {
    write(stderr, fmt::format("atomesh: error: {} [exec]\n    hint: run it where SLURM is, or without --submit\n",
                              sbatch.failure.message));
    return sbatch.failure.exit_code;
  }
  int ends[2];
  if (pipe(ends) != 0) return exit_internal;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(sbatch.path.c_str(), "sbatch", nullptr);
    _exit(exit_not_executable);
  }
  close(ends[0]);
  std::FILE* out = fdopen(ends[1], "w");
  if (out != nullptr) {
    write(out, script);
    std::fclose(out);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return exit_internal;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_sbatch(const SbatchOptions& given, const Invocation& invocation) {
  SbatchOptions options = given;
  const Request& request = options.job.request;
  if (request.role || request.rank || request.worker || !request.host_ip.empty()) {
    return misuse("sbatch is about every node: it takes no --role, --rank, --worker or --host-ip",
                  "see `atomesh sbatch --help`");
  }
  if (const std::string error = find_misuse(request); !error.empty()) {
    write(stderr, error);
    return exit_usage;
  }
  const Split container = split_words(options.container);
  if (!container.error.empty()) return misuse("--container: " + container.error, "close the quote");
  for (const Word& word : container.words) options.job.container.push_back(word.text);
  Diagnostics diagnostics;
  const auto job = complete(options, invocation, diagnostics);
  report(diagnostics);
  if (!job) return 1;
  const std::string secret = options.submit || options.show_secrets ? "" : find_secret(*job);
  if (!secret.empty()) {
    return misuse(fmt::format("the script would hold a secret: {}", secret),
                  "set it in the environment, which SLURM hands on to the job; or add --show-secrets");
  }
  const std::string script = batch_script(*job);
  if (options.submit) return submit(script, invocation.environment);
  return write_output(script) ? 0 : 1;
}

}  // namespace

Action declare_sbatch(OptionSet& set) {
  auto options = std::make_shared<SbatchOptions>();
  BatchJob& job = options->job;
  set.text("--job-name", job.name, "NAME", "Name of the job (atomesh-RECIPE)");
  set.text("--partition", job.partition, "NAME", "Partition of SLURM");
  set.text("--account", job.account, "NAME", "Account of SLURM");
  set.text("--time", job.time, "TIME", "Time limit, as sbatch takes it");
  set.text("--nodelist", job.nodelist, "LIST", "Nodes that the job must get");
  set.text("--exclude", job.exclude, "LIST", "Nodes that the job must not get");
  set.repeatable("--sbatch-arg", job.sbatch_args, "OPTION", "Any other option of sbatch, such as --exclusive");
  set.text("--container", options->container, "CMD",
           "Words that start atomesh on a node, such as those of a container");
  set.text("--atomesh", job.atomesh, "PATH", "This program as the nodes see it (its own path)");
  set.text("--log-dir", job.log_dir, "DIR", "Where run-node writes a log of each process");
  set.flag("--submit", options->submit, "Hand the script to sbatch instead of printing it");
  set.flag("--show-secrets", options->show_secrets, "Print a script with tokens and passwords in it");
  add_file_options(set, job.request);
  add_plan_options(set, job.request);
  return [options](const Invocation& invocation) { return run_sbatch(*options, invocation); };
}

}  // namespace atomesh
