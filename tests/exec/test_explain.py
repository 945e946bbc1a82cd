"""--explain is true: every word has an origin, and a plan without that origin has not that word."""

import json
import unittest

from harness import ExecTest

MODELS = """defaults:
  max_model_len: 9000
Full:
  env: { NOTE: one }
  kv_cache_flags: [--kv_cache_dtype, fp8]
  tp_dp_flags: [--enable-dp-attention]
  mtp_flags: [--method, mtp, --num-speculative-tokens]
  block_size: 64
  hf_overrides: { a: 1 }
  decode_max_num_batched_tokens: 4096
"""
JOB = {"MODEL_DIR": "/models", "MODEL_NAME": "Full", "xP": "1", "yD": "1", "NODE_RANK": "1", "DECODE_TP_SIZE": "4",
       "IPADDRS": "192.0.2.1,192.0.2.77", "DECODE_PORT": "9020", "PREFILL_MTP_SIZE": "0", "DECODE_MTP_SIZE": "2",
       "ATOMESH_MEM_FRAC_STATIC": "0.7", "BENCH_MAX_CONCURRENCY": "64x96", "BLOCK_SIZE": "16",
       "EXTRA_SERVER_ARGS": "--enforce-eager"}
OPTIONS = ["--set", "scheduler_delay_factor=0.5", "--server-arg", "--level", "--server-arg", "3"]


class Explain(ExecTest):
    def plan(self, models, job, options):
        path = self.write("m.yaml", models)
        result = self.run_binary("print-args", "--models", path, "--format", "json", "--explain", *options,
                                 env=self.env(**job))
        return json.loads(result.stdout) if result.returncode == 0 else None

    def without(self, origin, word):
        """Models, environment and options with the origin's line, variable or option taken out."""
        models, job, options = MODELS, dict(JOB), list(OPTIONS)
        where = origin["where"]
        if origin["from"] == "models":
            line = int(where.rsplit(":", 2)[1])
            models = "".join(text for i, text in enumerate(MODELS.splitlines(True), 1) if i != line)
        elif origin["from"] == "env":
            del job[origin["key"]]
        elif origin["from"] == "cli":
            name, _, value = where.partition(" ")
            at = next(i for i, given in enumerate(options)
                      if given == name and options[i + 1].startswith(value or word))
            del options[at:at + 2]
        else:
            self.fail(origin)
        return models, job, options

    def test_origins_cover_every_word_and_variable_once(self):
        plan = self.plan(MODELS, JOB, OPTIONS)
        ranges = [origin["argv"] for origin in plan["origins"] if "argv" in origin]
        covered = [i for first, last in ranges for i in range(first, last + 1)]
        self.assertEqual(covered, list(range(len(plan["argv"]))))
        self.assertEqual([origin["env"] for origin in plan["origins"] if "env" in origin], list(plan["env"]))

    def test_without_its_origin_a_word_is_gone_or_another(self):
        plan = self.plan(MODELS, JOB, OPTIONS)
        removable = [origin for origin in plan["origins"] if origin["from"] != "built-in"]
        self.assertGreater(len(removable), 14)
        for origin in removable:
            with self.subTest(origin=origin):
                word = plan["argv"][origin["argv"][0]] if "argv" in origin else ""
                other = self.plan(*self.without(origin, word))
                if other is None:
                    continue  # refused: what it gave cannot be missing
                if "env" in origin:
                    self.assertNotEqual(other["env"].get(origin["env"]), plan["env"][origin["env"]])
                else:
                    first, last = origin["argv"]
                    words = plan["argv"][first:last + 1]
                    runs = [other["argv"][i:i + len(words)] for i in range(len(other["argv"]))]
                    self.assertNotIn(words, runs)

    def test_one_flag(self):
        path = self.write("m.yaml", MODELS)
        result = self.run_binary("print-args", "--models", path, "--explain=--block-size", env=self.env(**JOB))
        self.assertEqual(result.stdout.decode(), (
            "command\n"
            f"--block-size 64       {path}:8:15 Full.block_size\n"
            "                      over env BLOCK_SIZE: 16\n"
            "                      over built-in: 16\n"))

    def test_a_flag_that_is_not_there(self):
        path = self.write("m.yaml", MODELS)
        result = self.run_binary("print-args", "--models", path, "--explain", "blok-size", env=self.env(**JOB))
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(b"nothing of this plan is called blok-size [explain]\n    hint: ", result.stderr)

    def test_the_width_is_the_terminals(self):
        path = self.write("m.yaml", MODELS)
        for columns in (80, 140):
            result = self.run_binary("print-args", "--models", path, "--explain",
                                     env=self.env(COLUMNS=str(columns), **JOB))
            widths = [len(line) for line in result.stdout.decode().splitlines()]
            self.assertLessEqual(max(widths), columns)

    def test_other_formats_are_refused(self):
        self.assert_refused(self.run_binary("print-args", "--explain", "--format", "nul"), 2, "--explain")


if __name__ == "__main__":
    unittest.main()
