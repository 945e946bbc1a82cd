// A batch script that runs a deployment under SLURM.
#pragma once

#include <string>
#include <vector>

#include "atomesh/request.hpp"

namespace atomesh {

struct BatchJob {
  std::string name;
  int nodes = 0;
  std::string description;  ///< one line: what runs
  std::string partition, account, time, nodelist, exclude;
  std::vector<std::string> sbatch_args;  ///< more options of sbatch, a word each
  std::vector<std::string> container;    ///< words before atomesh, such as those that start a container
  std::string atomesh;                   ///< the binary, as the nodes see it
  std::string log_dir;                   ///< empty: run-node writes no logs
  Request request;                       ///< handed to run-node as options
  std::vector<std::string> command;      ///< run on rank 0 once the router answers
};

/// The script: bash, clean under shellcheck, also for use inside of an allocation. Each node is asked for its address,
/// unless IPADDRS is set; then every node runs run-node. Values stand in the script and not in --export, whose commas
/// would cut them. A newline in an option of sbatch becomes a blank: `#SBATCH` lines hold none.
std::string batch_script(const BatchJob& job);

/// The first word of the script that is a secret or holds one, masked, with the word before it; empty: there is none.
std::string find_secret(const BatchJob& job);

/// The options that say what a request says, in the order of the help. Not rank and role, which each node finds.
std::vector<std::string> words_of(const Request& request);

}  // namespace atomesh
