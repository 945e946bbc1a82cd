"""The server is the launcher's own process: pid, signals, exit code, descriptors and limits are as a caller expects."""

import concurrent.futures
import json
import os
import resource
import signal
import socket
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from harness import BINARY, STANDIN, ExecTest

STANDARD = {"0", "1", "2"}
SPEAKER = "#!/bin/sh\necho to standard output\necho to standard error >&2\n"


def ignore_all():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)


def block_all():
    signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())


class Identity(ExecTest):
    def test_same_pid(self):
        process = subprocess.Popen([BINARY, *self.launch_args()], env=self.env(), stdin=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.assertEqual(process.wait(timeout=30), 0)
        record = self.record()
        self.assertEqual((record["pid"], record["ppid"]), (process.pid, os.getpid()))

    def test_every_exit_code(self):
        def code_of(code):
            environment = {"PATH": "/usr/bin:/bin", "RECORD_EXIT": str(code)}
            return self.launch(env=environment).returncode

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(code_of, range(256))), list(range(256)))

    def test_death_by_signal(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGSEGV, signal.SIGPIPE, signal.SIGTERM):
            with self.subTest(signal=number.name):
                result = self.launch(env=self.env(RECORD_SIGNAL=str(int(number))))
                self.assertEqual(result.returncode, -number)


class CacheDirectory(ExecTest):
    def test_is_made_for_its_owner_before_the_server_starts(self):
        cache = self.folder / "not" / "there"
        result = self.launch("--cache-dir", str(cache))
        self.assertEqual(result.returncode, 0, result.stderr)
        home = cache / "decode-1" / "home"
        self.assertIn(f"HOME={home}", self.record()["environ"])
        self.assertEqual(home.stat().st_mode & 0o777, 0o700)
        self.assertEqual(sorted(path.name for path in home.parent.iterdir()),
                         ["aiter", "cache", "flydsl", "home", "inductor", "triton"])

    def test_that_cannot_be_made_starts_nothing(self):
        result = self.launch("--cache-dir", self.models)
        self.assert_refused(result, 125, f"--cache-dir: {self.models}/decode-1/home: Not a directory")


class Signals(ExecTest):
    def assert_reset(self, prepare):
        record = self.recorded(preexec_fn=prepare)
        masks = {name: int(record[name], 16) for name in ("SigBlk", "SigIgn", "SigCgt")}
        self.assertEqual(masks, {"SigBlk": 0, "SigIgn": 0, "SigCgt": 0})

    def test_ignored_by_the_parent(self):
        self.assert_reset(ignore_all)

    def test_blocked_by_the_parent(self):
        self.assert_reset(block_all)

    def test_term_ends_a_server_whose_parent_ignored_it(self):
        for prepare in (ignore_all, block_all):
            with self.subTest(prepare=prepare.__name__):
                result = self.launch(env=self.env(RECORD_SIGNAL=str(int(signal.SIGTERM))), preexec_fn=prepare)
                self.assertEqual(result.returncode, -signal.SIGTERM)


class Descriptors(ExecTest):
    def test_only_the_standard_three(self):
        self.assertEqual(set(self.recorded()["descriptors"]), STANDARD)

    def test_only_the_standard_three_with_a_log_file(self):
        log = str(self.folder / "server.log")
        descriptors = self.recorded("--log-file", log)["descriptors"]
        self.assertEqual(set(descriptors), STANDARD)
        self.assertEqual((descriptors["1"], descriptors["2"]), (log, log))

    def test_a_closed_one_is_not_taken_by_a_file_of_ours(self):
        for number in (0, 1, 2):
            with self.subTest(closed=number):
                self.launch(preexec_fn=lambda number=number: os.close(number))
                descriptors = self.record()["descriptors"]
                self.assertLessEqual(set(descriptors), STANDARD)
                self.assertIn(descriptors.get(str(number)), (None, "/dev/null"))


class Limits(ExecTest):
    def soft_limit(self, soft, hard):
        return self.recorded(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))["nofile"]

    def test_soft_limit_is_raised(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        for hard in (1000, most):
            with self.subTest(hard=hard):
                self.assertEqual(self.soft_limit(256, hard), {"soft": min(65536, hard), "hard": hard})

    def test_soft_limit_is_never_lowered(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.assertEqual(self.soft_limit(most, most), {"soft": most, "hard": most})


class LogFile(ExecTest):
    def setUp(self):
        super().setUp()
        self.speaker = self.write("speaker", SPEAKER, mode=0o755)
        self.log = self.folder / "server.log"

    def assert_both_in_log(self):
        lines = self.log.read_text().splitlines()
        self.assertEqual(lines[-2:], ["to standard output", "to standard error"])

    def test_both_streams(self):
        result = self.launch("--log-file", str(self.log), python=self.speaker)
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assert_both_in_log()

    def test_both_streams_where_the_parent_closed_one(self):
        for number in (0, 1, 2):
            with self.subTest(closed=number):
                self.log.unlink(missing_ok=True)
                self.launch("--log-file", str(self.log), python=self.speaker,
                            preexec_fn=lambda number=number: os.close(number))
                self.assert_both_in_log()

    def test_a_log_file_that_cannot_be_written_stops_the_launch(self):
        log = str(self.folder / "missing" / "server.log")
        self.assert_refused(self.launch("--log-file", log), 125, log, "No such file or directory")


class DryRun(ExecTest):
    def assert_printed(self, *options, **variables):
        printed = self.run_binary("print-args", *self.launch_args()[1:])
        result = self.launch(*options, env=self.env(**variables))
        self.assertEqual((result.returncode, result.stdout), (0, printed.stdout), result.stderr)
        self.assertIn(b"--max-num-seqs 512", result.stdout)
        self.assertFalse(self.record_path.exists(), "the server was started")

    def test_option(self):
        self.assert_printed("--dry-run")

    def test_variable(self):
        for value in ("1", "true", "YES"):
            with self.subTest(value=value):
                self.assert_printed(DRY_RUN=value)

    def test_variable_that_says_no(self):
        self.assertEqual(self.launch(env=self.env(DRY_RUN="0")).returncode, 0)
        self.assertTrue(self.record_path.exists())


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class StandInServer(ExecTest):
    """The whole way, with a server that reads its arguments as ATOM does."""

    def start(self, *words, preexec_fn=None, **variables):
        port = str(free_port())
        environment = self.env(PYTHONPATH=STANDIN, ATOM_STANDIN_DUMP=str(self.record_path), DECODE_PORT=port,
                               **variables)
        process = subprocess.Popen([BINARY, *self.launch_args(*words, python="/usr/bin/python3")], env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=preexec_fn)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process, f"http://127.0.0.1:{port}"

    def get(self, process, url):
        """The body once the server answers 200."""
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(url, timeout=5) as answer:
                    return answer.read()
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        self.fail(f"no answer from {url}; exit code {process.poll()}")

    def test_serves_and_ends_on_term(self):
        process, url = self.start(preexec_fn=block_all)
        self.get(process, url + "/health")
        models = json.loads(self.get(process, url + "/v1/models"))
        self.assertEqual([model["id"] for model in models["data"]], ["/models/Tiny"])
        self.assertEqual(self.record()["pid"], process.pid)
        process.terminate()
        self.assertEqual(process.wait(timeout=30), 0)

    def test_its_refusal_of_an_argument_is_the_exit_code(self):
        process, _ = self.start("--server-arg", "--no-such-option")
        self.assertEqual(process.wait(timeout=30), 2)
        self.assertIn(b"unrecognized arguments: --no-such-option", process.stderr.read())


if __name__ == "__main__":
    unittest.main()
