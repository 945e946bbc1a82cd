"""Every role of every point of every shipped recipe resolves without a warning, to what its image's ATOM takes."""

import json
import pathlib
import re
import sys
import unittest

from harness import RECORDER, STANDIN, ExecTest

sys.path.insert(0, STANDIN)
from atom.entrypoints import arguments  # noqa: E402  (found through the line above)

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
TEXT = (CONFIGS / "amd-master.yaml").read_text()
IMAGE_DATE = re.compile(r"^(\S+):\n  image: \S*_(\d{4})(\d\d)(\d\d)\d{4}$", re.MULTILINE)
DATES = {name: f"{year}-{month}-{day}" for name, year, month, day in IMAGE_DATE.findall(TEXT)}
# Prefill workers, decode workers, tensor parallelism of decode and tokens of speculation, point by point.
POINTS = {
    "dsv4-fp4-mi355x-atom-disagg": [(2, 1, 8, 0), (1, 1, 8, 0), (1, 1, 8, 0)],
    "minimaxm3-fp4-mi355x-atom-disagg": [(1, 1, 4, 0), (2, 1, 4, 0), (1, 1, 4, 0)],
    "minimaxm3-fp8-mi355x-atom-disagg": [(1, 1, 4, 0), (2, 1, 4, 0), (1, 1, 4, 0)],
    "minimaxm3-fp4-mi355x-atom-disagg-mtp": [(1, 1, 4, 3), (2, 1, 4, 3)],
    "minimaxm3-fp8-mi355x-atom-disagg-mtp": [(1, 1, 4, 3), (2, 1, 4, 3)],
    "kimik2.5-fp4-mi355x-atom-disagg": [(1, 1, 4, 0), (1, 2, 8, 0)],
}


class Recipes(ExecTest):
    def plan(self, recipe, point, *words):
        result = self.run_binary("print-args", "--models", str(CONFIGS / "models_atom.yaml"), "--recipes",
                                 str(CONFIGS / "amd-master.yaml"), "--recipe", recipe, "--point", str(point),
                                 "--model-dir", "/models", "--format", "json", "--router-bin", RECORDER, *words)
        self.assertEqual((result.returncode, result.stderr.decode()), (0, ""))
        return json.loads(result.stdout)

    def test_the_table_above_names_every_recipe(self):
        self.assertEqual(set(POINTS), set(re.findall(r"^([^\s#].*):$", TEXT, re.MULTILINE)))
        self.assertEqual(set(POINTS), set(DATES))

    def test_every_server(self):
        for recipe, points in POINTS.items():
            for number, (prefill, decode, width, tokens) in enumerate(points):
                ips = ",".join(f"192.0.2.{i + 1}" for i in range(prefill + decode))
                for rank in range(prefill + decode):
                    with self.subTest(recipe=recipe, point=number, rank=rank):
                        plan = self.plan(recipe, number, "--rank", str(rank), "--ips", ips)
                        self.assertEqual(plan["role"], "prefill" if rank < prefill else "decode")
                        args = arguments.parse(plan["argv"][3:], DATES[recipe])
                        self.assertEqual(args.tensor_parallel_size, width if rank >= prefill else points[0][2])
                        self.assertEqual(args.num_speculative_tokens if args.method else 0, tokens)

    def test_every_router(self):
        for recipe, points in POINTS.items():
            for number, (prefill, decode, *_) in enumerate(points):
                with self.subTest(recipe=recipe, point=number):
                    ips = ",".join(f"192.0.2.{i + 1}" for i in range(prefill + decode))
                    argv = self.plan(recipe, number, "--role", "router", "--ips", ips)["argv"]
                    self.assertEqual((argv.count("--prefill"), argv.count("--decode")), (prefill, decode))


if __name__ == "__main__":
    unittest.main()
