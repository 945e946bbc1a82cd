"""What `print-args` prints can be pasted into any POSIX shell: the words and the environment are those of the plan."""

import json
import subprocess
import unittest

from harness import DECODE, RECORDER, WORDS, ExecTest, latin1

SHELLS = (["bash", "-c"], ["dash", "-c"], ["busybox", "sh", "-c"])


class ShellForm(ExecTest):
    def print_args(self, *words):
        result = self.run_binary("print-args", "--models", self.models, *DECODE, "--python", RECORDER, *words)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout

    def evaluate(self, shell, text):
        self.record_path.unlink(missing_ok=True)
        subprocess.run([*shell, text], env=self.env(), cwd=self.cwd, check=True, timeout=60)
        record = self.record()
        return record["argv"], dict(entry.split("=", 1) for entry in record["environ"])

    def test_same_words_in_every_shell(self):
        variables = [part for i, word in enumerate(WORDS) for part in ("--env", f"V{i}={word}")]
        words = [*variables, "--", *WORDS, "${HOME}", "$$", "--"]
        plan = json.loads(self.print_args("--format", "json", *words))
        text = self.print_args(*words)
        for shell in SHELLS:
            with self.subTest(shell=shell[0]):
                argv, environ = self.evaluate(shell, text)
                self.assertEqual(argv, [latin1(word) for word in plan["argv"]])
                self.assertEqual({name: environ.get(name) for name in plan["env"]},
                                 {name: latin1(value) for name, value in plan["env"].items()})

    def test_bytes_that_are_not_utf8(self):
        text = self.print_args("--", b"caf\xe9", b"\xff")
        for shell in SHELLS:
            with self.subTest(shell=shell[0]):
                argv, _ = self.evaluate(shell, text)
                self.assert_tail(argv, [b"caf\xe9", b"\xff"])

    def test_nul_and_lines_hold_the_same_words(self):
        harmless = [word for word in WORDS if "\n" not in word]
        plan = json.loads(self.print_args("--format", "json", "--", *harmless))
        by_nul = self.print_args("--format", "nul", "--", *harmless).decode().split("\0")
        self.assertEqual(by_nul, [*plan["argv"], ""])
        by_line = self.print_args("--format", "lines", "--", *harmless).decode().split("\n")
        self.assertEqual(by_line, [*plan["argv"], ""])


if __name__ == "__main__":
    unittest.main()
