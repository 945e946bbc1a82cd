"""scripts/dump_atom_args.py against a server of our own that uses all that argparse offers."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = str(ROOT / "scripts" / "dump_atom_args.py")
TABLES = sorted((ROOT / "configs" / "atom-args").glob("atom-*.json"))
DATE = ("--date", "2027-02-28")

ENGINE = '''
import argparse
import json


def add_engine_args(parser):
    group = parser.add_argument_group("engine")
    group.add_argument("--model", type=str, default="Qwen/Qwen3-0.6B", help="100% a model")
    group.add_argument("--tensor-parallel-size", "-tp", "--tensor_parallel_size", type=int, default=1)
    group.add_argument("--enforce-eager", action="store_true")
    group.add_argument("--no_compile", dest="compile", action="store_false")
    group.add_argument("--enable_prefix_caching", "--enable-prefix-caching", action=argparse.BooleanOptionalAction,
                       default=True)
    group.add_argument("--enable-tbo", type=str, nargs="?", const="all", default=None, choices=["prefill", "all"])
    group.add_argument("--kv_cache_dtype", choices=("bf16", "fp8"), default="bf16")
    group.add_argument("--level", type=int, choices=range(3))
    group.add_argument("--gpu-memory-utilization", type=float, default=0.9)
    group.add_argument("--hf-overrides", type=json.loads, default={"a": [1, "é"]})
    group.add_argument("--ratio", type=float, default=float("inf"))
    group.add_argument("--kind", default=object)
    exclusive = group.add_mutually_exclusive_group()
    exclusive.add_argument("--host", default=argparse.SUPPRESS, required=False)
'''

SERVER = '''
import argparse
import os

from fake.engine import add_engine_args

argparse.ArgumentParser().parse_known_args()  # as a library does while it is imported
print("loading")
os.system("echo loading more")


def main():
    parser = argparse.ArgumentParser(description="a server")
    add_engine_args(parser)
    parser.add_argument("--server-port", type=int, default=8000)
    try:
        args = parser.parse_args()
    except Exception:
        args = None
    print("serving", args)


if __name__ == "__main__":
    main()
'''


def option(names, dest, kind, value_type=None, nargs=None, choices=None, default=None):
    return {"options": names, "dest": dest, "kind": kind, "type": value_type, "nargs": nargs, "choices": choices,
            "default": default}


OPTIONS = [
    option(["--model"], "model", "value", "str", default="Qwen/Qwen3-0.6B"),
    option(["--tensor-parallel-size", "-tp", "--tensor_parallel_size"], "tensor_parallel_size", "value", "int",
           default=1),
    option(["--enforce-eager"], "enforce_eager", "switch", default=False),
    option(["--no_compile"], "compile", "switch", default=True),
    option(["--enable_prefix_caching", "--no-enable_prefix_caching", "--enable-prefix-caching",
            "--no-enable-prefix-caching"], "enable_prefix_caching", "bool", default=True),
    option(["--enable-tbo"], "enable_tbo", "value", "str", nargs="?", choices=["prefill", "all"]),
    option(["--kv_cache_dtype"], "kv_cache_dtype", "value", "str", choices=["bf16", "fp8"], default="bf16"),
    option(["--level"], "level", "value", "int", choices=["0", "1", "2"]),
    option(["--gpu-memory-utilization"], "gpu_memory_utilization", "value", "float", default=0.9),
    option(["--hf-overrides"], "hf_overrides", "value", "loads", default={"a": [1, "é"]}),
    option(["--ratio"], "ratio", "value", "float", default="inf"),
    option(["--kind"], "kind", "value", "str", default="<class 'object'>"),
    option(["--host"], "host", "value", "str", default="==SUPPRESS=="),
    option(["--server-port"], "server_port", "value", "int", default=8000),
]
TABLE = {"server": "fake.server", "atom_commit": "0123abcd", "atom_date": "2027-02-28", "options": OPTIONS}


class DumpAtomArgs(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="atomesh-dump-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "fake").mkdir()
        self.write("__init__.py", "")
        self.write("engine.py", ENGINE)
        self.write("server.py", SERVER)

    def write(self, name, text):
        (self.folder / "fake" / name).write_text(text, encoding="utf-8")

    def run_script(self, *args, module="fake.server"):
        return subprocess.run([sys.executable, "-B", SCRIPT, "--module", module, *args], cwd=self.folder, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def assert_refused(self, message, *args, module="fake.server"):
        result = self.run_script(*args, module=module)
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (1, "", f"dump_atom_args.py: error: {message}\n"))

    def assert_usage(self, message, *args):
        result = self.run_script(*args)
        self.assertEqual((result.returncode, result.stdout, result.stderr.splitlines()[-1]),
                         (2, "", f"dump_atom_args.py: error: {message}"))

    def test_whole_table(self):
        result = self.run_script(*DATE, "--commit", "0123abcd")
        self.assertEqual((result.returncode, result.stderr), (0, "loading\nloading more\n"))
        self.assertEqual(json.loads(result.stdout), TABLE)
        self.assertEqual(result.stdout, json.dumps(TABLE, indent=1, ensure_ascii=False) + "\n")

    def test_writes_a_file(self):
        result = self.run_script(*DATE, "--output", "table.json")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        text = (self.folder / "table.json").read_text(encoding="utf-8")
        self.assertEqual(json.loads(text), {**TABLE, "atom_commit": "unknown"})

    def test_unwritable_file(self):
        result = self.run_script(*DATE, "--output", "none/table.json")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(result.stderr.splitlines()[-1],
                         "dump_atom_args.py: error: [Errno 2] No such file or directory: 'none/table.json'")

    def test_reproduces_the_tables_of_the_project(self):
        """A parser made from a table gives the same file, but for the newline at its end."""
        self.assertTrue(TABLES)
        for path in TABLES:
            with self.subTest(path=path.name):
                table = json.loads(path.read_text(encoding="utf-8"))
                self.write("copy.py", parser_of(table["options"]))
                result = self.run_script("--date", table["atom_date"], "--commit", table["atom_commit"],
                                         module="fake.copy")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(result.stdout.replace("fake.copy", table["server"], 1),
                                 path.read_text(encoding="utf-8") + "\n")

    def test_options_that_the_table_cannot_say(self):
        kind, known = "the table has no kind for it", "the table knows str, int, float and json.loads"
        cases = {
            "'--x', action='append'": f"option '--x' has the action _AppendAction: {kind}",
            "'--x', action='count'": f"option '--x' has the action _CountAction: {kind}",
            "'--x', action='store_const', const=1": f"option '--x' has the action _StoreConstAction: {kind}",
            "'--x', '-y', action='version', version='1'": f"option '--x' has the action _VersionAction: {kind}",
            "'--x', action=Own": f"option '--x' has the action Own: {kind}",
            "'word'": "argument 'word' is positional: the table has options only",
            "'--x', nargs='+'": "option '--x' has nargs '+': the table knows None and '?'",
            "'--x', nargs=2": "option '--x' has nargs 2: the table knows None and '?'",
            "'--x', type=bool": f"option '--x' has the type bool: {known}",
            "'--x', type=lambda s: s": f"option '--x' has the type <lambda>: {known}",
            "'--x', type=float, choices=[0.5]":
                "option '--x' has the choice 0.5: the table knows texts and whole numbers",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments=arguments):
                self.write("odd.py", odd_parser(f"parser.add_argument({arguments})"))
                self.assert_refused(message, *DATE, module="fake.odd")

    def test_subcommands_and_prefixes(self):
        self.write("odd.py", odd_parser("parser.add_subparsers(dest='command')"))
        self.assert_refused("argument 'command' is positional: the table has options only", *DATE, module="fake.odd")
        self.write("odd.py", odd_parser("", "prefix_chars='-+', fromfile_prefix_chars='@'"))
        self.assert_refused("the parser takes other words than '-…' for options (prefix_chars '-+', "
                            "fromfile_prefix_chars '@'): the table cannot say so", *DATE, module="fake.odd")

    def test_modules_without_the_parser(self):
        ended = "ended without using a parser that has the option '--model'"
        failed = "failed before it parsed its arguments:"
        cases = {
            "silent": ("", f"'fake.silent' {ended}"),
            "exits": ("raise SystemExit(3)", f"'fake.exits' {ended}"),
            "other": ("import argparse\nargparse.ArgumentParser().parse_args()", f"'fake.other' {ended}"),
            "needs": ("import fake.gpu", "cannot import 'fake.needs': No module named 'fake.gpu'"),
            "fails": ("raise RuntimeError('no GPU')", f"'fake.fails' {failed} RuntimeError: no GPU"),
            "broken": ("def", f"'fake.broken' {failed} SyntaxError: invalid syntax (broken.py, line 1)"),
        }
        for name, (text, message) in cases.items():
            with self.subTest(name=name):
                self.write(f"{name}.py", text)
                self.assert_refused(message, *DATE, module=f"fake.{name}")
        self.assert_refused("cannot import 'absent.server': No module named 'absent'", *DATE, module="absent.server")
        self.assert_refused("cannot import 'fake.absent': No module named fake.absent", *DATE, module="fake.absent")

    def test_parser_is_found_whatever_the_module_does_about_it(self):
        self.write("stubborn.py", odd_parser("", before="try:", after="except BaseException:\n    raise SystemExit(5)"))
        result = self.run_script(*DATE, module="fake.stubborn")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(json.loads(result.stdout)["options"], [option(["--model"], "model", "value", "str")])

    def test_usage(self):
        self.assert_usage("--date is needed: tables are found by the date of the image")
        for date in ("2027-02-29", "20270228", "soon", ""):
            self.assert_usage(f"argument --date: '{date}' is not a date like 2026-08-22", "--date", date)
        self.assert_usage("argument --commit: is empty", *DATE, "--commit", "")
        self.assert_usage("unrecognized arguments: --help-me", *DATE, "--help-me")

    def test_env_names(self):
        self.write("env.py", "import os\nB = os.getenv('ATOM_B2')\nA = os.environ[\"ATOM_A\"]\nATOM_BARE = 1\n"
                             "OTHER = 'VLLM_X', 'ATOM_', 'ATOM_lower', 'XATOM_Y', f'ATOM_{A}'\n")
        (self.folder / "fake" / "deep").mkdir()
        self.write("deep/latin1.py", "")
        (self.folder / "fake" / "deep" / "latin1.py").write_bytes(b"# caf\xe9\nE = ('ATOM_B2', 'ATOM_DEEP')\n")
        self.write("notes.txt", "'ATOM_NOTE'")
        result = self.run_script("--env-names")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, '[\n "ATOM_A",\n "ATOM_B2",\n "ATOM_DEEP"\n]\n')

    def test_env_names_without_sources(self):
        (self.folder / "single.py").write_text("")
        self.assert_refused("cannot import 'absent.server': No module named 'absent'", "--env-names",
                            module="absent.server")
        self.assert_refused("'single' is not a package: it has no sources to search", "--env-names", module="single")


def odd_parser(line, options="", before="if True:", after=""):
    """A server whose parser has --model and what `line` adds."""
    return textwrap.dedent("""
        import argparse
        class Own(argparse.Action):
            def __call__(self, *args):
                pass
        parser = argparse.ArgumentParser({options})
        parser.add_argument("--model")
        {line}
        {before}
            parser.parse_known_args()
        """).format(line=line, options=options, before=before) + after


def parser_of(options):
    """The source of a server whose parser has the options of a table."""
    types = {"str": "str", "int": "int", "float": "float", "loads": "json.loads"}
    lines = ["import argparse, json", "parser = argparse.ArgumentParser()"]
    for entry in options:
        names = [name for name in entry["options"] if entry["kind"] != "bool" or not re.match("--no-", name)]
        words = [repr(name) for name in names] + [f"dest={entry['dest']!r}", f"default={entry['default']!r}"]
        if entry["kind"] == "switch":
            words.append("action='store_true'")
        elif entry["kind"] == "bool":
            words.append("action=argparse.BooleanOptionalAction")
        else:
            words += [f"type={types[entry['type']]}", f"nargs={entry['nargs']!r}", f"choices={entry['choices']!r}"]
        lines.append(f"parser.add_argument({', '.join(words)})")
    return "\n".join([*lines, "parser.parse_args()", ""])


if __name__ == "__main__":
    unittest.main()
