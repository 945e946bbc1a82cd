#!/usr/bin/env python3
"""Writes the table of the options that the ATOM of an image has, from the parser that its server really uses.

Run it inside of the image, with the image's own interpreter:

    python3 dump_atom_args.py --date 2026-08-22 --commit ffdf3bb5 --output atom-2026-08-22.json
    python3 dump_atom_args.py --env-names

The server's module is run as `python3 -m` would run it, up to the point where it parses its arguments; no server
starts. What the module prints on the way goes to standard error. Exit codes: 0 written, 1 the table cannot be made,
2 wrong usage.

The table does not say which options are required, exclude each other or may be abbreviated.
"""

import argparse
import contextlib
import datetime
import importlib.util
import json
import os
import pathlib
import re
import runpy
import sys

SERVER = "atom.entrypoints.openai_server"
# Libraries may parse arguments of their own while they are imported; the server's parser is the one with this option.
LANDMARK = "--model"
TYPES = {None: "str", str: "str", int: "int", float: "float", json.loads: "loads"}
SWITCHES = (argparse._StoreTrueAction, argparse._StoreFalseAction)
ENV_NAME = re.compile(r"""["'](ATOM_[A-Z0-9_]+)["']""")


class DumpError(Exception):
    """Why there is no table."""


class ParserFound(BaseException):
    """Leaves the server's module; no `except Exception` of it gets in the way."""


def kind_and_type(action):
    """`kind` and `type` of the table; what it has no words for is an error, never left out."""
    name = f"option '{action.option_strings[0]}'" if action.option_strings else f"argument '{action.dest}'"
    if not action.option_strings:
        raise DumpError(f"{name} is positional: the table has options only")
    if type(action) in SWITCHES:
        return "switch", None
    if type(action) is argparse.BooleanOptionalAction:
        return "bool", None
    if type(action) is not argparse._StoreAction:
        raise DumpError(f"{name} has the action {type(action).__name__}: the table has no kind for it")
    if action.nargs not in (None, "?"):
        raise DumpError(f"{name} has nargs {action.nargs!r}: the table knows None and '?'")
    for known, word in TYPES.items():
        if action.type is known:
            return "value", word
    raise DumpError(f"{name} has the type {getattr(action.type, '__name__', repr(action.type))}: "
                    "the table knows str, int, float and json.loads")


def choices_of(action):
    """The choices as they are typed; the checks compare texts."""
    if action.choices is None:
        return None
    choices = list(action.choices)
    for choice in choices:
        if type(choice) not in (str, int):
            raise DumpError(f"option '{action.option_strings[0]}' has the choice {choice!r}: "
                            "the table knows texts and whole numbers")
    return [str(choice) for choice in choices]


def default_of(action):
    """The default for a reader; one that JSON does not have, as Python shows it."""
    try:
        json.dumps(action.default, allow_nan=False)
    except (TypeError, ValueError):
        return repr(action.default)
    return action.default


def option_of(action):
    kind, value_type = kind_and_type(action)
    return {"options": list(action.option_strings), "dest": action.dest, "kind": kind, "type": value_type,
            "nargs": action.nargs if kind == "value" else None, "choices": choices_of(action),
            "default": default_of(action)}


def table_of(parser, module, date, commit):
    if parser.prefix_chars != "-" or parser.fromfile_prefix_chars is not None:
        raise DumpError(f"the parser takes other words than '-…' for options (prefix_chars {parser.prefix_chars!r}, "
                        f"fromfile_prefix_chars {parser.fromfile_prefix_chars!r}): the table cannot say so")
    options = [option_of(action) for action in parser._actions if type(action) is not argparse._HelpAction]
    return {"server": module, "atom_commit": commit, "atom_date": date, "options": options}


@contextlib.contextmanager
def stdout_to_stderr():
    """Also for what is not written by Python."""
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)


@contextlib.contextmanager
def intercepted(found):
    """Puts the server's parser into the list `found` and leaves the module when it is used."""
    names = ("parse_args", "parse_known_args")
    originals = {name: getattr(argparse.ArgumentParser, name) for name in names}

    def intercept(original):
        def replacement(parser, *args, **options):
            if LANDMARK not in parser._option_string_actions:
                return original(parser, *args, **options)
            found.append(parser)
            raise ParserFound

        return replacement

    for name, original in originals.items():
        setattr(argparse.ArgumentParser, name, intercept(original))
    argv, sys.argv = sys.argv, [sys.argv[0]]
    try:
        yield
    finally:
        sys.argv = argv
        for name, original in originals.items():
            setattr(argparse.ArgumentParser, name, original)


def find_parser(module):
    """The first parser with the landmark that the module uses, whatever the module makes of being left."""
    found = []
    end = None
    with stdout_to_stderr(), intercepted(found):
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            end = error
    if found:
        return found[0]
    if isinstance(end, ImportError):
        # runpy wraps what it could not import in words of its own.
        raise DumpError(f"cannot import '{module}': {end.__cause__ or end}") from end
    if end is None or isinstance(end, SystemExit):
        raise DumpError(f"'{module}' ended without using a parser that has the option '{LANDMARK}'")
    raise DumpError(f"'{module}' failed before it parsed its arguments: {type(end).__name__}: {end}") from end


def env_names(module):
    """The ATOM_… names that stand in quotes in the sources of the module's top package, sorted."""
    package = module.partition(".")[0]
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise DumpError(f"cannot import '{module}': No module named '{package}'")
    if not spec.submodule_search_locations:
        raise DumpError(f"'{package}' is not a package: it has no sources to search")
    names = set()
    for directory in spec.submodule_search_locations:
        for path in sorted(pathlib.Path(directory).rglob("*.py")):
            names.update(ENV_NAME.findall(path.read_text(encoding="utf-8", errors="replace")))
    return sorted(names)


def date_word(text):
    try:
        well_formed = datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        well_formed = False
    if not well_formed:
        raise argparse.ArgumentTypeError(f"'{text}' is not a date like 2026-08-22")
    return text


def non_empty(text):
    if not text:
        raise argparse.ArgumentTypeError("is empty")
    return text


def read_usage(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default=SERVER, type=non_empty, help="the server's module (default: %(default)s)")
    parser.add_argument("--date", type=date_word, metavar="YYYY-MM-DD", help="the date of the image")
    parser.add_argument("--commit", default="unknown", type=non_empty,
                        help="the commit of ATOM in the image (default: %(default)s)")
    parser.add_argument("--output", metavar="FILE", help="the file to write (default: standard output)")
    parser.add_argument("--env-names", action="store_true",
                        help="print the names of the environment variables that ATOM reads instead, as a JSON list")
    options = parser.parse_args(argv)
    if options.date is None and not options.env_names:
        parser.error("--date is needed: tables are found by the date of the image")
    return options


def main(argv):
    options = read_usage(argv)
    sys.path.insert(0, os.getcwd())  # as `python3 -m` does
    try:
        if options.env_names:
            data = env_names(options.module)
        else:
            data = table_of(find_parser(options.module), options.module, options.date, options.commit)
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        if options.output is None:
            sys.stdout.buffer.write(text.encode())
            sys.stdout.flush()
        else:
            pathlib.Path(options.output).write_text(text, encoding="utf-8")
    except (DumpError, OSError) as error:
        print(f"dump_atom_args.py: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
