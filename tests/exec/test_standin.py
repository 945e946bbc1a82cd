"""The stand-in server takes and refuses what ATOM of a date does; the launch tests rely on it."""

import contextlib
import io
import sys
import unittest

from harness import STANDIN

sys.path.insert(0, STANDIN)
from atom.entrypoints import arguments  # noqa: E402  (found through the line above)

TRANSFER = '{"kv_role":"kv_producer"}'


def refusal(argv, date=None):
    """The last line of what the parser says, or the empty string where it takes the arguments."""
    with contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            arguments.parse(argv, date)
        except SystemExit as end:
            assert end.code == 2, end
    return said.getvalue().rstrip("\n").rpartition("error: ")[2]


class Arguments(unittest.TestCase):
    def test_values(self):
        args = arguments.parse(["-tp", "4", "--no-enable_prefix_caching", "--enable-tbo", "prefill", "--hf-overrides",
                                '{"a":1}', "--gpu-memory-utilization", "0.8", "--kv-transfer-config", TRANSFER])
        self.assertEqual((args.tensor_parallel_size, args.enable_prefix_caching, args.enable_tbo, args.hf_overrides,
                          args.gpu_memory_utilization, args.kv_transfer_config),
                         (4, False, "prefill", {"a": 1}, 0.8, TRANSFER))

    def test_a_date_takes_the_table_before_it(self):
        context = ["--prefill-context-parallel-size", "2"]
        for date, refused in (("2026-06-30", True), ("2026-07-01", False), ("2026-07-12", False)):
            with self.subTest(date=date):
                self.assertEqual(bool(refusal(context, date)), refused)

    def test_spellings_of_a_date(self):
        self.assertEqual(refusal(["--kv-cache-dtype", "fp8"], "2026-07-01"),
                         "unrecognized arguments: --kv-cache-dtype fp8")
        self.assertEqual(refusal(["--kv-cache-dtype", "fp8"], "2026-08-22"), "")

    def test_refusals(self):
        for argv, text in (
            (["--no-such"], "unrecognized arguments: --no-such"),
            (["-tp", "four"], "argument --tensor-parallel-size/-tp: invalid int value: 'four'"),
            (["--enable-tbo", "decode"], "argument --enable-tbo: invalid choice: 'decode'"),
            (["--kv-transfer-config", f"'{TRANSFER}'"], "argument --kv-transfer-config: invalid JSON"),
            (["--hf-overrides", "[1]"], "argument --hf-overrides: not a JSON object: [1]"),
            (["--online_quant_config", "{"], "argument --online_quant_config: invalid loads value: '{'"),
            (["--cudagraph-capture-sizes", "[1,0]"], "argument --cudagraph-capture-sizes: not a list of positive"),
            (["stray"], "unrecognized arguments: stray"),
        ):
            with self.subTest(argv=argv):
                self.assertIn(text, refusal(argv, "2026-07-01"))


if __name__ == "__main__":
    unittest.main()
