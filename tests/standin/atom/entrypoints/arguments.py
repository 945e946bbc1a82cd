"""ATOM's command line, rebuilt from the table of its options that the project keeps per image date."""

import argparse
import json
import pathlib
from typing import Any, Dict, List, Optional

TABLES = pathlib.Path(__file__).resolve().parents[4] / "configs" / "atom-args"
TYPES = {"int": int, "float": float, "str": str, "loads": json.loads}


def parse(argv: List[str], date: Optional[str] = None) -> argparse.Namespace:
    """The arguments as ATOM sees them. Ends with argparse's message and code 2 where ATOM would."""
    parser = build_parser(load_table(date))
    args = parser.parse_args(argv)
    check_json(parser, args)
    return args


def load_table(date: Optional[str]) -> Dict[str, Any]:
    """The newest table that is not later than the date."""
    tables = [json.loads(path.read_text()) for path in TABLES.glob("atom-*.json")]
    fitting = [table for table in tables if not date or table["atom_date"] <= date]
    if not fitting:
        raise SystemExit(f"stand-in: no table of ATOM's options for {date or 'any date'} in {TABLES}")
    return max(fitting, key=lambda table: table["atom_date"])


def build_parser(table: Dict[str, Any]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=table["server"], usage="%(prog)s [options]",
                                     description=f"Stand-in for ATOM of {table['atom_date']}")
    for option in table["options"]:
        add_option(parser, option)
    return parser


def add_option(parser: argparse.ArgumentParser, option: Dict[str, Any]) -> None:
    common = {"dest": option["dest"], "default": option["default"]}
    if option["kind"] == "switch":
        parser.add_argument(*option["options"], action="store_true", **common)
    elif option["kind"] == "bool":
        add_bool(parser, option, common)
    else:
        parser.add_argument(*option["options"], type=TYPES[option["type"]], nargs=option["nargs"],
                            choices=option["choices"], **common)


def add_bool(parser: argparse.ArgumentParser, option: Dict[str, Any], common: Dict[str, Any]) -> None:
    positive = [name for name in option["options"] if not name.startswith("--no-")]
    action = parser.add_argument(*positive, action=argparse.BooleanOptionalAction, **common)
    if set(action.option_strings) != set(option["options"]):
        raise SystemExit(f"stand-in: argparse spells {action.option_strings}, the table {option['options']}")


def check_json(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """What ATOM finds only after its parser: values that are not the JSON that it goes on to read."""
    for name, option in (("kv_transfer_config", "--kv-transfer-config"), ("hf_overrides", "--hf-overrides"),
                         ("online_quant_config", "--online_quant_config")):
        value = getattr(args, name)
        if value is not None and not isinstance(read_json(parser, option, value), dict):
            parser.error(f"argument {option}: not a JSON object: {value!r}")
    sizes = read_json(parser, "--cudagraph-capture-sizes", args.cudagraph_capture_sizes)
    if not isinstance(sizes, list) or not sizes or not all(type(size) is int and size > 0 for size in sizes):
        parser.error(f"argument --cudagraph-capture-sizes: not a list of positive integers: {sizes!r}")


def read_json(parser: argparse.ArgumentParser, option: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        parser.error(f"argument {option}: invalid JSON: {error}: {value!r}")
