"""`--help` of every command: two examples, which are right."""

import pathlib
import re
import shlex
import unittest

from harness import ExecTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What an example of these would do to this machine is not for a test.
NOT_RUN = ("launch", "sbatch")


class Help(ExecTest):
    def commands(self):
        text = self.run_binary("--help").stdout.decode()
        return [line.split()[0] for line in text.split("Subcommands:\n")[1].splitlines() if line]

    def examples(self, command):
        text = self.run_binary(command, "--help").stdout.decode()
        lines = text.split("Examples:\n")[1].replace("\\\n", " ").splitlines()
        return [line for line in lines if line.strip()]

    def test_two_examples_each(self):
        self.assertGreater(len(self.commands()), 3)
        for command in self.commands():
            with self.subTest(command=command):
                examples = self.examples(command)
                self.assertEqual(len(examples), 2)
                for example in examples:
                    self.assertRegex(example, rf"(^|[ (])atomesh {command}\b")

    def test_examples_are_understood(self):
        for command in self.commands():
            for example in [] if command in NOT_RUN else self.examples(command):
                with self.subTest(example=example):
                    line = re.sub(r"^.*?(?=atomesh )", "", example)  # srun, source <(
                    words = shlex.split(re.split("[>|]", line)[0].rstrip(") "), comments=True)
                    result = self.run_binary(*[word.rstrip(")") for word in words[1:]])
                    self.assertNotIn(b"[usage]", result.stderr)


if __name__ == "__main__":
    unittest.main()
