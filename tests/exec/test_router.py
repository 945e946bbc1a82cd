"""The router's binary is called `atomesh` too: it is found, and never mistaken for this one."""

import os
import pathlib
import shutil
import tempfile
import unittest

from harness import BINARY, RECORDER, ExecTest

ROUTER = ["--model", "Tiny", "--model-dir", "/models", "--role", "router", "--xp", "1", "--yd", "2", "--tp", "1",
          "--ips", "192.0.2.1,192.0.2.2,192.0.2.3", "--host-ip", "192.0.2.1"]
ARGV = ["launch", "--host", "0.0.0.0", "--port", "8000", "--pd-disaggregation", "--prefill", "http://192.0.2.1:8010",
        "--decode", "http://192.0.2.2:8020", "--decode", "http://192.0.2.3:8020", "--policy", "random", "--backend",
        "atom", "--log-level", "info", "--disable-health-check", "--disable-circuit-breaker", "--prometheus-port",
        "29100"]


class Router(ExecTest):
    def router(self, *words, **options):
        return self.run_binary("launch", "--models", self.models, *ROUTER, *words, **options)

    def assert_router(self, result, path):
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
        self.assertEqual(self.record()["argv"], [path, *ARGV])

    def other_name(self, make):
        """Another name of our own binary, on the same file system so that it can be a hard link."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="atomesh-router-", dir=os.path.dirname(BINARY)))
        self.addCleanup(shutil.rmtree, folder)
        make(BINARY, folder / "atomesh")
        return str(folder / "atomesh")

    def test_option(self):
        self.assert_router(self.router("--router-bin", RECORDER), RECORDER)

    def test_variable(self):
        self.assert_router(self.router(env=self.env(ATOMESH_ROUTER_BIN=RECORDER)), RECORDER)

    def test_option_before_variable(self):
        env = self.env(ATOMESH_ROUTER_BIN="/no/such/router")
        self.assert_router(self.router("--router-bin", RECORDER, env=env), RECORDER)

    def test_our_own_file_is_skipped_under_every_name(self):
        for make in (os.link, os.symlink):
            with self.subTest(make=make.__name__):
                env = self.env(ATOMESH_ROUTER_BIN=RECORDER)
                self.assert_router(self.router("--router-bin", self.other_name(make), env=env), RECORDER)

    @unittest.skipIf(any(map(os.path.exists, ["/app/ATOM/atom/mesh/target/release/atomesh", "/usr/local/bin/atomesh"])),
                     "this machine has a router")
    def test_nothing_but_ourselves(self):
        self.assert_refused(self.router("--router-bin", BINARY), 127, BINARY, "router")

    def test_a_copy_of_ourselves_refuses_the_router_flags(self):
        result = self.router("--router-bin", self.other_name(shutil.copy))
        self.assert_refused(result, 2, "is an option of the router")

    def test_a_wrapper_that_comes_back_to_us_is_stopped(self):
        wrapper = self.folder / "wrapper"
        command = " ".join([BINARY, "launch", "--models", self.models, *ROUTER, "--router-bin", str(wrapper)])
        wrapper.write_text(f"#!/bin/sh\nexec {command}\n")
        wrapper.chmod(0o755)
        self.assert_refused(self.router("--router-bin", str(wrapper)), 125, str(wrapper))

    def test_router_flags_by_hand(self):
        self.assert_refused(self.run_binary(*ARGV), 2, "--pd-disaggregation is an option of the router", "--role router")


if __name__ == "__main__":
    unittest.main()
