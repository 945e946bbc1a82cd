"""Deployments as generated batch scripts on a SLURM that runs: see scripts/slurm_e2e.sh, which starts it.

Usage: run.py ATOMESH FOLDER
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

ATOMESH, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
TESTS = pathlib.Path(__file__).resolve().parents[1]
STANDIN = TESTS / "standin"
COMMAND = [sys.executable, str(TESTS / "slurm" / "command.py")]
WORDS = ["it's", '{"a":"b, c"}', "$HOME `x` *", ""]
MODELS = """Tiny:
  env:
    PYTHONPATH: {standin}
    ATOM_STANDIN_BIND: ${{HOST_IP}}
    ATOM_STANDIN_DUMP: {folder}/dump-${{RANK}}.json
  hf_overrides: {{ note: "a, 'b' $c" }}
"""


class Slurm(unittest.TestCase):
    def setUp(self):
        self.folder = FOLDER / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.models = self.folder / "models.yaml"
        self.models.write_text(MODELS.format(standin=STANDIN, folder=self.folder))
        self.log = self.folder / "command.log"

    def words(self, prefill, decode, nodes=None):
        ips = ",".join(f"127.0.0.{i + 1}" for i in range(nodes or prefill + decode))
        return ["--models", str(self.models), "--model", "Tiny", "--model-dir", "/models", "--tp", "1", "--xp",
                str(prefill), "--yd", str(decode), "--ips", ips, "--router-bin", str(STANDIN / "router.py"), "--python",
                sys.executable]

    def env(self):
        return {**os.environ, "ATOMESH_ALLOW_LOOPBACK": "1", "PYTHONDONTWRITEBYTECODE": "1"}

    def submit(self, prefill, decode, *words, command=None, nodes=None):
        ran = COMMAND + [str(self.log), *WORDS] if command is None else command
        args = [ATOMESH, "sbatch", *self.words(prefill, decode, nodes), "--sbatch-arg", f"--output={self.folder}/job.out",
                "--sbatch-arg", f"--chdir={self.folder}", "--time", "5", "--submit", *words]
        result = subprocess.run(args + (["--", *ran] if ran else []), env=self.env(), capture_output=True, text=True,
                                timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.split()[-1]

    def wait(self, job, within=60):
        """State and exit code of the job once it has ended."""
        deadline = time.monotonic() + within
        while True:
            shown = subprocess.run(["scontrol", "show", "job", job], capture_output=True, text=True, check=False).stdout
            fields = dict(word.split("=", 1) for word in shown.split() if "=" in word)
            if fields.get("JobState") in ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL"):
                return fields["JobState"], int(fields["ExitCode"].split(":")[0])
            self.assertLess(time.monotonic(), deadline, self.output() + shown)
            time.sleep(0.1)

    def output(self):
        path = self.folder / "job.out"
        return path.read_text(errors="replace") if path.exists() else ""

    def planned(self, prefill, decode):
        """The argv that `plan` says each rank's server gets."""
        result = subprocess.run([ATOMESH, "plan", "--format", "json", *self.words(prefill, decode)], env=self.env(),
                                capture_output=True, text=True, check=True)
        processes = json.loads(result.stdout)["deployments"][0]["processes"]
        return {each["rank"]: each["argv"] for each in processes if each["role"] != "router"}

    def dumped(self, rank):
        return json.loads((self.folder / f"dump-{rank}.json").read_text())["argv"]

    def left_over(self):
        """Processes of this test that are still there."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if str(self.folder).encode() in path.read_bytes():
                    found.append(path.parent.joinpath("cmdline").read_bytes())
            except OSError:
                continue
        return found

    def assert_nothing_left(self, within=15):
        deadline = time.monotonic() + within
        while left := self.left_over():
            self.assertLess(time.monotonic(), deadline, left)
            time.sleep(0.2)

    def assert_deployment_works(self, prefill, decode):
        state, code = self.wait(self.submit(prefill, decode))
        self.assertEqual((state, code), ("COMPLETED", 0), self.output())
        ran = [json.loads(line) for line in self.log.read_text().splitlines()]
        self.assertEqual(ran, [{"status": 200, "argv": WORDS, "IS_MTP": ran[0]["IS_MTP"]}])
        planned = self.planned(prefill, decode)
        self.assertEqual(len(planned), prefill + decode)
        for rank, argv in planned.items():
            self.assertEqual(self.dumped(rank)[-len(argv[3:]):], argv[3:], f"rank {rank}")
        self.assert_nothing_left()

    def test_1p1d(self):
        self.assert_deployment_works(1, 1)

    def test_2p1d(self):
        self.assert_deployment_works(2, 1)

    def test_1p2d(self):
        self.assert_deployment_works(1, 2)

    def test_1p1d_on_a_single_node(self):
        state, code = self.wait(self.submit(1, 1, "--layout", "single-node", "--cache-dir", str(self.folder / "cache"),
                                            nodes=1))
        self.assertEqual((state, code), ("COMPLETED", 0), self.output())
        self.assertEqual(json.loads(self.log.read_text())["status"], 200)
        self.assertEqual(sorted(path.name for path in (self.folder / "cache").iterdir()), ["decode-1", "prefill-0"])
        self.assert_nothing_left()

    def test_a_worker_that_dies_fails_the_job_at_once(self):
        text = self.models.read_text()
        self.models.write_text(text + "  decode_env:\n    ATOM_STANDIN_EXIT: 7\n    PYTHONPATH: " + str(STANDIN) + "\n")
        begin = time.monotonic()
        state, code = self.wait(self.submit(1, 1))
        self.assertEqual((state, code), ("FAILED", 7), self.output())
        self.assertLess(time.monotonic() - begin, 10)
        self.assertFalse(self.log.exists())
        self.assert_nothing_left()

    def test_scancel_leaves_no_process(self):
        ready = self.folder / "ready"
        job = self.submit(1, 1, command=[sys.executable, "-c", f"open('{ready}', 'w'); import time; time.sleep(300)"])
        deadline = time.monotonic() + 60
        while not ready.exists():
            self.assertLess(time.monotonic(), deadline, self.output())
            time.sleep(0.1)
        self.assertTrue(self.left_over())
        subprocess.run(["scancel", job], check=True)
        self.assertEqual(self.wait(job)[0], "CANCELLED")
        self.assert_nothing_left(within=40)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
