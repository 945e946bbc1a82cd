"""`list`: what it prints, what it leaves alone, and how it fits a terminal."""

import json
import os
import pathlib
import pty
import struct
import subprocess
import termios
import unittest
from fcntl import ioctl

from harness import BINARY, ExecTest

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
FILES = ["--models", str(CONFIGS / "models_atom.yaml"), "--recipes", str(CONFIGS / "amd-master.yaml")]
RECIPES = FILES[2:]


class List(ExecTest):
    def listed(self, *words, **options):
        result = self.run_binary("list", *words, **options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode()

    def rows(self, what, *words, **options):
        document = json.loads(self.listed(what, *words, "--format", "json", **options))
        self.assertEqual(document["format"], f"atomesh.{what}/1")
        return document[what]

    def test_models_of_the_shipped_files(self):
        rows = self.rows("models", *FILES)
        self.assertEqual([row["model"] for row in rows],
                         ["DeepSeek-V4-Pro", "MiniMax-M3-MXFP4", "MiniMax-M3-MXFP8", "Kimi-K2.5-MXFP4"])
        self.assertEqual([row["modes"] for row in rows], 3 * [["tp", "tp+dpa", "ep+dpa"]] + [["tp"]])
        self.assertEqual([row["mtp"] for row in rows], [True, True, True, False])
        self.assertTrue(all(row["recipes"] for row in rows), "every model is served")

    def test_models_do_without_recipes(self):
        rows = self.rows("models", "--models", self.models)
        self.assertEqual(rows, [{"model": "Tiny", "modes": ["tp"], "mtp": False, "recipes": None}])

    def test_a_file_that_is_named_must_be_there(self):
        for words in (["models", "--models", self.models, "--recipes", "none.yaml"], ["recipes", "--recipes", "none.yaml"],
                      ["models", "--models", "none.yaml"], ["recipes"]):
            with self.subTest(words=words):
                result = self.run_binary("list", *words)
                self.assertEqual((result.returncode, result.stdout), (1, b""))
                self.assertIn(b"error: ", result.stderr)

    def test_every_filter(self):
        for words, count in ((["--framework", "atom-disagg"], 6), (["--precision", "fp8"], 2),
                             (["--runner", "mi355x"], 1), (["--model", "MiniMax-M3-MXFP4"], 2),
                             (["--model", "amd/MiniMax-M3-MXFP4", "--precision", "fp4"], 2)):
            with self.subTest(words=words):
                self.assertEqual(len(self.rows("recipes", *RECIPES, *words)), count)

    def test_points_have_the_numbers_that_launch_takes(self):
        rows = self.rows("points", *RECIPES, "--model", "Kimi-K2.5-MXFP4")
        self.assertEqual([(row["point"], row["shape"], row["can_launch"]) for row in rows],
                         [(0, "1P1D tp4", True), (1, "1P2D prefill tp4, decode tp8", True)])

    def test_a_filter_that_fits_nothing_says_why(self):
        result = self.run_binary("list", "recipes", *RECIPES, "--precision", "fp5")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout, b"RECIPE  MODEL  PRECISION  RUNNER  FRAMEWORK  POINTS\n")
        self.assertEqual(result.stderr, b"atomesh: note: no recipe has precision 'fp5': did you mean 'fp4'?\n")

    def test_faulty_entries_are_reported_and_the_others_listed(self):
        models = self.write("some.yaml", "Good: {}\nBad: 1\n")
        result = self.run_binary("list", "models", "--models", models)
        self.assertEqual((result.returncode, result.stdout), (1, b"MODEL  MODES  MTP    RECIPES\nGood   tp     false  -\n"))
        self.assertIn(b"some.yaml:2:6: error: 'Bad' is not a mapping of keys [wrong-type]", result.stderr)

    def test_checks_are_those_of_validate(self):
        self.assertEqual(self.listed("checks"), self.run_binary("validate", "--list-checks").stdout.decode())
        self.assertEqual(json.loads(self.listed("checks", "--format", "json"))["format"], "atomesh.checks/1")

    def test_variables_are_masked(self):
        env = self.env(ATOMESH_ENV="HF_TOKEN=hf_abcdefghijklmnop", MODEL_DIR="/models", xP="")
        rows = {row["name"]: row for row in self.rows("variables", env=env)}
        self.assertEqual(rows["ATOMESH_ENV"]["value"], "HF_TOKEN=***")
        self.assertEqual(rows["MODEL_DIR"]["value"], "/models")
        self.assertEqual((rows["xP"]["value"], rows["xP"]["default"]), (None, "1"))

    def test_misuse(self):
        for words, text in ((["list"], "WHAT is required"), (["list", "model"], "WHAT: takes models, recipes, points, checks"),
                            (["list", "checks", "--runner", "x"], "list checks takes no filter"),
                            (["list", "variables", "--model", "x"], "list variables takes no filter"),
                            (["list", "recipes", "models"], "unexpected word 'models'")):
            with self.subTest(words=words):
                self.assert_refused(self.run_binary(*words), 2, text)

    def width_in_a_terminal(self, columns, *words):
        own, terminal = pty.openpty()
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        subprocess.run([BINARY, "list", *words], env=self.env(), cwd=self.cwd, stdout=terminal, timeout=60, check=True)
        os.close(terminal)
        text = b""
        try:
            while part := os.read(own, 65536):
                text += part
        except OSError:  # Linux tells the end of a terminal so
            pass
        os.close(own)
        return max(len(line) for line in text.decode().splitlines())

    def test_only_a_terminal_cuts_lines(self):
        self.assertEqual(self.width_in_a_terminal(80, "recipes", *RECIPES), 80)
        whole = max(len(line) for line in self.listed("recipes", *RECIPES).splitlines())
        self.assertGreater(whole, 80)
        self.assertEqual(self.width_in_a_terminal(200, "recipes", *RECIPES), whole)


if __name__ == "__main__":
    unittest.main()
