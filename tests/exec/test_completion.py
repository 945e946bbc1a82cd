"""`completion`: what the binary offers for a line, and that the scripts work in the real shells, typed into a terminal."""

import json
import os
import pathlib
import pty
import select
import shlex
import shutil
import subprocess
import time
import unittest

from harness import BINARY, SANITIZERS, ExecTest

RECIPES = """tiny:
  image: registry.example/atom:2026-07-01
  model: example/Tiny
  model-prefix: tiny
  runner: cluster:node-a
  precision: fp4
  framework: atom-disagg
  kv-p2p-transfer: mooncake
  multinode: true
  scenarios:
    fixed-seq-len:
    - isl: 1
      osl: 2
      search-space:
      - conc-list: [1]
        prefill: { num-worker: 1, tp: 1, ep: 1, dp-attn: false }
        decode: { num-worker: 2, tp: 1, ep: 1, dp-attn: false }
"""


class CompletionTest(ExecTest):
    def setUp(self):
        super().setUp()
        configs = self.cwd / "configs"
        configs.mkdir()
        (configs / "models_atom.yaml").write_text("Tiny: {}\nTall: {}\ndefaults: {}\nx-note: 1\n")
        (configs / "amd-master.yaml").write_text(RECIPES)


class Words(CompletionTest):
    """What the binary answers. An empty last word is one that is not begun."""

    def lines(self, *words):
        result = self.run_binary("__complete", "--", *words)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode().splitlines()

    def words(self, *words):
        return [line.split("\t")[0] for line in self.lines(*words)]

    def test_commands(self):
        commands = self.words("")
        self.assertEqual(commands[-2:], ["--help", "--version"])
        help_text = self.run_binary("--help").stdout.decode()
        listed = [line.split()[0] for line in help_text.split("Subcommands:\n")[1].splitlines() if line]
        self.assertEqual(commands[:-2], listed)
        self.assertEqual(self.lines("pri"), ["print-args\tPrint what launch would run"])
        self.assertEqual((self.words("xyz"), self.words("xyz", "")), ([], []))
        self.assertEqual(self.words(), commands)

    def test_options_that_are_not_there_yet(self):
        self.assertEqual(self.words("list", "--mod"), ["--models", "--model"])
        self.assertEqual(self.words("list", "--model", "x", "--mod"), ["--models"])
        self.assertEqual(self.words("list", "--models=x", "--mod"), ["--model"])
        self.assertEqual(self.words("launch", "--set", "block_size=1", "--se"), ["--set", "--server-arg"])
        self.assertIn("--recipe\tRecipe of amd-master.yaml to take the deployment from", self.lines("launch", "-"))
        self.assertIn("--role", self.words("launch", ""), "launch takes no words but options")

    def test_names_of_the_files(self):
        self.assertEqual(self.words("launch", "--model", ""), ["Tiny", "Tall"])
        self.assertEqual(self.words("launch", "--model", "Ta"), ["Tall"])
        self.assertEqual(self.lines("launch", "--recipe", ""), ["tiny\texample/Tiny"])
        self.assertEqual(self.lines("launch", "--recipe", "tiny", "--point", ""), ["0\t1P2D tp1"])
        self.assertEqual(self.words("show", ""), ["model", "recipe"])
        self.assertEqual(self.words("show", "model", "Tiny", "Ta"), ["Tall"], "show takes many names")
        self.assertEqual(self.words("show", "recipe", ""), ["tiny"])
        self.assertEqual(self.words("launch", "--recipe", "none", "--point", ""), [])
        self.assertEqual(self.words("list", "points", "--runner", ""), ["cluster:node-a"])
        self.assertEqual(self.words("list", "points", "--framework", "atom"), ["atom-disagg"])

    def test_files_that_the_line_names(self):
        self.assertEqual(self.words("launch", "--models", self.models, "--model", ""), ["Tiny"])
        self.assertEqual(self.words("launch", "--models", "none.yaml", "--model", ""), [])
        self.assertEqual(self.words("launch", f"--models={self.write('m.yaml', 'A: {}')}", "--model", ""), ["A"])

    def test_values_of_options(self):
        self.assertEqual(self.words("launch", "--role", ""), ["prefill", "decode", "router", "auto"])
        self.assertEqual(self.words("print-args", "--format", ""), ["shell", "json", "lines", "nul"])
        self.assertEqual(self.words("launch", "--set", "decode_max_num_s"), ["decode_max_num_seqs="])
        self.assertEqual(self.words("validate", "--ignore", "host-g"), ["host-gpus", "host-gid"])
        self.assertEqual(self.words("validate", "--atom-args", "2026-08"), ["2026-08-22", ":files"])
        self.assertEqual(self.words("launch", "--models", ""), [":files"])
        self.assertEqual(self.words("launch", "--isl", ""), [])

    def test_values_after_an_equals_sign(self):
        self.assertEqual(self.words("print-args", "--format=js"), ["--format=json"])
        self.assertEqual(self.words("print-args", "--format", "=", "js"), ["--format=json"], "as bash splits it")
        self.assertEqual(self.words("print-args", "--format", "="),
                         [f"--format={word}" for word in ("shell", "json", "lines", "nul")])
        self.assertEqual(self.words("print-args", "--format", "=", "json", "--ro"),
                         ["--role", "--router-port", "--router-bin"])
        self.assertEqual(self.words("launch", "--none=x"), [])

    def test_a_boolean_may_follow(self):
        self.assertEqual(self.words("launch", "--dp-attn", ""), ["true", "false"])
        self.assertEqual(self.words("launch", "--dp-attn", "--rol"), ["--role"])
        self.assertEqual(self.words("launch", "--dp-attn", "--role", "d"), ["decode"])

    def test_positionals(self):
        self.assertEqual(self.words("list", ""), ["models", "recipes", "points", "checks", "variables"])
        self.assertEqual(self.words("list", "--format", "json", "p"), ["points"])
        self.assertEqual(self.words("completion", "z"), ["zsh"])
        self.assertNotIn("bash", self.words("completion", "zsh", ""))

    def test_nothing_behind_a_double_dash(self):
        self.assertEqual(self.words("launch", "--", "--ro"), [])

    def test_it_is_hidden(self):
        self.assertNotIn("__complete", self.run_binary("--help").stdout.decode())

    def test_broken_files_are_silent(self):
        (self.cwd / "configs" / "models_atom.yaml").write_text("a: [")
        self.assertEqual(self.words("launch", "--model", ""), [])


class Terminal:
    """A shell in a terminal. Ctrl-X p writes the line that is being typed to a file, before it is run."""

    def __init__(self, argv, env, cwd):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execve(argv[0], argv, env)
        self.seen = b""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, ready, what):
        deadline = time.monotonic() + 30
        while not ready():
            if time.monotonic() > deadline:
                raise AssertionError(f"no {what}; the terminal shows {self.seen.decode(errors='replace')!r}")
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536)
                except OSError:
                    time.sleep(0.05)

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class Typed(CompletionTest):
    """The same lines typed into bash and zsh, and asked of fish."""

    LINES = [("atomesh prin", "atomesh print-args "),
             ("atomesh launch --recipe ", "atomesh launch --recipe tiny "),
             ("atomesh launch --model Ta", "atomesh launch --model Tall "),
             ("atomesh launch --role dec", "atomesh launch --role decode "),
             ("atomesh launch --set decode_max_num_s", "atomesh launch --set decode_max_num_seqs="),
             ("atomesh print-args --format=js", "atomesh print-args --format=json "),
             ("atomesh list vari", "atomesh list variables "),
             ("atomesh launch --models conf", "atomesh launch --models configs/")]

    def shell(self, name):
        path = shutil.which(name)
        if path is None:
            self.skipTest(f"{name} is not installed: its completion is not tested")
        return path

    def script(self, name):
        result = self.run_binary("completion", name)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return self.write(f"completion.{name}", result.stdout.decode())

    def environment(self):
        programs = self.folder / "bin"
        programs.mkdir(exist_ok=True)
        if not (programs / "atomesh").exists():
            (programs / "atomesh").symlink_to(BINARY)
        return {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(self.folder), "TERM": "xterm", "LC_ALL": "C.UTF-8",
                "ZDOTDIR": str(self.folder), "PS1": "$ ", **SANITIZERS}

    def typed(self, argv, setup):
        line_file, ready_file = self.folder / "line", self.folder / "ready"
        terminal = Terminal(argv, self.environment(), self.cwd)
        self.addCleanup(terminal.close)
        terminal.type(setup.format(line=shlex.quote(str(line_file))) + f" : > {shlex.quote(str(ready_file))}\n")
        terminal.wait(ready_file.exists, "prompt")
        for begun, expected in self.LINES:
            with self.subTest(line=begun):
                terminal.type(f"{begun}\t\x18p")
                terminal.wait(line_file.exists, "completed line")
                terminal.wait(lambda: line_file.read_text().endswith("\n"), "whole line")
                self.assertEqual(line_file.read_text(), expected + "\n")
                line_file.unlink()
                terminal.type("\x15")
        terminal.type("\x15exit\n")

    def test_bash(self):
        setup = (f"source {shlex.quote(self.script('bash'))}; "
                 "show() {{ printf '%s\\n' \"$READLINE_LINE\" > {line}; }}; bind -x '\"\\C-xp\": show';")
        self.typed([self.shell("bash"), "--norc", "--noprofile", "-i"], setup)

    def test_zsh(self):
        setup = (f"autoload -U compinit; compinit -u -D; source {shlex.quote(self.script('zsh'))}; bindkey -e; "
                 "show() {{ print -r -- \"$BUFFER\" > {line} }}; zle -N show; bindkey '^Xp' show;")
        self.typed([self.shell("zsh"), "-f", "-i"], setup)

    def test_zsh_from_a_folder_of_functions(self):
        (self.folder / "_atomesh").write_text(pathlib.Path(self.script("zsh")).read_text())
        setup = (f"fpath=({shlex.quote(str(self.folder))} $fpath); autoload -U compinit; compinit -u -D; bindkey -e; "
                 "show() {{ print -r -- \"$BUFFER\" > {line} }}; zle -N show; bindkey '^Xp' show;")
        self.typed([self.shell("zsh"), "-f", "-i"], setup)

    def test_fish(self):
        fish, script = self.shell("fish"), self.script("fish")
        for begun, expected in self.LINES:
            with self.subTest(line=begun):
                command = f"source {shlex.quote(script)}; complete -C {shlex.quote(begun)}"
                result = subprocess.run([fish, "--no-config", "-c", command], env=self.environment(), cwd=self.cwd,
                                        stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
                self.assertEqual(result.stderr, b"")
                offered = [line.split("\t")[0] for line in result.stdout.decode().splitlines()]
                self.assertEqual(offered, [expected.strip().split(" ")[-1]])


class Version(ExecTest):
    def test_text_and_json_say_the_same(self):
        text = self.run_binary("--version").stdout.decode().splitlines()
        document = json.loads(self.run_binary("--version", "--json").stdout)
        self.assertEqual(document["format"], "atomesh.version/1")
        self.assertEqual(text[0], f"atomesh {document['version']}")
        self.assertEqual(text[1], f"commit {document['commit']}")
        self.assertEqual(text[2], f"compiler {document['compiler']}")
        self.assertEqual(text[3:], [f"server options of {table['date']}, ATOM {table['commit']}"
                                    for table in document["server_options"]])
        self.assertRegex(document["commit"], r"^([0-9a-f]{7,40}(-dirty)?|unknown)$")

    def test_the_tables_are_the_files(self):
        folder = pathlib.Path(__file__).resolve().parents[2] / "configs" / "atom-args"
        files = [json.loads(path.read_text()) for path in sorted(folder.glob("atom-*.json"))]
        document = json.loads(self.run_binary("--version", "--json").stdout)
        self.assertEqual(document["server_options"],
                         [{"date": file["atom_date"], "commit": file["atom_commit"]} for file in files])

    def test_json_belongs_to_version(self):
        self.assert_refused(self.run_binary("--json"), 2, "unknown command '--json'")


if __name__ == "__main__":
    unittest.main()
