"""`--hash`, `--manifest` and `--from`: what is recorded of a launch, and that it can be launched again."""

import datetime
import hashlib
import json
import os
import pathlib
import socket
import unittest

from harness import DECODE, LAUNCHING, MODELS, RECORDER, STANDIN, ExecTest
from test_list import FILES

RECIPE = ["--recipe", "minimaxm3-fp4-mi355x-atom-disagg-mtp", "--point", "1", "--model-dir", "/models", *FILES]
BY_RANK = "node-0,node-1,node-2"


class Hash(ExecTest):
    def hash(self, *words, env=None):
        result = self.run_binary("print-args", "--hash", *words, env=env)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertRegex(result.stdout, rb"^[0-9a-f]{64}\n$")
        return result.stdout.decode().strip()

    def test_is_that_of_the_document_of_a_bare_machine(self):
        """What the README says about the canonical form."""
        bare = {"PATH": "/usr/bin:/bin"}
        for role in (["--role", "decode"], ["--role", "router", "--router-bin", "atomesh"]):
            printed = self.run_binary("print-args", *RECIPE, *role, "--ips", BY_RANK, "--format", "json", env=bare)
            document = json.loads(printed.stdout)
            document["env"].pop("LD_LIBRARY_PATH", None)  # of the machine that runs this test
            document.pop("unset_env", None)
            text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
            self.assertEqual(self.hash(*RECIPE, *role), hashlib.sha256(text.encode()).hexdigest())

    def test_does_not_see_the_machine(self):
        words = [*RECIPE, "--rank", "2"]
        plain = self.hash(*words, env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(self.hash(*words, "--host-ip", "192.0.2.9"), plain)
        self.assertEqual(self.hash(*words, env=self.env(IPADDRS="192.0.2.1,192.0.2.2,192.0.2.3", LOGLEVEL="DEBUG",
                                                        LD_LIBRARY_PATH="/opt/lib", SLURM_PROCID="1")), plain)
        copies = [word for name in ("models_atom.yaml", "amd-master.yaml") for word in (
            "--models" if "models" in name else "--recipes",
            self.write(name, pathlib.Path(FILES[1]).with_name(name).read_text()))]
        self.assertEqual(self.hash(*RECIPE[:6], *copies, "--rank", "2"), plain)
        self.assertNotEqual(self.hash(*words, "--set", "block_size=64"), plain)

    def test_refusals(self):
        for words, code, text in (([*RECIPE, "--hash", "--format", "json"], 2, "--hash prints the hash alone"),
                                  ([*RECIPE, "--hash", "--explain"], 2, "--hash prints the hash alone"),
                                  (["--hash", "--models", self.models, "--model", "Tyny"], 1, "[unknown-model]")):
            with self.subTest(words=words):
                self.assert_refused(self.run_binary("print-args", *words), code, text)


class ManifestTest(ExecTest):
    def setUp(self):
        super().setUp()
        self.manifest = self.folder / "manifest.json"

    def recorded_launch(self, *words, **variables):
        """Launches the recorder with a manifest; what the recorder was given, and the manifest."""
        result = self.launch("--manifest", str(self.manifest), *words, env=self.env(**variables))
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
        return self.record(), json.loads(self.manifest.read_text())

    def again(self, *words, **variables):
        self.record_path.unlink(missing_ok=True)
        return self.run_binary("launch", "--from", str(self.manifest), *words, env=self.env(**variables))


class Record(ManifestTest):
    def test_says_what_is_run(self):
        begin = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        launched, manifest = self.recorded_launch("--set", "block_size=64", SLURM_JOB_ID="7", SLURM_PROCID="1")
        self.assertEqual(manifest["format"], "atomesh.manifest/1")
        when = datetime.datetime.fromisoformat(manifest["time"].replace("Z", "+00:00"))
        self.assertLessEqual(begin, when)
        self.assertLessEqual(when, datetime.datetime.now(datetime.timezone.utc))
        self.assertEqual(manifest["host"], socket.gethostname())
        self.assertEqual(manifest["directory"], os.path.realpath(self.cwd))
        self.assertEqual(manifest["slurm"], {"SLURM_JOB_ID": "7", "SLURM_PROCID": "1"})
        self.assertEqual(manifest["models"], {"path": self.models, "sha256": hashlib.sha256(MODELS.encode()).hexdigest()})
        version = json.loads(self.run_binary("--version", "--json").stdout)
        self.assertEqual(manifest["atomesh"], {"version": version["version"], "commit": version["commit"]})
        [plan] = manifest["plans"]
        self.assertEqual((plan["role"], plan["rank"]), ("decode", 1))
        self.assertEqual([word.encode().decode("latin-1") for word in plan["argv"]], launched["argv"])
        self.assertTrue(any(origin["key"] == "block_size" and origin["from"] == "cli" for origin in plan["origins"]))
        printed = self.run_binary("print-args", "--models", self.models, *DECODE, "--python", RECORDER, "--set",
                                  "block_size=64", "--hash")
        self.assertEqual(plan["sha256"], printed.stdout.decode().strip())

    def test_is_for_its_owner_and_replaces_what_was_there(self):
        self.manifest.write_text("old")
        self.recorded_launch()
        self.assertEqual(self.manifest.stat().st_mode & 0o777, 0o600)
        self.assertEqual([path.name for path in self.folder.glob("manifest*")], ["manifest.json"])

    def test_holds_no_secret(self):
        _, manifest = self.recorded_launch("--env", "A_TOKEN=sesame", "--", "--api-key", "sesame",
                                           ATOMESH_ENV="B_TOKEN=sesame")
        self.assertNotIn("sesame", self.manifest.read_text())
        self.assertEqual(manifest["request"]["env"], {"ATOMESH_ENV": None})

    def test_that_cannot_be_written_does_not_stop_a_launch(self):
        link = self.folder / "link"
        target = self.folder / "target"
        target.write_text("kept")
        link.symlink_to(target)
        for path, text in ((self.folder / "none" / "m.json", "No such file or directory"), (self.folder, "Is a directory"),
                           (link, "it is a symbolic link"), ("/dev/null", "Invalid argument")):
            with self.subTest(path=path):
                result = self.launch("--manifest", str(path))
                self.assertEqual(result.returncode, 0)
                self.assertIn("--manifest: warning: ", result.stderr.decode())
                self.assertIn(text, result.stderr.decode())
                self.assertIn("[manifest-not-written]", result.stderr.decode())
                self.record()
        self.assertEqual(target.read_text(), "kept")
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_nothing_is_written_without_a_launch(self):
        for words in (["--dry-run"], ["--set", "block_size=0"]):
            self.launch("--manifest", str(self.manifest), *words)
            self.assertFalse(self.manifest.exists())
        self.run_binary("print-args", "--models", self.models, *DECODE, "--manifest", str(self.manifest))
        self.assertFalse(self.manifest.exists())

    def test_that_is_launched_by_the_real_stand_in(self):
        self.launch("--manifest", str(self.manifest), "--", "--no-such-option", python="/usr/bin/python3",
                    env=self.env(PYTHONPATH=STANDIN))
        first = json.loads(self.manifest.read_text())["plans"][0]
        result = self.again(PYTHONPATH=STANDIN)
        self.assertEqual(result.returncode, 2, "the server's own code")
        self.assertIn(b"--no-such-option", result.stderr)
        self.assertEqual(first["argv"][-1], "--no-such-option")


class Again(ManifestTest):
    def assert_same(self, first, result):
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
        self.assertEqual(result.stderr[:len(LAUNCHING)], LAUNCHING)
        second = self.record()
        self.assertEqual(second["argv"], first["argv"])
        self.assertEqual(second["environ"], first["environ"])

    def test_runs_the_same(self):
        variables = {"SLURM_PROCID": "1", "ATOMESH_BLOCK_SIZE": "64", "SLURM_JOB_ID": "7"}
        first, _ = self.recorded_launch("--env", "NAME=two words", "--", "it's", "$HOME", **variables)
        self.assert_same(first, self.again(**variables))
        other = {"SLURM_PROCID": "0", "ATOMESH_BLOCK_SIZE": "16", "ATOMESH_MAX_MODEL_LEN": "9", "SLURM_JOB_ID": "7"}
        self.assert_same(first, self.again(**other))

    def test_can_be_recorded_again(self):
        first, manifest = self.recorded_launch()
        self.assert_same(first, self.again("--manifest", str(self.manifest)))
        second = json.loads(self.manifest.read_text())
        self.assertEqual(second["plans"][0]["sha256"], manifest["plans"][0]["sha256"])
        self.assert_same(first, self.again())

    def test_dry_run_and_print_args_show_it(self):
        self.recorded_launch()
        shown = self.again("--dry-run")
        printed = self.run_binary("print-args", "--from", str(self.manifest))
        hashed = self.run_binary("print-args", "--from", str(self.manifest), "--hash")
        self.assertEqual((shown.returncode, printed.returncode, hashed.returncode), (0, 0, 0))
        self.assertEqual(shown.stdout, printed.stdout)
        self.assertIn(os.fsencode(RECORDER), shown.stdout)
        self.assertEqual(hashed.stdout.decode().strip(), json.loads(self.manifest.read_text())["plans"][0]["sha256"])
        self.assertFalse(self.record_path.exists())

    def test_secrets_come_from_the_environment(self):
        first, _ = self.recorded_launch("--env", "A_TOKEN=one", ATOMESH_ENV="B_TOKEN=one")
        self.assert_refused(self.again(), 125, "[manifest-secret]", "export A_TOKEN with its value",
                            "export ATOMESH_ENV with its value")
        result = self.again(A_TOKEN="two", ATOMESH_ENV="B_TOKEN=two")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.record()["argv"], first["argv"])
        self.assertIn("B_TOKEN=two", json.dumps(self.record()["environ"]))
        self.assertIn("A_TOKEN=two", json.dumps(self.record()["environ"]))

    def test_other_addresses_are_no_other_plan(self):
        self.recorded_launch(IPADDRS="192.0.2.1,192.0.2.2")
        for words, variables in ((["--host-ip", "192.0.2.7"], {}), (["--ips", "192.0.2.6,192.0.2.7"], {}),
                                 ([], {"IPADDRS": "192.0.2.6,192.0.2.7"})):
            with self.subTest(words=words, variables=variables):
                result = self.again(*words, **variables)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn('"proxy_ip":"192.0.2.7"', "".join(self.record()["argv"]))

    def test_a_file_that_changed_is_refused(self):
        first, manifest = self.recorded_launch()
        self.write("models.yaml", MODELS + "  block_size: 64\n")
        now = hashlib.sha256((MODELS + "  block_size: 64\n").encode()).hexdigest()
        self.assert_refused(self.again(), 125, "[manifest-differs]", self.models, now, manifest["models"]["sha256"])
        forced = self.again("--force")
        self.assertEqual(forced.returncode, 0)
        self.assertEqual(forced.stderr.count(b" warning: "), 2, "the file and the plan")
        self.assertIn("64", self.record()["argv"])
        kept = self.write("kept.yaml", MODELS)
        self.assert_same(first, self.again("--models", kept))
        os.unlink(self.models)
        self.assert_refused(self.again("--force"), 125, "[file-unreadable]")

    def test_what_the_manifest_itself_was_changed_to_is_refused(self):
        self.recorded_launch()
        text = self.manifest.read_text()
        for old, new, said in (('"commit": "', '"commit": "x', "it was run by atomesh"),
                               ('"--tp",\n      "1"', '"--tp",\n      "2"', "the plan is not what was run"),
                               ('"--tp"', '"--help"', "[bad-manifest]"), ("{", "[", "it is not JSON")):
            with self.subTest(new=new):
                self.assertIn(old, text)
                self.manifest.write_text(text.replace(old, new, 1))
                self.assert_refused(self.again(), 125, said)

    def test_misuse(self):
        self.recorded_launch()
        for words, text in ((["--tp", "2"], "--tp changes the plan"), (["--set", "block_size=1"], "--set changes"),
                            (["--rank", "0"], "--rank changes"), (["--", "x"], "--server-arg changes")):
            with self.subTest(words=words):
                self.assert_refused(self.again(*words), 2, text)
        self.assert_refused(self.launch("--force"), 2, "--force is about --from")

    def test_that_is_not_there(self):
        self.assert_refused(self.again(), 125, "manifest.json: error: cannot read this file", "[file-unreadable]")


if __name__ == "__main__":
    unittest.main()
