"""scripts/install.sh: what is where, and what a second run leaves alone."""

import pathlib
import subprocess
import unittest

from harness import BINARY, ExecTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALLED = ["bin/atomesh", "share/atomesh/amd-master.yaml", "share/atomesh/models_atom.yaml",
             "share/bash-completion/completions/atomesh", "share/fish/vendor_completions.d/atomesh.fish",
             "share/man/man1/atomesh.1", "share/zsh/site-functions/_atomesh"]


class Install(ExecTest):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "a prefix"

    def script(self, *words):
        return subprocess.run([ROOT / "scripts/install.sh", *words], env=self.env(), cwd=self.cwd, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    def install(self):
        result = self.script("--prefix", str(self.prefix), "--bin", BINARY)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.splitlines()

    def files(self):
        return {str(path.relative_to(self.prefix)): path for path in sorted(self.prefix.rglob("*")) if path.is_file()}

    def test_what_is_installed_works(self):
        said = self.install()
        self.assertEqual(list(self.files()), INSTALLED)
        self.assertRegex(said[-1], "^==> done: atomesh [0-9.]+ is in .*/a prefix$")
        modes = {name: path.stat().st_mode & 0o777 for name, path in self.files().items()}
        self.assertEqual(modes, {name: 0o755 if name == "bin/atomesh" else 0o644 for name in INSTALLED})
        listed = subprocess.run([self.prefix / "bin/atomesh", "list", "models"], env=self.env(), cwd=self.cwd,
                                capture_output=True, text=True, timeout=60, check=True).stdout
        self.assertIn("Kimi-K2.5-MXFP4", listed, "the installed files are found from anywhere")
        page = self.files()["share/man/man1/atomesh.1"].read_text()
        self.assertTrue(page.startswith(".TH"), page[:80])

    def test_a_second_run_changes_nothing(self):
        self.install()
        before = {name: (path.stat().st_ino, path.stat().st_mtime_ns) for name, path in self.files().items()}
        self.assertEqual(len(self.install()), 1)
        self.assertEqual({name: (path.stat().st_ino, path.stat().st_mtime_ns) for name, path in self.files().items()},
                         before)

    def test_a_changed_configuration_is_kept(self):
        self.install()
        models = self.prefix / "share/atomesh/models_atom.yaml"
        models.write_text("Mine: {}\n")
        self.assertEqual(self.install()[:-1], [f"==> {models}"])
        self.assertEqual(models.read_text(), (ROOT / "configs/models_atom.yaml").read_text())
        self.assertEqual(models.with_name("models_atom.yaml.old").read_text(), "Mine: {}\n")

    def test_a_running_program_is_replaced_beside_it(self):
        self.install()
        binary = self.prefix / "bin/atomesh"
        binary.write_bytes(b"#!/bin/sh\nexec sleep 60\n")
        with open(binary, "rb") as old:
            self.assertEqual(self.install()[:-1], [f"==> {binary}"])
            self.assertEqual(old.read(2), b"#!", "the old file is not written to")

    def test_refusals(self):
        for words, text in (((), "add --prefix DIR"), (("--prefix", ""), "--prefix needs a value"),
                            (("--prefix",), "--prefix needs a value"), (("--pre",), "unknown option --pre"),
                            (("--prefix", "x", "--bin", "/none/atomesh"), "/none/atomesh is not there")):
            with self.subTest(words=words):
                result = self.script(*words)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn(text, result.stderr)
        self.assertFalse(self.prefix.exists())

    def test_help(self):
        for option in ("--help", "-h"):
            result = self.script(option)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout.startswith("usage: scripts/install.sh --prefix DIR"))


if __name__ == "__main__":
    unittest.main()
