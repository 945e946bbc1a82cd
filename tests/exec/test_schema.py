"""`schema`: the schemas and the loader agree on every shipped file and on thousands of edits of one value each.

Where they do not, the loader refuses what a schema cannot express. Those edits are named here one by one, with the
loader's codes; any other difference is a failure. Python's YAML reads what the schema judges, as editors do.
"""

import collections
import copy
import json
import pathlib
import re
import unittest

import jsonschema
import yaml

from harness import ExecTest

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
ERROR = re.compile(r"^\S*?:(\d+):\d+: error: .* \[([a-z0-9-]+)\]$", re.MULTILINE)

# Each as YAML text: the value of some key.
VALUES = ["", "~", '""', "128", '"128"', "0", "-1", "1", "1.0", "1.5", "0.5", '"0.5"', '"0"', '"1.0"', '"1.50"', '".5"',
          "0.5e-1", '"0.5e-1"', '"1e-1"', "true", '"true"', "True", '"TRUE"', '"yes"', "text", "two words", "' '",
          """'--flag "open'""", "'open\\'", "[a, b]", "[]", "[[a]]", "[~]", "[1, 2]", '["1"]', "[0]", "[1.5]", "[true]",
          "[a, {b: c}]", "{A: b}", "{A: 1}", "{}", "{1A: x}", "{A-B: x}", "{A: ~}", "{A: [x]}", "{A: ''}", '"A=1 B=2"',
          '"A"', '"A= 1B=2"', """'{"a": 1}'""", """' {"a": {"b": []}} '""", "'{'", """'"{}"'""", "'[1, 2]'", "'[1,0]'",
          "'[]'", "'[01]'", '"${HOST_IP}:${RANK}"', '"${NOPE}"', '["${NOPE}"]', '{A: "${NOPE}"}', '"$$x $y $"',
          '"$${NOPE}"', '"${HOST_IP"', "[--num-speculative-tokens]", "[--method, mtp, --num_speculative_tokens]",
          "[--num-speculative-tokens, 3]", "--method mtp --num-speculative-tokens", "99999999999999999999",
          '"99999999999999999999"']
# Plain scalars that YAML 1.1 and 1.2 read differently; a schema sees what one of them reads.
AMBIGUOUS = ["on", "yes", "0x80", "017", "0o17", "1_000", "12:30", "1e3", "2026-01-02", "[on]", "{A: 1_000}"]


class SchemaTest(ExecTest):
    def schema(self, what):
        result = self.run_binary("schema", what)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        schema = json.loads(result.stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        return schema

    def validator(self, what):
        return jsonschema.Draft202012Validator(self.schema(what))

    def loader_codes(self, what, lines):
        """The loader's error codes for each line of a file; each line is one entry."""
        path = self.write(f"{what}.yaml", "\n".join(lines) + "\n")
        result = self.run_binary("list", what, f"--{what}", path)
        codes = collections.defaultdict(set)
        for line, code in ERROR.findall(result.stderr.decode()):
            codes[int(line) - 1].add(code)
        self.assertEqual(result.returncode, 1 if codes else 0)
        return codes

    def compare(self, what, lines):
        """Lines that loader and schema judge differently: `(line, loader's codes)`, no codes where it accepts."""
        codes, validator, differences = self.loader_codes(what, lines), self.validator(what), []
        for number, line in enumerate(lines):
            if validator.is_valid(yaml.safe_load(line)) != (not codes[number]):
                differences.append((line, sorted(codes[number])))
        return differences


class Models(SchemaTest):
    KEYS = ["env", "tp_dp_flags", "mtp_flags", "block_size", "mem_frac_static", "scheduler_delay_factor",
            "enable_prefix_caching", "online_quant_config", "cudagraph_capture_sizes"]

    def lines(self, values):
        return [f"m{i}: {{{key}: {value}}}" for i, (key, value) in
                enumerate((key, value) for key in self.KEYS for value in values)]

    def test_the_shipped_file_is_valid(self):
        self.validator("models").validate(yaml.safe_load((CONFIGS / "models_atom.yaml").read_text()))

    def test_every_key_is_there_and_described(self):
        properties = self.schema("models")["$defs"]["model"]["properties"]
        variables = self.run_binary("list", "variables", "--format", "json").stdout
        names = {row["name"] for row in json.loads(variables)["variables"]}
        for key, value in properties.items():
            self.assertIn(f"ATOMESH_{key.upper()}", names)
            self.assertTrue(value["description"].endswith("."))
        self.assertEqual(len(properties), 3 * 21)

    def test_every_type_is_among_the_keys_below(self):
        properties = self.schema("models")["$defs"]["model"]["properties"]
        self.assertEqual({properties[key]["$ref"] for key in self.KEYS}, {value["$ref"] for value in properties.values()})

    def test_edits(self):
        """The schema refuses nothing that the loader takes, and what only the loader refuses is named here."""
        lines = self.lines(VALUES)
        refused = self.loader_codes("models", lines)
        self.assertTrue(len(lines) // 2 < len(refused) < len(lines) * 9 // 10, len(refused))
        differences = {(line.split("{", 1)[1][:-1], *codes) for line, codes in self.compare("models", lines)}
        self.assertEqual(differences, {
            # An integer by its value, not by its text.
            ("block_size: 1.0", "bad-value"),
            # What stands inside a text, and what is the last of a list.
            ('env: "A= 1B=2"', "bad-env-word"),
            ("mtp_flags: [--num-speculative-tokens, 3]", "mtp-flags-end"),
        })

    def test_ambiguous_scalars_are_the_loaders(self):
        for line, codes in self.compare("models", self.lines(AMBIGUOUS)):
            with self.subTest(line=line):
                self.assertIn("ambiguous-scalar", codes, "only the loader refuses it")

    def test_entries(self):
        lines = ["a: {}", "b: ~", "c: 1", "d: []", "e: {blok_size: 1}", "f: {x-note: 1}", "x-g: 1", "defaults: {env: {}}",
                 "h: {prefill_block_size: 1}", "i: {decode_block_size: x}"]
        self.assertEqual(self.compare("models", lines), [])


BASE = """
disagg:
  image: registry.example/atom:2026-07-01
  model: deepseek-ai/DeepSeek-V4-Pro
  model-prefix: dsv4
  runner: mi355x-disagg
  precision: fp4
  framework: atom-disagg
  router: { name: atomesh, version: "087b82d9" }
  kv-p2p-transfer: mooncake
  multinode: true
  disagg: true
  scenarios:
    fixed-seq-len:
    - isl: 8192
      osl: 1024
      search-space:
      - conc-list: [256, 512]
        prefill: { num-worker: 2, tp: 8, ep: 1, dp-attn: true, additional-settings: [PREFILL_NODES=2] }
        decode: { num-worker: 1, tp: 8, ep: 8, dp-attn: true, additional-settings: ["HSA_NO_SCRATCH=1"] }
      - conc-start: 4
        conc-end: 64
        prefill: { num-worker: 1, tp: 4, ep: 1, dp-attn: false }
        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, pp: 1 }
single:
  image: registry.example/sglang:v0.5.12
  model: amd/DeepSeek-R1-0528-MXFP4
  model-prefix: dsr1
  runner: mi355x
  precision: fp4
  framework: sglang
  multinode: false
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - { tp: 8, ep: 1, conc-start: 4, conc-end: 64, spec-decoding: none }
      - { tp: 4, dp-attn: true, conc-list: [1, 2], pp: 1, router: { name: r, version: v } }
agentic:
  image: registry.example/vllm:v0.27.1
  model: MiniMaxAI/MiniMax-M3-MXFP8
  model-prefix: minimaxm3
  runner: cluster:mi300x
  precision: fp8
  framework: vllm
  multinode: false
  scenarios:
    agentic-coding:
    - dram-utilization: 0.80
      search-space:
      - { tp: 8, kv-offloading: none, conc-list: [2, 4] }
      - { tp: 8, kv-offloading: dram, kv-offload-backend: { name: lmcache, version: "0.5.3" }, conc-list: [16] }
agentic-disagg:
  image: registry.example/sglang:v0.5.17
  model: deepseek-ai/DeepSeek-V4-Pro
  model-prefix: dsv4
  runner: cluster:mi355x
  precision: fp4
  framework: atom-disagg
  multinode: true
  disagg: true
  scenarios:
    agentic-coding:
    - search-space:
      - conc-list: [1, 2]
        kv-p2p-transfer: mori
        router: { name: r, version: v }
        prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: mi355x }
        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: mi325x }
      - conc-list: [4]
        kv-p2p-transfer: mooncake
        router: { name: r, version: v }
        prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false }
        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false }
"""
REMOVE = object()
ANYTHING = [None, "", "text", "8", " +8.0 ", "-1", "0", "1_0", "image:x", "cluster:x", "none", "dram", "mtp", "yes", "No", "T",
           "0.5", "1.5", "sglang", "A=1", "a/", 0, 1, 2, -1, 8.0, 0.5, True, False, [], {}, [1], [0], ["2"], ["A=1"],
           ["=1"], [{}], {"name": "x"}, {"name": "x", "version": "1"}]
# Keys that are added where they are not, with a value that is right elsewhere.
ADDED = {"unknown": 1, "x-note": 1, "tp": 8, "ep": 1, "dp-attn": True, "pp": 1, "conc-list": [1], "conc-start": 1,
         "conc-end": 2, "router": {"name": "r", "version": "v"}, "kv-p2p-transfer": "mooncake", "hardware": "x",
         "kv-offloading": "none", "kv-offload-backend": {"name": "x"}, "dram-utilization": 0.5, "disagg": True,
         "spec-decoding": "none", "additional-settings": ["A=1"], "isl": 1,
         "prefill": {"num-worker": 1, "tp": 8, "ep": 1, "dp-attn": False},
         "decode": {"num-worker": 1, "tp": 8, "ep": 1, "dp-attn": False}}


def mappings(value, path=()):
    """Every mapping in a value, with its path."""
    if isinstance(value, dict):
        yield path, value
        for key, below in value.items():
            yield from mappings(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from mappings(below, (*path, index))


def edited(value, path, key, to):
    result = copy.deepcopy(value)
    at = result
    for step in path:
        at = at[step]
    if to is REMOVE:
        del at[key]
    else:
        at[key] = to
    return result


def edits(recipe):
    """`(what was done, result)` for every edit of one value."""
    for path, mapping in mappings(recipe):
        place = "/".join(map(str, path))
        for key in mapping:
            for value in (REMOVE, *ANYTHING):
                shown = "removed" if value is REMOVE else repr(value)
                yield f"{place}/{key}: {shown}", edited(recipe, path, key, value)
        for key, value in ADDED.items():
            if key not in mapping:
                yield f"{place}+{key}", edited(recipe, path, key, value)


class Recipes(SchemaTest):
    def test_the_shipped_file_is_valid(self):
        self.validator("recipes").validate(yaml.safe_load((CONFIGS / "amd-master.yaml").read_text()))

    def test_entries(self):
        self.assertEqual(self.compare("recipes", ["a: {}", "b: ~", "c: 1", "x-note: 1"]), [])

    def test_edits(self):
        """The schema refuses nothing that the loader takes, and what only the loader refuses is named here."""
        base = yaml.safe_load(BASE)
        everything = [(f"{name}: {what}", recipe) for name in base
                      for what, recipe in [("as it is", base[name]), *edits(base[name])]]
        lines = [yaml.safe_dump({f"r{i}": recipe}, default_flow_style=True, width=1 << 20, sort_keys=False).strip()[1:-1]
                 for i, (_, recipe) in enumerate(everything)]
        codes, validator = self.loader_codes("recipes", lines), self.validator("recipes")
        self.assertTrue(len(lines) // 2 < len(codes) < len(lines), len(codes))
        differences = {(what, *codes.get(i, ())) for i, (what, recipe) in enumerate(everything)
                       if validator.is_valid({f"r{i}": recipe}) != (i not in codes)}
        point = "scenarios/fixed-seq-len/0/search-space"
        agentic = "agentic-disagg: scenarios/agentic-coding/0/search-space"
        self.assertEqual(differences, {
            # Numbers that are compared with others.
            (f"disagg: {point}/0/prefill/num-worker: '1_0'", "tp-not-dividing"),
            (f"disagg: {point}/1/conc-end: 1", "conc-range"), (f"disagg: {point}/1/conc-end: 2", "conc-range"),
            (f"single: {point}/0/conc-end: 1", "conc-range"), (f"single: {point}/0/conc-end: 2", "conc-range"),
            # An integer by its value, not by its text.
            (f"disagg: {point}/1/decode/pp: 8.0", "wrong-type"), (f"single: {point}/1/pp: 8.0", "wrong-type"),
            # What is no fault in recipes that are not launched.
            ("disagg: /kv-p2p-transfer: ''", "bad-value"), (f"{agentic}/0/kv-p2p-transfer: ''", "bad-value"),
            (f"{agentic}/1/kv-p2p-transfer: ''", "bad-value"),
        })


if __name__ == "__main__":
    unittest.main()
