"""Runs the commands of README.md and compares what they say with what the README shows.

Commands are those in blocks of `console` (with their output), `sh` and `yaml` (`run:` and `entry:`), and those in the
running text that begin with `atomesh`; `a|b` there is one command each. They run in a folder with a copy of configs/ and
whatever the README takes for given: a router, two configurations to compare, a repository, my-recipe. In a shown output
`…` stands for anything, and a time for any time.
A command has to end with 0; where an error is shown, with 1.
"""

import argparse
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SANITIZERS = {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}

# What is not run, by how the command begins, and why. Each has to be about something.
SKIPPED = [
    (r"scripts/(quickstart|test)\.sh", "installs packages, builds and tests: CI runs it by itself"),
    (r"scripts/(install|package)\.sh|scripts/dump_atom_args\.py", "installs, builds, or runs inside of an image"),
    (r"scripts/slurm_e2e\.sh", "starts a SLURM"),
    (r"scripts/bench\.sh", "builds, and measures for minutes"),
    (r"#!/bin/bash", "a batch job: needs a cluster"),
    (r"srun ", "needs a cluster"),
    (r"atomesh sbatch .*--submit", "needs a cluster"),
    (r"recipe=", "for the command behind it"),
    (r"atomesh launch ", "starts a server"),
    (r"atomesh validate --host", "judges this machine as a node of a job"),
    (r"export PATH=", "done by this check"),
]


class Command:
    def __init__(self, text, line, shown=None):
        self.text, self.line, self.shown = text, line, shown

    def skip_reason(self):
        return next((reason for begin, reason in SKIPPED if re.match(begin, self.text, re.DOTALL)), None)


def blocks(lines):
    """(language, number of its first line, lines) of each fenced block; those outside of one have the language None."""
    language, begin, block = None, 1, []
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            yield language, begin, block
            language, begin, block = (line[3:] or None) if language is None else None, number + 1, []
        else:
            block.append(line)
    yield language, begin, block


def logical_lines(block, begin):
    """Lines joined over a backslash at their end, with the number of the first of each."""
    number, joined = begin, ""
    for at, line in enumerate(block, begin):
        number = number if joined else at
        joined += line
        if line.endswith("\\"):
            joined += "\n"
            continue
        yield number, joined
        joined = ""


def console_commands(block, begin):
    found = []
    for number, line in logical_lines(block, begin):
        if line.startswith("$ "):
            found.append(Command(line[2:], number, ""))
        else:
            found[-1].shown += line + "\n"
    return found


def sh_commands(block, begin):
    if block[0].startswith("#!"):
        return [Command("\n".join(block), begin)]
    return [Command(line, number) for number, line in logical_lines(block, begin) if line.strip()]


def yaml_commands(block, begin):
    found = [(number, re.match(r"\s*(?:- )?(?:run|entry): (.*)", line)) for number, line in enumerate(block, begin)]
    return [Command(match[1], number) for number, match in found if match]


def alternatives(text):
    """`list a|b --format c|d` as four commands."""
    return [" ".join(words) for words in itertools.product(*(word.split("|") for word in text.split()))]


def text_commands(block, begin):
    found, text = [], "\n".join(block)
    for match in re.finditer(r"`((?:atomesh\s|scripts/|export )[^`]*)`", text):
        number, span = begin + text.count("\n", 0, match.start()), " ".join(match[1].split())
        found += [Command(words, number) for words in (alternatives(span) if "|" in span else [span])]
    return found


def read_commands(text):
    readers = {"console": console_commands, "sh": sh_commands, "yaml": yaml_commands, None: text_commands}
    commands = []
    for language, begin, block in blocks(text.splitlines()):
        if block and language in readers:
            commands += readers[language](block, begin)
    return commands


def model_examples(text):
    """Entries of models_atom.yaml that are shown."""
    return ["\n".join(block) + "\n" for language, _, block in blocks(text.splitlines())
            if language == "yaml" and re.match(r"[A-Z][\w.-]*:$", block[0])]


def prepare(folder, binary):
    """The folder that commands run in, and their environment."""
    work = folder / "work"
    for name in ("configs", "old", "new"):
        shutil.copytree(ROOT / "configs", work / name)
    (folder / "bin").mkdir()
    (folder / "bin" / "atomesh").symlink_to(binary)
    router = folder / "router"
    router.write_text("#!/bin/sh\n")
    router.chmod(0o755)
    env = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
           "ATOMESH_ROUTER_BIN": str(router), **SANITIZERS}
    git = ["git", "-c", "user.name=readme", "-c", "user.email=readme@node-a"]
    for words in (["init", "--quiet", "--initial-branch=main"], ["add", "configs"], ["commit", "--quiet", "-m", "x"]):
        subprocess.run([*git, *words], cwd=work, env=env, check=True, timeout=60)
    return work, env


def add_own_recipe(work):
    """my-recipe, as a copy of another entry; only for the commands that name it, for others tell how many there are."""
    path = work / "configs" / "amd-master.yaml"
    before = path.read_text()
    entry = re.search(r"^minimaxm3-fp4-mi355x-atom-disagg:\n(?:[ #].*\n|\n)*", before, flags=re.MULTILINE)[0]
    path.write_text(before.rstrip("\n") + "\n\n" + "my-recipe:\n" + entry.split("\n", 1)[1])
    return lambda: path.write_text(before)


def matches(shown, said):
    pattern = re.escape(shown.rstrip("\n")).replace("…", ".*")
    pattern = re.sub(r"\d+(\\\.\d+)?(\\ | )ms", r"[0-9.]+ ms", pattern)
    return re.fullmatch(pattern, said.rstrip("\n"), flags=re.DOTALL) is not None


def run(command, work, env):
    """What is wrong with the command; empty: nothing."""
    restore = add_own_recipe(work) if "my-recipe" in command.text else lambda: None
    result = subprocess.run(["bash", "-c", command.text], cwd=work, env=env, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    restore()
    said = result.stdout.decode(errors="replace")
    expected = 1 if command.shown and ": error: " in command.shown else 0
    if result.returncode != expected:
        return f"ended with {result.returncode}, not {expected}:\n{said}"
    if command.shown is not None and not matches(command.shown, said):
        return f"says:\n{said}\nbut the README shows:\n{command.shown}"
    return ""


def check_syntax(command):
    result = subprocess.run(["bash", "-n", "-c", command.text], capture_output=True, text=True, timeout=60, check=False)
    return result.stderr


def check_models(examples, work, env):
    for example in examples:
        (work / "example.yaml").write_text(example)
        command = Command("atomesh validate --strict --models example.yaml", 0)
        yield command, run(command, work, env)


def check(readme, binary):
    text = readme.read_text()
    commands, failed, ran = read_commands(text), 0, 0
    unused = [begin for begin, _ in SKIPPED if
              not any(re.match(begin, command.text, re.DOTALL) for command in commands)]
    with tempfile.TemporaryDirectory(prefix="atomesh-readme-") as folder:
        work, env = prepare(pathlib.Path(folder), binary)
        results = []
        for command in commands:
            reason = command.skip_reason()
            if reason:
                print(f"skipped {readme.name}:{command.line}: {command.text.splitlines()[0]} ({reason})")
                results.append((command, check_syntax(command)))
            else:
                ran += 1
                results.append((command, run(command, work, env)))
        results += check_models(model_examples(text), work, env)
    for command, fault in results:
        if fault:
            failed += 1
            print(f"FAIL {readme.name}:{command.line}: {command.text}\n{fault}\n")
    for begin in unused:
        failed += 1
        print(f"FAIL nothing begins with {begin}: take it out of SKIPPED")
    print(f"Ran {ran} commands of {readme.name}\n\n{f'FAILED (failures={failed})' if failed else 'OK'}")
    return 1 if failed or ran == 0 else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/check_readme.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build/release/atomesh", help="the binary (build/release/atomesh)")
    parser.add_argument("--readme", default=ROOT / "README.md", type=pathlib.Path)
    args = parser.parse_args()
    if not os.access(args.bin, os.X_OK):
        parser.error(f"{args.bin} is not there: build it first, or name another with --bin")
    return check(args.readme, os.path.abspath(args.bin))


if __name__ == "__main__":
    sys.exit(main())
