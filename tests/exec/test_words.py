"""Every word reaches the server byte for byte, whichever way it came in."""

import json
import unittest

from harness import RECORDER, WORDS, ExecTest, latin1, quoted

SERVER = ["-m", "atom.entrypoints.openai_server", "--model", "/models/Tiny", "--host", "0.0.0.0", "--server-port",
          "8020", "--trust-remote-code", "-tp", "1", "--block-size", "16", "--gpu-memory-utilization", "0.85"]


class Words(ExecTest):
    def test_whole_argv(self):
        argv = self.recorded("--set", "cudagraph_capture_sizes=[1,2]")["argv"]
        transfer = {"kv_role": "kv_consumer", "kv_connector": "mooncake", "proxy_ip": "192.0.2.2",
                    "handshake_port": 6301}
        self.assertEqual(argv, [RECORDER, *SERVER, "--max-num-seqs", "512", "--no-enable_prefix_caching",
                                "--kv-transfer-config", json.dumps(transfer, separators=(",", ":")),
                                "--cudagraph-capture-sizes", "[1,2]"])

    def test_words_after_the_double_dash(self):
        words = [*WORDS, "${HOME}", "$$", "--", "launch", "--dry-run", "--"]
        self.assert_tail(self.recorded("--", *words)["argv"], words)

    def test_words_that_are_not_utf8_after_the_double_dash(self):
        words = [b"\xff\xfe", b"caf\xe9", b"\x01\x7f"]
        self.assert_tail(self.recorded("--", *words)["argv"], words)

    def test_server_arg(self):
        words = [*WORDS, "${HOME}", "$$", "--"]
        options = [part for word in words for part in ("--server-arg", word)]
        self.assert_tail(self.recorded(*options)["argv"], words)

    def test_server_arg_with_an_equals_sign(self):
        words = [word for word in WORDS if word]
        self.assert_tail(self.recorded(*(f"--server-arg={word}" for word in words))["argv"], words)

    def test_extra_server_args_of_the_environment(self):
        argv = self.recorded(env=self.env(EXTRA_SERVER_ARGS=quoted(WORDS)))["argv"]
        self.assert_tail(argv, WORDS)

    def test_set_extra_flags(self):
        self.assert_tail(self.recorded("--set", f"extra_flags={quoted(WORDS)}")["argv"], WORDS)

    def test_models_file_sequence(self):
        models = self.write("m.yaml", f"Tiny:\n  extra_flags: {json.dumps(WORDS, ensure_ascii=False)}\n")
        self.assert_tail(self.recorded(models=models)["argv"], WORDS)

    def test_models_file_string(self):
        models = self.write("m.yaml", f"Tiny:\n  extra_flags: {json.dumps(quoted(WORDS), ensure_ascii=False)}\n")
        self.assert_tail(self.recorded(models=models)["argv"], WORDS)

    def test_models_file_of_windows_with_byte_order_mark(self):
        models = self.folder / "m.yaml"
        models.write_bytes("\ufeffTiny:\r\n  extra_flags:\r\n    - one\r\n    - 'two words'\r\n".encode())
        self.assert_tail(self.recorded(models=str(models))["argv"], ["one", "two words"])

    def test_json_text_is_not_rewritten(self):
        text = """{ "a" :  "it's \\"quoted\\" `x` $y *",\t"b":1e3, "c":[ ] }"""
        models = self.write("m.yaml", f"Tiny:\n  hf_overrides: {json.dumps(text)}\n")
        argv = self.recorded(models=models)["argv"]
        self.assertEqual(argv[argv.index("--hf-overrides") + 1], latin1(text))

    def test_order_of_the_sources(self):
        argv = self.recorded("--set", "extra_flags=first", "--server-arg", "third", "--", "fourth",
                             env=self.env(EXTRA_SERVER_ARGS="second"))["argv"]
        self.assert_tail(argv, ["first", "second", "third", "fourth"])


class Environment(ExecTest):
    def environ(self, *words, **options):
        return dict(entry.split("=", 1) for entry in self.recorded(*words, **options)["environ"])

    def test_values_of_the_command_line(self):
        options = [part for i, word in enumerate(WORDS) for part in ("--env", f"V{i}={word}")]
        environ = self.environ(*options)
        self.assertEqual([environ[f"V{i}"] for i in range(len(WORDS))], [latin1(word) for word in WORDS])

    def test_values_of_the_models_file(self):
        values = {f"V{i}": word for i, word in enumerate(WORDS)}
        models = self.write("m.yaml", f"Tiny:\n  env: {json.dumps(values, ensure_ascii=False)}\n")
        environ = self.environ(models=models)
        self.assertEqual({name: environ[name] for name in values}, {name: latin1(v) for name, v in values.items()})

    def test_what_was_inherited_stays(self):
        inherited = self.env(ODD=b"\xff\n'\"", EMPTY="", SPACES="  a  ")
        environ = self.environ(env=inherited)
        self.assertEqual({name: environ[name] for name in inherited},
                         {name: latin1(value) for name, value in inherited.items()})

    def test_unset(self):
        self.assertNotIn("GONE", self.environ("--unset-env", "GONE", env=self.env(GONE="1")))

    def test_no_name_twice(self):
        entries = self.recorded("--env", "LOG_LEVEL=INFO", env=self.env(LOG_LEVEL="DEBUG"))["environ"]
        names = [entry.split("=", 1)[0] for entry in entries]
        self.assertEqual(sorted(names), sorted(set(names)))
        self.assertIn("LOG_LEVEL=INFO", entries)


if __name__ == "__main__":
    unittest.main()
