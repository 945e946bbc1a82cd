"""`man`: a page without faults, on which everything stands that `--help` and `list variables` tell."""

import json
import os
import re
import shutil
import subprocess
import unittest

from harness import ExecTest


class Man(ExecTest):
    def page(self):
        result = self.run_binary("man")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode("ascii")

    def shown(self, width="80"):
        """The page as a reader sees it, and what troff says about it."""
        program = shutil.which("man")
        if program is None:
            self.skipTest("man is not installed: how the page looks is not tested")
        env = {"PATH": os.environ["PATH"], "MANWIDTH": width, "LC_ALL": "C.UTF-8", "GROFF_NO_SGR": "1"}
        page = self.write("atomesh.1", self.page())
        result = subprocess.run([program, "--warnings", "-E", "UTF-8", "-l", page], env=env, capture_output=True,
                                text=True, timeout=60)
        return re.sub(".\b", "", result.stdout), result.stderr

    def help(self, *command):
        return self.run_binary(*command, "--help").stdout.decode()

    def commands(self):
        return [line.split()[0] for line in self.help().split("Subcommands:\n")[1].splitlines() if line]

    def test_no_warnings(self):
        for width in ("80", "60"):
            with self.subTest(width=width):
                self.assertEqual(self.shown(width)[1], "")

    def test_it_is_a_page_for_man(self):
        self.assertRegex(self.page(), r'^\.TH "ATOMESH" "1" "" "atomesh \d')
        self.assertIn("\n.SH \"NAME\"\n.PP\natomesh \\- ", self.page())

    def test_every_command_with_every_option(self):
        text = self.shown()[0]
        words = set(re.findall(r"\S+", text))
        self.assertGreater(len(self.commands()), 10)
        for command in self.commands():
            self.assertIn(f"\n   {command}\n", text)
            options = re.findall(r"^  (?:-h,)?(--[a-z0-9-]+)", self.help(command), flags=re.MULTILINE)
            self.assertIn("--help", options)
            for option in options:
                self.assertIn(option, words, command)

    def test_examples_are_as_in_the_help(self):
        lines = {line.strip() for line in self.shown()[0].splitlines()}
        for command in self.commands():
            for example in self.help(command).split("Examples:\n")[1].splitlines():
                self.assertIn(example.strip(), lines)

    def test_options_of_a_plan_are_told_once(self):
        self.assertEqual(self.page().count("Tensor parallel size of both roles"), 1)

    def test_every_variable(self):
        words = set(re.findall(r"\S+", self.shown()[0]))
        listed = json.loads(self.run_binary("list", "variables", "--format", "json").stdout)["variables"]
        self.assertGreater(len(listed), 50)
        for row in listed:
            name = re.sub(r"^ATOMESH_(PREFILL|DECODE)_", "ATOMESH_", row["name"])
            self.assertIn(name, words)

    def test_nothing_of_this_machine(self):
        env = self.env(HF_TOKEN="swordfish", MODEL_DIR="/somewhere")
        self.assertEqual(self.run_binary("man", env=env).stdout.decode(), self.page())

    def test_exit_codes(self):
        status = self.shown()[0].split("EXIT STATUS")[1].split("ENVIRONMENT")[0]
        for code in ("0", "1", "2", "70", "124", "125", "126", "127", r"128\+N"):
            self.assertRegex(status, rf"(?m)^ +{code}( |$)")

    def test_no_words(self):
        self.assert_refused(self.run_binary("man", "--", "x"), 2, "man takes no words [usage]")


if __name__ == "__main__":
    unittest.main()
