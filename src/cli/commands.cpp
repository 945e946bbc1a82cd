#include "commands.hpp"

namespace atomesh {
namespace {

constexpr Command all[] = {
    {"launch", "Become the server or router that this node is to run",
     "  srun atomesh launch                                   # role by rank, all from the job's environment\n"
     "  atomesh launch --role decode --recipe minimaxm3-fp4-mi355x-atom-disagg --point 0 --model-dir /models\n",
     declare_launch},
    {"run-node", "Run all that this node is to run: server, router, and a command",
     "  srun --ntasks-per-node=1 atomesh run-node --log-dir logs -- ./bench.sh   # rank 0 runs bench.sh, then all "
     "ends\n"
     "  atomesh run-node --rank 0 --ready-file /run/ready                       # serve until a signal\n",
     declare_run_node},
    {"print-args", "Print what launch would run",
     "  atomesh print-args --role decode --rank 1             # what would run here, as one command\n"
     "  atomesh print-args --role prefill --recipe minimaxm3-fp8-mi355x-atom-disagg --point 1 --rank 0 \\\n"
     "    --model-dir /models --ips 192.0.2.1,192.0.2.2,192.0.2.3 --format json\n",
     declare_print_args},
    {"plan", "Show every process of a deployment: rank, host, GPUs, ports, command",
     "  atomesh plan --recipe minimaxm3-fp4-mi355x-atom-disagg --point 1 --nodes node-a,node-b,node-c --model-dir "
     "/models\n"
     "  atomesh plan --all --model-dir /models --format mermaid    # a picture of each point of each recipe\n",
     declare_plan},
    {"validate", "Check both files and everything that they can launch",
     "  atomesh validate --strict                             # both files, warnings fail\n"
     "  atomesh validate --recipes amd-master.yaml --format sarif > findings.sarif\n",
     declare_validate},
    {"sbatch", "Write a batch script that runs a deployment under SLURM",
     "  atomesh sbatch --recipe minimaxm3-fp4-mi355x-atom-disagg --point 1 --model-dir /models --time 2:00:00 > "
     "job.sh\n"
     "  atomesh sbatch --recipe kimik2.5-fp4-mi355x-atom-disagg --point 0 --model-dir /models --submit -- ./bench.sh\n",
     declare_sbatch},
    {"host-ip", "Print the address of this node as the others reach it",
     "  atomesh host-ip                                       # ATOM_HOST_IP, else the default route's address\n"
     "  srun --label atomesh host-ip                          # of every node of a job\n",
     declare_host_ip},
    {"list", "List models, recipes, points, checks or variables",
     "  atomesh list recipes --precision fp4                  # what there is to launch\n"
     "  atomesh list variables --format json                  # every variable that is read, and its value now\n",
     declare_list},
    {"show", "Show a model or a recipe as it was loaded",
     "  atomesh show recipe minimaxm3-fp4-mi355x-atom-disagg     # aliases and merge keys resolved\n"
     "  atomesh show model MiniMax-M3-MXFP8 --resolved --format json   # what each role gets of it\n",
     declare_show},
    {"schema", "Print the JSON Schema of a file, for editors",
     "  atomesh schema models > models_atom.schema.json       # yaml-language-server completes and checks with it\n"
     "  atomesh schema recipes > amd-master.schema.json\n",
     declare_schema},
    {"completion", "Print a script that completes command lines of atomesh",
     "  source <(atomesh completion bash)                     # for this shell\n"
     "  atomesh completion fish > ~/.config/fish/completions/atomesh.fish\n",
     declare_completion},
    {"diff", "Show what two configurations launch differently",
     "  atomesh diff git:origin/main configs                  # what this branch changes\n"
     "  atomesh diff old/ new/ --format markdown --fail-on must-match\n",
     declare_diff},
    {"man", "Print the manual page",
     "  atomesh man | man -l -                                # read it\n"
     "  atomesh man > /usr/local/share/man/man1/atomesh.1\n",
     declare_man},
};

}  // namespace

std::span<const Command> commands() { return all; }

}  // namespace atomesh
