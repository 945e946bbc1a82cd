"""`atomesh diff` on directories, files, plans and the revisions of a git repository."""

import json
import pathlib
import shutil
import subprocess
import unittest

from harness import ExecTest

MODELS = """Tiny:
  extra_flags: [--enforce-eager]
  kv_cache_flags: [--kv_cache_dtype, fp8]
  online_quant_config: { global_quant_config: ptpc_fp8, exclude_layer: [lm_head, "*.mlp"] }
  block_size: 128
  env: { ATOM_USE_TRITON_MOE: 1, LOG: "a b" }
"""
OTHER_MODEL = "Other:\n  tp_dp_flags: [--enable-dp-attention]\n"
RECIPE = """tiny:
  image: rocm/atom-dev:nightly_202607011530
  model: example/Tiny
  model-prefix: tiny
  runner: mi355x-disagg
  precision: fp4
  framework: atom-disagg
  kv-p2p-transfer: mooncake
  multinode: true
  disagg: true
  scenarios:
    fixed-seq-len:
    - isl: 8192
      osl: 1024
      search-space:
      - conc-list: [ 64, 256 ]
        prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1 ] }
        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ DECODE_NODES=1 ] }
"""
OTHER_RECIPE = RECIPE.replace("tiny:", "other:", 1).replace("example/Tiny", "example/Other")
FOREIGN_RECIPE = """foreign:
  image: vllm/vllm-openai:v0.1
  model: example/Foreign
  model-prefix: foreign
  runner: mi355x
  precision: fp8
  framework: vllm
  multinode: false
  scenarios: { fixed-seq-len: [ { isl: 1024, osl: 1024, search-space: [ { tp: 8, conc-start: 4, conc-end: 64 } ] } ] }
"""
ARRIVAL = """+ model Other added
+ recipe other (1 point, 3 processes) added

0 processes changed, 7 added
"""


class Diff(ExecTest):
    def setUp(self):
        super().setUp()
        self.save("a", MODELS, RECIPE)

    def save(self, directory, models=None, recipes=None):
        for name, text in (("models_atom.yaml", models), ("amd-master.yaml", recipes)):
            if text is not None:
                path = self.cwd / directory / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")

    def diff(self, *args, code, error="", **env):
        """The standard output of a run with this exit code and exactly these errors; None: whichever."""
        result = self.run_binary("diff", *args, env=self.env(**env))
        self.assertEqual(result.returncode, code, result.stderr)
        if error is not None:
            self.assertEqual(result.stderr.decode(), error)
        return result.stdout.decode()

    def changes(self, models=MODELS, recipes=RECIPE):
        """The lines of changes between the base and these files, without repetitions."""
        self.save("b", models, recipes)
        equal = (models, recipes) == (MODELS, RECIPE)
        document = json.loads(self.diff("a", "b", "--format", "json", code=0 if equal else 1))
        return sorted({json.dumps(change) for process in document["changed"] for change in process["changes"]})

    def assert_same(self, models=MODELS, recipes=RECIPE):
        self.save("b", models, recipes)
        self.assertEqual(self.diff("a", "b", code=0), "")


class Directories(Diff):
    def test_workers_that_move_to_one_node(self):
        on_one = RECIPE.replace("tp: 8", "tp: 4").replace("PREFILL_NODES=1", "ATOMESH_LAYOUT=single-node")
        self.save("a", MODELS, RECIPE.replace("tp: 8", "tp: 4"))
        self.save("b", MODELS, on_one)
        document = json.loads(self.diff("a", "b", "--format", "json", code=1))
        self.assertEqual((document["added"], document["removed"]), ([], []))
        changed = {process["role"]: {change["name"]: change for change in process["changes"]}
                   for process in document["changed"]}
        self.assertEqual(changed["decode"]["HIP_VISIBLE_DEVICES"]["after"], "4,5,6,7")
        self.assertEqual(changed["decode"]["ATOM_DP_MASTER_PORT"]["after"], "29700")
        self.assertEqual(changed["prefill"]["HIP_VISIBLE_DEVICES"]["after"], "0,1,2,3")

    def test_equal(self):
        self.assert_same()
        self.assertEqual(json.loads(self.diff("a", "a", "--format", "json", code=0)),
                         {"format": "atomesh.diff/1", "added": [], "removed": [], "changed": []})

    def test_what_is_only_written_otherwise(self):
        cases = {
            "alias": MODELS.replace("--kv_cache_dtype", "--kv-cache-dtype").replace("--enforce-eager", "--enforce_eager"),
            "equals": MODELS.replace("--kv_cache_dtype, fp8", "--kv_cache_dtype=fp8"),
            "order of keys": MODELS.replace("  block_size: 128\n", "").replace("Tiny:\n", "Tiny:\n  block_size: 128\n"),
            "order of layers": MODELS.replace('[lm_head, "*.mlp"]', '["*.mlp", lm_head]'),
            "as a string": MODELS.replace('{ ATOM_USE_TRITON_MOE: 1, LOG: "a b" }',
                                          "\"LOG='a b' ATOM_USE_TRITON_MOE=1\""),
            "comment": "# one\n" + MODELS,
        }
        for name, models in cases.items():
            with self.subTest(name):
                self.assertNotEqual(models, MODELS)
                self.assert_same(models)

    def test_recipe_that_is_not_ours(self):
        self.assert_same(recipes=FOREIGN_RECIPE + RECIPE)

    def test_model_and_recipe_that_come_and_go(self):
        self.save("b", MODELS + OTHER_MODEL, OTHER_RECIPE + RECIPE)
        self.assertEqual(self.diff("a", "b", code=1), "--- a\n+++ b\n" + ARRIVAL)
        back = ARRIVAL.replace("+ ", "- ").replace("added", "removed")
        self.assertEqual(self.diff("b", "a", code=1), "--- b\n+++ a\n" + back)
        document = json.loads(self.diff("a", "b", "--format", "json", code=1))
        self.assertEqual([len(document[key]) for key in ("added", "removed", "changed")], [7, 0, 0])
        self.assertEqual(document["added"][0], {"model": "Other", "mode": "tp", "role": "prefill"})
        self.assertEqual(document["added"][-1],
                         {"recipe": "other", "point": {"index": 0, "isl": 8192, "osl": 1024, "number": 0},
                          "model": "Other", "role": "router", "rank": 0})

    def test_whole_text(self):
        self.save("b", MODELS.replace("128", "64").replace('"*.mlp"', '"*.mlp", "*.gate.*"').replace('"a b"', '"a c"'))
        self.save("b", recipes=RECIPE)
        self.assertEqual(self.diff("a", "b", code=1), """--- a
+++ b

model Tiny (prefill, decode: tp)
recipe tiny (point 0: prefill, decode)
  must-match ~ --block-size           128 → 64
  must-match ~ --online_quant_config  exclude_layer: + "*.gate.*"
  tuning     ~ env LOG                a b → a c

4 processes changed in what must match
""")

    def test_each_kind_of_edit(self):
        option, env = {"class": "must-match", "kind": "option"}, {"class": "tuning", "kind": "env"}
        cases = [
            (MODELS, RECIPE.replace("decode: { num-worker: 1, tp: 8", "decode: { num-worker: 1, tp: 4"),
             {**option, "name": "-tp", "before": "8", "after": "4"}),
            (MODELS.replace("fp8]", "bf16]"), RECIPE,
             {**option, "name": "--kv_cache_dtype", "before": "fp8", "after": "bf16"}),
            (MODELS, RECIPE.replace("mooncake", "moriio"),
             {**option, "name": "--kv-transfer-config", "path": "kv_connector", "before": '"mooncake"',
              "after": '"moriio"'}),
            (MODELS.replace(', LOG: "a b"', ""), RECIPE, {**env, "name": "LOG", "before": "a b", "after": None}),
            (MODELS.replace('"a b"', '"a b", NEW_TOKEN: x'), RECIPE,
             {**env, "name": "NEW_TOKEN", "before": None, "after": "***"}),
            (MODELS.replace("[--enforce-eager]", "[--enforce-eager, --level, 3]"), RECIPE,
             {"class": "tuning", "kind": "option", "name": "--level", "before": None, "after": "3"}),
            (MODELS, RECIPE.replace("[ 64, 256 ]", "[ 64, 1024 ]"),
             {"class": "tuning", "kind": "option", "name": "--max-num-seqs", "before": "256", "after": "1024"}),
            (MODELS, RECIPE.replace("0701", "0822"),
             {"class": "tuning", "kind": "recipe", "name": "image",
              "before": "rocm/atom-dev:nightly_202607011530", "after": "rocm/atom-dev:nightly_202608221530"}),
        ]
        for models, recipes, change in cases:
            with self.subTest(change=change["name"]):
                self.assertEqual(self.changes(models, recipes), [json.dumps(change)])

    def test_fail_on(self):
        self.save("tuning", MODELS.replace('"a b"', "c"), RECIPE)
        self.save("blocks", MODELS.replace("128", "64"), RECIPE)
        self.save("more", MODELS + OTHER_MODEL, RECIPE)
        expected = {"a": (0, 0, 0), "tuning": (1, 0, 0), "more": (1, 0, 0), "blocks": (1, 1, 0)}
        for side, codes in expected.items():
            for choice, code in zip(("any", "must-match", "none"), codes):
                with self.subTest(side=side, choice=choice):
                    self.diff("a", side, "--fail-on", choice, code=code)

    def test_markdown(self):
        self.save("b", MODELS.replace("128", "64"), RECIPE)
        self.assertEqual(self.diff("a", "b", "--format", "markdown", code=1), """### atomesh diff `a` `b`

4 processes changed in what must match.

model `Tiny` (prefill, decode: tp)<br>
recipe `tiny` (point 0: prefill, decode)

| class | setting | before | after |
|---|---|---|---|
| **must-match** | `--block-size` | `128` | `64` |
""")

    def test_sides_with_errors(self):
        self.save("b", MODELS.replace("block_size", "blok_size"), RECIPE)
        self.save("wrong", MODELS, RECIPE.replace("dp-attn: false", "dp-attn: true", 1))
        for side, code in (("b", "[unknown-key]"), ("wrong", "[dpa-without-flags]")):
            result = self.run_binary("diff", "a", side, "--fail-on", "none")
            self.assert_refused(result, 2, code)

    def test_usage(self):
        for args in ((), ("a",), ("a", "a", "a"), ("a", "", "--format", "json"), ("a", "a", "--fail-on", "some"),
                     ("a", "a", "--", "x")):
            with self.subTest(args=args):
                self.assert_refused(self.run_binary("diff", *args), 2, "[usage]")


class Plans(Diff):
    def plan(self, name, *args):
        words = ("print-args", "--models", "a/models_atom.yaml", "--model", "Tiny", "--model-dir", "/models", "--xp",
                 "1", "--yd", "1", "--ips", "192.0.2.1,192.0.2.2", "--format", "json", *args)
        result = self.run_binary(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        (self.cwd / name).write_bytes(result.stdout)

    def test_plans(self):
        self.plan("a.json", "--role", "decode")
        self.plan("b.json", "--role", "decode", "--set", "block_size=64")
        self.assertEqual(self.diff("a.json", "a.json", code=0), "")
        self.assertEqual(self.diff("a.json", "b.json", code=1), """--- a.json
+++ b.json

decode: rank 1
  must-match ~ --block-size  128 → 64

1 process changed in what must match
""")

    def test_plans_of_both_roles_agree_in_what_must_match(self):
        self.plan("p.json", "--role", "prefill")
        self.plan("d.json", "--role", "decode")
        self.assertIn("tuning     ~ role", self.diff("p.json", "d.json", "--fail-on", "must-match", code=0))

    def test_no_plan(self):
        self.plan("a.json", "--role", "decode")
        (self.cwd / "b.json").write_text('{"format": "atomesh.plan/1"}')
        self.assert_refused(self.run_binary("diff", "a.json", "b.json"), 2, "[bad-plan]")
        self.assert_refused(self.run_binary("diff", "a.json", "a"), 2, "[not-comparable]")


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Revisions(Diff):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        self.home.mkdir()
        self.git("init", "-q")
        self.commit()

    def env(self, **extra):
        """No configuration of the machine or its user, no repository around the folder."""
        home = str(getattr(self, "home", self.folder))
        return super().env(HOME=home, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null",
                           GIT_CEILING_DIRECTORIES=str(self.folder), **extra)

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=node-a", "-c", "user.email=a@example.invalid", *words], cwd=self.cwd,
                       env=self.env(), check=True, timeout=60, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "one more")

    def arrive(self, directory):
        self.save(directory, MODELS + OTHER_MODEL, RECIPE + OTHER_RECIPE)

    def test_configs_of_two_revisions_and_of_the_working_tree(self):
        self.save("configs", MODELS, RECIPE)
        self.commit()
        self.arrive("configs")
        self.assertEqual(self.diff("git:HEAD", "configs", code=1), "--- git:HEAD\n+++ configs\n" + ARRIVAL)
        self.assertEqual(self.diff("git:HEAD", ".", code=1), "--- git:HEAD\n+++ .\n" + ARRIVAL)
        self.commit()
        self.assertEqual(self.diff("git:HEAD~1", "git:HEAD", code=1), "--- git:HEAD~1\n+++ git:HEAD\n" + ARRIVAL)
        self.assertEqual(self.diff("git:HEAD", "configs", code=0), "")

    def test_files_at_the_top(self):
        self.save(".", MODELS, RECIPE)
        self.commit()
        self.assertEqual(self.diff("git:HEAD", "a", code=0), "")

    def test_configs_before_the_top(self):
        self.save(".", MODELS.replace("128", "64"), RECIPE)
        self.save("configs", MODELS, RECIPE)
        self.commit()
        self.assertEqual(self.diff("git:HEAD", "a", code=0), "")

    def test_paths(self):
        self.arrive("a")
        self.assertEqual(self.diff("git:HEAD:a", "a", code=1), "--- git:HEAD:a\n+++ a\n" + ARRIVAL)
        self.assertEqual(self.diff("git:HEAD:a/models_atom.yaml", "a/models_atom.yaml", code=1),
                         "--- git:HEAD:a/models_atom.yaml\n+++ a/models_atom.yaml\n"
                         "+ model Other added\n\n0 processes changed, 4 added\n")

    def test_paths_are_from_the_top_wherever_we_are(self):
        below = pathlib.Path(self.cwd) / "a"
        top, self.cwd = self.cwd, below
        self.assertEqual(self.diff("git:HEAD:a", ".", code=0), "")
        self.cwd = top

    def test_words_that_a_shell_or_git_would_read(self):
        name = "$(touch no) *; 'x'"
        self.save(name, MODELS, RECIPE)
        self.commit()
        self.assertEqual(self.diff(f"git:HEAD:{name}", "a", code=0), "")
        self.assertFalse((self.cwd / "no").exists())
        self.diff("git:--output=no", "a", code=2, error=None)
        self.assertFalse((self.cwd / "no").exists())

    def test_faults_are_placed_in_the_revision(self):
        self.save("a", MODELS.replace("block_size", "blok_size"))
        self.commit()
        self.assert_refused(self.run_binary("diff", "git:HEAD:a", "a", env=self.env()), 2,
                            "git:HEAD:a/models_atom.yaml:5:3: error: unknown key 'blok_size'")

    def test_what_git_does_not_know(self):
        self.diff("git:none", "a", code=2, error=(
            "git:none: error: git says: Not a valid object name none [git-failed]\n"
            "    hint: `git rev-parse none` must know it; a shallow clone, as CI makes one, has the newest commit only: "
            "fetch-depth: 0\n"))
        self.diff("git:HEAD:none", "a", code=2, error=(
            "git:HEAD:none: error: revision HEAD has no 'none' [file-not-found]\n"
            "    hint: the path is taken from the top of the repository\n"))
        self.diff("git:HEAD", "a", code=2, error=(
            "atomesh: error: git:HEAD holds no models_atom.yaml and no amd-master.yaml; tried configs/models_atom.yaml, "
            "models_atom.yaml, configs/amd-master.yaml, amd-master.yaml [file-not-found]\n"
            "    hint: name a directory, a models file, a recipes file, a plan, or git:REV\n"))

    def test_without_git(self):
        self.diff("git:HEAD", "a", code=2, PATH="/none", error=(
            "atomesh: error: git: was asked for, but git: not found in PATH [git-failed]\n"
            "    hint: install git, or compare directories\n"))

    def test_outside_of_a_repository(self):
        shutil.rmtree(self.cwd / ".git")
        self.diff("git:HEAD", "a", code=2, error=(
            "git:HEAD: error: git says: not a git repository (or any of the parent directories): .git [git-failed]\n"
            "    hint: run atomesh inside of the repository\n"))


if __name__ == "__main__":
    unittest.main()
