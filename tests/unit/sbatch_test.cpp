// Batch scripts: whole texts, and options that come back as they were given.
#include "atomesh/sbatch.hpp"

#include <gtest/gtest.h>

namespace atomesh {
namespace {

BatchJob job() {
  BatchJob job;
  job.name = "atomesh-tiny";
  job.nodes = 2;
  job.description = "tiny point 0: Tiny 1P1D, one worker a node, the router on the first";
  job.atomesh = "/opt/atomesh";
  job.request.recipe = "tiny";
  job.request.point = 0;
  return job;
}

TEST(BatchScript, RunsEveryNodeAfterAskingForItsAddress) {
  EXPECT_EQ(batch_script(job()), R"(#!/bin/bash
#SBATCH --job-name=atomesh-tiny
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
# tiny point 0: Tiny 1P1D, one worker a node, the router on the first
set -euo pipefail

# The first nodes of the allocation, in order of rank; one task on each.
mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 2)
if ((${#nodes[@]} < 2)); then
  echo "2 nodes are needed, and this allocation has ${#nodes[@]}" >&2
  exit 1
fi
list=$(IFS=,; echo "${nodes[*]}")
on_nodes=(srun --nodes=2 --ntasks=2 --ntasks-per-node=1 --nodelist="$list")

# The address of each node, as it says itself.
if [[ -z ${IPADDRS:-} ]]; then
  IPADDRS=$("${on_nodes[@]}" --label /opt/atomesh host-ip | sort -n | sed 's/^[0-9]*: *//' | paste -sd,)
fi
export IPADDRS
unset NODE_RANK ATOM_HOST_IP

# The job ends with the code of the task that failed first.
errors=$(mktemp)
status=0
"${on_nodes[@]}" --kill-on-bad-exit=1 --wait=60 /opt/atomesh run-node \
  --recipe tiny \
  --point 0 2> >(tee "$errors" >&2) || status=$?
wait $!
first=$(sed -n 's/^srun: error: .*: Exited with exit code \([0-9][0-9]*\)$/\1/p' "$errors" | head -n 1)
rm -f "$errors"
exit "${first:-$status}"
)");
}

TEST(BatchScript, HasTheOptionsOfSbatchInItsHead) {
  BatchJob full = job();
  full.partition = "gpu";
  full.account = "team a";
  full.time = "1-00:00:00";
  full.nodelist = "node-[a-b]";
  full.exclude = "node-c";
  full.sbatch_args = {"--exclusive", "--comment=say \"x\"\nand y"};
  const std::string script = batch_script(full);
  EXPECT_EQ(script.substr(0, script.find("# tiny")), R"(#!/bin/bash
#SBATCH --job-name=atomesh-tiny
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --partition=gpu
#SBATCH --account="team a"
#SBATCH --time=1-00:00:00
#SBATCH --nodelist=node-[a-b]
#SBATCH --exclude=node-c
#SBATCH --exclusive
#SBATCH "--comment=say \"x\" and y"
)");
}

TEST(BatchScript, QuotesEveryWordForItsShell) {
  BatchJob full = job();
  full.container = {"podman", "run", "-v", "/a b:/a"};
  full.log_dir = "my logs";
  full.request.set = {R"(hf_overrides={"a":"b, $c"})"};
  full.request.addresses = "192.0.2.1,192.0.2.2";
  full.command = {"./bench.sh", "it's"};
  const std::string script = batch_script(full);
  EXPECT_EQ(script.substr(script.find("mkdir")), R"(mkdir -p 'my logs'
unset NODE_RANK ATOM_HOST_IP

# The job ends with the code of the task that failed first.
errors=$(mktemp)
status=0
# shellcheck disable=SC2016  # nothing in these words is for this shell
"${on_nodes[@]}" --kill-on-bad-exit=1 --wait=60 podman run -v '/a b:/a' /opt/atomesh run-node \
  --recipe tiny \
  --point 0 \
  --ips 192.0.2.1,192.0.2.2 \
  --set 'hf_overrides={"a":"b, $c"}' \
  --log-dir 'my logs' \
  -- ./bench.sh 'it'\''s' 2> >(tee "$errors" >&2) || status=$?
wait $!
first=$(sed -n 's/^srun: error: .*: Exited with exit code \([0-9][0-9]*\)$/\1/p' "$errors" | head -n 1)
rm -f "$errors"
exit "${first:-$status}"
)");
}

TEST(WordsOfRequest, SayWhatItSays) {
  Request request;
  request.recipe = "r";
  request.both = {4, true, false};
  request.decode.tp = 8;
  request.mtp = 0;
  request.layout = Layout::decode_single_node;
  request.cache_dir = "/cache";
  request.env = {"A=1 2", "B="};
  request.server_args = {"--x", ""};
  EXPECT_EQ(
      words_of(request),
      (std::vector<std::string>{"--recipe",     "r",     "--tp",        "4",     "--dp-attn=true", "--ep=false",
                                "--decode-tp",  "8",     "--mtp",       "0",     "--layout",       "decode-single-node",
                                "--env",        "A=1 2", "--env",       "B=",    "--server-arg",   "--x",
                                "--server-arg", "",      "--cache-dir", "/cache"}));
  EXPECT_TRUE(words_of({}).empty());
}

TEST(FindSecret, NamesTheWord) {
  EXPECT_EQ(find_secret(job()), "");
  BatchJob secret = job();
  secret.request.env = {"HF_TOKEN=swordfish"};
  EXPECT_EQ(find_secret(secret), "--env HF_TOKEN=***");
  secret = job();
  secret.request.server_args = {"--api-key", "swordfish"};
  EXPECT_EQ(find_secret(secret), "--api-key ***");
  secret = job();
  secret.command = {"curl", "http://user:pass@node-a/"};
  EXPECT_EQ(find_secret(secret), "curl http://***@node-a/");
  secret = job();
  secret.sbatch_args = {"--export=HF_TOKEN=swordfish"};
  EXPECT_EQ(find_secret(secret), "--export=HF_TOKEN=***");
  secret = job();
  secret.container = {"run", "-e", "HF_TOKEN=swordfish"};
  EXPECT_EQ(find_secret(secret), "-e HF_TOKEN=***");
}

}  // namespace
}  // namespace atomesh
