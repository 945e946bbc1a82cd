"""The batch script in a real bash, with stand-ins for the programs of SLURM that write down what they are told."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import BINARY, ExecTest

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
SRUN = """#!/usr/bin/env python3
import json, os, sys
with open(os.environ["SRUN_LOG"], "a") as log:
    log.write(json.dumps({"argv": sys.argv[1:], "IPADDRS": os.environ.get("IPADDRS"),
                          "NODE_RANK": os.environ.get("NODE_RANK")}) + "\\n")
if "run-node" in sys.argv and "SRUN_FAILS" in os.environ:
    print("srun: error: node-b: task 1: Exited with exit code 7", file=sys.stderr)
    sys.exit(143)
if "host-ip" in sys.argv:
    print("2: 192.0.2.3\\n0: 192.0.2.1\\n1: 192.0.2.2")
"""
COMMAND = ["./bench.sh", "it's", "$x `y` *", "", '{"a":"b, c"}']


class Sbatch(ExecTest):
    def setUp(self):
        super().setUp()
        self.write("srun", SRUN, mode=0o755)
        self.write("scontrol", '#!/bin/sh\nprintf "%s\\\\n" node-a node-b node-c node-d\n', mode=0o755)

    def script(self, *words):
        result = self.run_binary("sbatch", "--models", str(CONFIGS / "models_atom.yaml"), "--recipes",
                                 str(CONFIGS / "amd-master.yaml"), "--recipe", "minimaxm3-fp4-mi355x-atom-disagg",
                                 "--point", "1", "--model-dir", "/models", *words)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode()

    def run_script(self, script, **extra):
        env = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "SRUN_LOG": str(self.folder / "log"),
               "SLURM_JOB_NODELIST": "node-[a-d]", "NODE_RANK": "7", **extra}
        result = subprocess.run(["bash"], input=script.encode(), env=env, capture_output=True, timeout=60, check=False)
        log = self.folder / "log"
        calls = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        return result, calls

    def test_every_word_arrives(self):
        result, calls = self.run_script(self.script("--set", 'hf_overrides={"a":"b, c"}', "--", *COMMAND))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        asked, ran = calls
        where = ["--nodes=3", "--ntasks=3", "--ntasks-per-node=1", "--nodelist=node-a,node-b,node-c"]
        self.assertEqual(asked["argv"], [*where, "--label", BINARY, "host-ip"])
        self.assertEqual(ran["argv"][:8], [*where, "--kill-on-bad-exit=1", "--wait=60", BINARY, "run-node"])
        self.assertEqual(ran["argv"][ran["argv"].index("--"):], ["--", *COMMAND])
        self.assertIn('hf_overrides={"a":"b, c"}', ran["argv"])
        self.assertEqual((ran["IPADDRS"], ran["NODE_RANK"]), ("192.0.2.1,192.0.2.2,192.0.2.3", None))

    def test_addresses_that_are_set_are_kept(self):
        _, calls = self.run_script(self.script(), IPADDRS="192.0.2.7,192.0.2.8,192.0.2.9")
        self.assertEqual([call["IPADDRS"] for call in calls], ["192.0.2.7,192.0.2.8,192.0.2.9"])

    def test_the_code_is_that_of_the_task_that_failed_first(self):
        result, _ = self.run_script(self.script(), SRUN_FAILS="1")
        self.assertEqual((result.returncode, result.stderr),
                         (7, b"srun: error: node-b: task 1: Exited with exit code 7\n"))

    def test_too_small_an_allocation_fails_before_anything_runs(self):
        self.write("scontrol", "#!/bin/sh\necho node-a\n", mode=0o755)
        result, calls = self.run_script(self.script())
        self.assertEqual((result.returncode, calls), (1, []))
        self.assertEqual(result.stderr, b"3 nodes are needed, and this allocation has 1\n")

    @unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
    def test_shellcheck_is_content(self):
        script = self.script("--container", "run 'a b'", "--log-dir", "a b", "--time", "1:00", "--", *COMMAND)
        result = subprocess.run(["shellcheck", "-"], input=script.encode(), capture_output=True, check=False)
        self.assertEqual((result.returncode, result.stdout), (0, b""))

    def test_submit_hands_the_script_to_sbatch(self):
        self.write("sbatch", f"#!/bin/sh\ncat > {self.folder}/submitted\necho Submitted batch job 7\nexit 3\n", mode=0o755)
        words = ["--models", str(CONFIGS / "models_atom.yaml"), "--model", "Kimi-K2.5-MXFP4", "--tp", "4"]
        printed = self.run_binary("sbatch", *words)
        result = self.run_binary("sbatch", *words, "--submit", env=self.env(PATH=f"{self.folder}:/usr/bin:/bin"))
        self.assertEqual((result.returncode, result.stdout), (3, b"Submitted batch job 7\n"))
        self.assertEqual((self.folder / "submitted").read_bytes(), printed.stdout)

    def test_a_layout_of_one_node_takes_one(self):
        words = ["--models", str(CONFIGS / "models_atom.yaml"), "--model", "Kimi-K2.5-MXFP4", "--tp", "4"]
        result = self.run_binary("sbatch", *words, "--layout", "single-node")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn(b"#SBATCH --nodes=1\n", result.stdout)
        self.assertIn(b"1P1D, all workers on one node, the router on the first\n", result.stdout)
        _, calls = self.run_script(result.stdout.decode())
        self.assertEqual([call["argv"][:2] for call in calls], [["--nodes=1", "--ntasks=1"]] * 2)
        ran = calls[1]["argv"]
        self.assertEqual(ran[ran.index("--layout") + 1], "single-node")
        by_variable = self.run_binary("sbatch", *words, env=self.env(ATOMESH_LAYOUT="single-node"))
        self.assertIn(b"#SBATCH --nodes=1\n", by_variable.stdout)

    def test_without_sbatch(self):
        words = ["--models", str(CONFIGS / "models_atom.yaml"), "--model", "Kimi-K2.5-MXFP4", "--tp", "4", "--submit"]
        result = self.run_binary("sbatch", *words, env=self.env(PATH="/no"))
        self.assertEqual((result.returncode, result.stdout), (127, b""))
        self.assertIn(b"sbatch: not found in PATH [exec]", result.stderr)

    def test_every_node_finds_its_own_rank(self):
        for words in (("--rank", "1"), ("--role", "decode"), ("--worker", "1"), ("--host-ip", "192.0.2.1")):
            self.assert_refused(self.run_binary("sbatch", *words), 2, "it takes no --role, --rank, --worker or --host-ip")


class HostIp(ExecTest):
    def test_is_what_the_environment_says(self):
        result = self.run_binary("host-ip", env=self.env(ATOM_HOST_IP="192.0.2.9"))
        self.assertEqual((result.returncode, result.stdout), (0, b"192.0.2.9\n"))


if __name__ == "__main__":
    unittest.main()
