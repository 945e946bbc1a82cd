#!/usr/bin/env python3
"""Runs every tests/golden/<case>/ through the binary and compares what it said with what is recorded there.

A case is a folder with `cmd`, the arguments after `atomesh` in one shell-quoted line, and optionally `env`, NAME=VALUE
lines; there is no other environment than PATH and what a sanitizer reads. It runs in its folder, so that files beside
`cmd` are named without a path. `stdout`, `stderr` and `exit` hold what is expected; --update rewrites them.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = ("stdout", "stderr", "exit")
SANITIZERS = {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}


def environment(case):
    file = case / "env"
    lines = file.read_text().splitlines() if file.exists() else []
    return {"PATH": "/usr/bin:/bin", **SANITIZERS, **dict(line.split("=", 1) for line in lines if line)}


def run(binary, case):
    """What the binary says, by the name of the file that records it."""
    result = subprocess.run([binary, *shlex.split((case / "cmd").read_text())], cwd=case, env=environment(case),
                            stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    # Where this build would be installed differs from machine to machine, and times from run to run.
    share = os.fsencode(pathlib.Path(binary).parents[1] / "share")
    said = (re.sub(rb" in [0-9.]+ m?s:", b" in 0.0 ms:", text.replace(share, b"PREFIX/share"))
            for text in (result.stdout, result.stderr))
    return dict(zip(EXPECTED, (*said, b"%d\n" % result.returncode)))


def recorded(case, name):
    file = case / name
    return file.read_bytes() if file.exists() else b""


def differences(case, said):
    """Unified diffs of what is recorded to what was said."""
    diff = []
    for name in EXPECTED:
        want, got = (text.decode(errors="backslashreplace").splitlines() for text in (recorded(case, name), said[name]))
        path = f"{case.name}/{name}"
        diff += difflib.unified_diff(want, got, f"{path} (recorded)", f"{path} (said)", lineterm="")
        if want == got and recorded(case, name) != said[name]:
            diff.append(f"{path}: differs in line ends only")
    return diff


def update(case, said):
    for name in EXPECTED:
        if said[name]:
            (case / name).write_bytes(said[name])
        else:
            (case / name).unlink(missing_ok=True)


def find_cases(names):
    cases = sorted(file.parent for file in HERE.glob("*/cmd"))
    unknown = set(names) - {case.name for case in cases}
    if unknown:
        sys.exit(f"no such case: {' '.join(sorted(unknown))}")
    return [case for case in cases if not names or case.name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="record what the binary says now")
    parser.add_argument("-v", "--verbose", action="store_true", help="name every case")
    parser.add_argument("binary")
    parser.add_argument("case", nargs="*", help="default: all")
    args = parser.parse_args()
    binary, cases, failed = os.path.abspath(args.binary), find_cases(args.case), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for case, said in zip(cases, pool.map(lambda case: run(binary, case), cases)):
            diff = differences(case, said)
            failed += bool(diff) and not args.update
            if diff and args.update:
                update(case, said)
            if args.verbose or diff:
                print(f"{case.name} ... {'ok' if not diff else 'updated' if args.update else 'FAIL'}")
            if diff and not args.update:
                print("\n".join(diff), end="\n\n")
    print(f"Ran {len(cases)} golden cases\n\n{f'FAILED (failures={failed})' if failed else 'OK'}")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
