"""What the exec tests share: a scratch folder with a models file, and the recorder as the server that is launched.

ATOMESH names the binary, ATOMESH_RECORDER the recorder (see recorder.c).
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.path.abspath(os.environ["ATOMESH"])
RECORDER = os.path.abspath(os.environ["ATOMESH_RECORDER"])
SANITIZERS = {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
STANDIN = str(pathlib.Path(__file__).resolve().parents[1] / "standin")

# What a shell, a YAML reader, a JSON reader or an option parser would change if it read the word once more.
WORDS = ["", " ", "a b", "  two  blanks  ", "it's", "''", 'say "hi"', "two\nlines", "\n", "tab\there", "$HOME", "$",
         "$1", "$(echo no)", "`echo no`", "*", "?.txt", "[a-c]*", "[a,b]", "[]", "{}", "a,b", "~", "~root", "\\",
         "\\n", "a\\ b", "#note", ";", "&& false", "| cat", ">out", "<in", "!", "!!", "{a,b}", "%s%n", "é", "日本語", "\u00a0",
         "-", "-x", "--flag", "--other=va lue", "=", "@file", "NAME=value", '{"a": "b c", "d": [1, 2]}', "end"]
FILES = ["a.txt", "b.txt", "c", "*", "?.txt", "[a-c]*", "$HOME", "`echo no`", "-x", "--flag", "end"]

MODELS = "Tiny:\n  max_num_seqs: 8\n"
LAUNCHING = b"atomesh: launching decode rank 1: "
DECODE = ["--model", "Tiny", "--model-dir", "/models", "--role", "decode", "--xp", "1", "--yd", "1", "--tp", "1",
          "--host-ip", "192.0.2.2"]


def latin1(text):
    """The characters under which the recorder writes the bytes of `text`."""
    return (text if isinstance(text, bytes) else os.fsencode(text)).decode("latin-1")


class ExecTest(unittest.TestCase):
    """Runs the binary in a folder full of files that are named like globs."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="atomesh-exec-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.cwd = self.folder / "cwd"
        self.cwd.mkdir()
        for name in FILES:
            (self.cwd / name).touch()
        self.models = self.write("models.yaml", MODELS)
        self.record_path = self.folder / "record.json"

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return str(path)

    def env(self, **extra):
        return {"PATH": "/usr/bin:/bin", "HOME": "/root", "RECORD_TO": str(self.record_path), **SANITIZERS, **extra}

    def run_binary(self, *args, env=None, **options):
        """One run of the binary; environment values and arguments may be bytes."""
        self.record_path.unlink(missing_ok=True)
        return subprocess.run([BINARY, *args], env=self.env() if env is None else env, cwd=self.cwd, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def launch_args(self, *words, python=RECORDER, models=None):
        return ["launch", "--models", models or self.models, *DECODE, "--python", python, *words]

    def launch(self, *words, python=RECORDER, models=None, env=None, **options):
        return self.run_binary(*self.launch_args(*words, python=python, models=models), env=env, **options)

    def record(self):
        return json.loads(self.record_path.read_text())

    def recorded(self, *words, **options):
        """Launches, asserts that no warning was said and that the code is 0, and returns what the server was given."""
        result = self.launch(*words, **options)
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
        self.assertEqual(result.stderr[:len(LAUNCHING)], LAUNCHING)
        return self.record()

    def assert_tail(self, argv, words):
        self.assertEqual(argv[len(argv) - len(words):], [latin1(word) for word in words])

    def assert_refused(self, result, code, *texts):
        """Ended with `code`, wrote nothing to standard output, and standard error holds each text."""
        error = result.stderr.decode(errors="replace")
        self.assertEqual((result.returncode, result.stdout), (code, b""), error)
        for text in texts:
            self.assertIn(text, error)
        self.assertFalse(self.record_path.exists(), "the server was started")


def quoted(words):
    """The words as a flag list in one string."""
    return " ".join(shlex.quote(word) for word in words)
