"""`show`: entries that load again, secrets, and what it refuses."""

import json
import unittest

from harness import MODELS, RECORDER, ExecTest
from test_list import FILES

SECRET = "Tiny:\n  env: { HF_TOKEN: hf_abcdefghijkl }\n  extra_flags: [--api-key, sesame]\n"
NOTE = b"atomesh: note: secrets are shown as ***; --show-secrets prints them\n"


class Show(ExecTest):
    def shown(self, *words, said=b""):
        result = self.run_binary("show", *words)
        self.assertEqual((result.returncode, result.stderr), (0, said))
        return result.stdout.decode()

    def names(self, what):
        listed = json.loads(self.run_binary("list", what, *FILES, "--format", "json").stdout)
        return [row[what[:-1]] for row in listed[what]]

    def plans(self, **files):
        """Every point of every recipe, of the two files or of those in a directory."""
        words = [] if files else FILES
        result = self.run_binary("plan", "--all", "--model-dir", "/models", "--format", "json", *words,
                                 env=self.env(ATOMESH_ROUTER_BIN=RECORDER, **files))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout

    def test_what_was_shown_launches_the_same(self):
        recipes = self.write("amd-master.yaml", self.shown("recipe", *self.names("recipes"), *FILES, "--format", "json"))
        for words in (["defaults"], ["--resolved"]):
            with self.subTest(words=words):
                models = self.write("models_atom.yaml", self.shown("model", *self.names("models"), *words, *FILES))
                self.assertEqual(self.plans(ATOMESH_MODELS=models, ATOMESH_RECIPES=recipes), self.plans())

    def test_secrets(self):
        models = self.write("models.yaml", SECRET)
        masked = self.shown("model", "Tiny", "--models", models, said=NOTE)
        self.assertEqual(masked, "Tiny:\n  env:\n    HF_TOKEN: '***'\n  extra_flags: [--api-key, '***']\n")
        plain = self.shown("model", "Tiny", "--models", models, "--show-secrets")
        self.assertEqual(plain, "Tiny:\n  env:\n    HF_TOKEN: hf_abcdefghijkl\n  extra_flags: [--api-key, sesame]\n")

    def test_a_name_given_twice_is_shown_once(self):
        self.assertEqual(self.shown("model", "Tiny", "Tiny", "--models", self.models), MODELS)

    def test_unknown_names(self):
        for words, text in ((["model", "Tyny", "--models", self.models],
                             "models.yaml: error: there is no model 'Tyny' in this file [unknown-model]\n"
                             "    hint: did you mean 'Tiny'?"),
                            (["model", "Tiny", "defaults", "--models", self.models], "hint: the file has: Tiny"),
                            (["recipe", "minimaxm3-fp4-mi355x-atom-disag", *FILES[2:]],
                             "[unknown-recipe]\n    hint: did you mean 'minimaxm3-fp4-mi355x-atom-disagg'?")):
            with self.subTest(words=words):
                self.assert_refused(self.run_binary("show", *words), 1, text)

    def test_entries_with_errors(self):
        models = self.write("models.yaml", "Tiny:\n  block_sise: 1\n")
        self.assert_refused(self.run_binary("show", "model", "Tiny", "--models", models), 1, "[unknown-key]")

    def test_misuse(self):
        for words, text in (([], "WHAT is required"), (["model"], "NAME is required"),
                            (["modell", "Tiny"], "WHAT: takes model, recipe, not 'modell'"),
                            (["model", ""], "NAME: is given an empty value"),
                            (["recipe", "x", "--resolved"], "which are about models"),
                            (["model", "Tiny", "--format", "toml"], "--format")):
            with self.subTest(words=words):
                self.assert_refused(self.run_binary("show", *words), 2, text, "[usage]")


if __name__ == "__main__":
    unittest.main()
