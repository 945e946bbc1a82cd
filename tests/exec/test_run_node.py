"""run-node on real processes: the order of a deployment, and every way in which one of its processes can fail."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import unittest

from harness import BINARY, STANDIN, ExecTest

ROUNDS = int(os.environ.get("ATOMESH_ROUNDS", "20"))
FAULTY = os.path.join(STANDIN, "faulty_server.py")
ROUTER = os.path.join(STANDIN, "router.py")
ADDRESSES = ["127.0.0.1", "127.0.0.2"]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def is_alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


class NodeTest(ExecTest):
    def setUp(self):
        super().setUp()
        self.prefill, self.decode, self.router = free_ports(3)
        self.logs = self.folder / "logs"
        self.logs.mkdir()
        self.pids = self.folder / "pids"

    def node_env(self, **extra):
        return self.env(**{
            "PYTHONPATH": STANDIN, "PYTHONDONTWRITEBYTECODE": "1", "ATOMESH_ALLOW_LOOPBACK": "1", "xP": "1", "yD": "1",
            "IPADDRS": ",".join(ADDRESSES), "MODEL_DIR": "/models", "MODEL_NAME": "Tiny", "PREFILL_TP_SIZE": "1",
            "DECODE_TP_SIZE": "1", "PREFILL_PORT": str(self.prefill), "DECODE_PORT": str(self.decode),
            "ROUTER_PORT": str(self.router), "ATOMESH_ROUTER_BIN": ROUTER, "FAULT_PIDS": str(self.pids), **extra})

    def start(self, rank, *words, command=(), python=FAULTY, **variables):
        args = ["run-node", "--models", self.models, "--rank", str(rank), "--python", python, "--log-dir",
                str(self.logs), *words]
        if command:
            args += ["--", *command]
        process = subprocess.Popen([BINARY, *args], env=self.node_env(**variables), cwd=self.cwd,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def end(self, process, code, within=20.0):
        """What it wrote, once it has ended with `code`, soon enough."""
        begin = time.monotonic()
        out, err = process.communicate(timeout=60)
        took = time.monotonic() - begin
        self.assertEqual(process.returncode, code, err.decode())
        self.assertLess(took, within, err.decode())
        return out.decode(), err.decode()

    def wait_for(self, condition, what):
        deadline = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"waited in vain for {what}")
            time.sleep(0.01)

    def started_pids(self):
        return [int(line) for line in self.pids.read_text().split()] if self.pids.exists() else []

    def wait_for_pids(self, count):
        self.wait_for(lambda: len(self.started_pids()) >= count, f"{count} processes")
        return self.started_pids()

    def assert_nothing_left(self, pids):
        self.assertEqual([pid for pid in pids if is_alive(pid)], [])

    def start_serving(self, *words, **variables):
        """Rank 1 alone, once its server answers."""
        ready = self.folder / "ready"
        process = self.start(1, "--ready-file", str(ready), *words, **variables)
        self.wait_for(ready.exists, "the ready file")
        return process


class Deployment(NodeTest):
    def test_one_prefill_one_decode_and_a_command(self):
        status, manifest = self.folder / "status.json", self.folder / "manifest.json"
        command = ["sh", "-c", "echo $ROUTER_URL $IS_MTP $xP $yD $IPADDRS; exit 7"]
        decode = self.start(1, python="/usr/bin/python3")
        head = self.start(0, "--status-file", str(status), "--manifest", str(manifest), python="/usr/bin/python3",
                          command=command)
        out, err = self.end(head, 7)
        self.assertIn(f"http://127.0.0.1:{self.router} false 1 1 127.0.0.1,127.0.0.2\n", out)
        self.assertIn(f"[prefill-0] stand-in: /models/Tiny on 0.0.0.0:{self.prefill}\n", out)
        self.assertIn("[router-0] router stand-in: serving\n", out)
        self.end(decode, 0)
        self.assertEqual(sorted(path.name for path in self.logs.iterdir()),
                         ["decode-1.log", "prefill-0.log", "router-0.log"])
        self.assertEqual({path.stat().st_mode & 0o777 for path in self.logs.iterdir()}, {0o600})
        state = json.loads(status.read_text())
        self.assertEqual((state["phase"], state["exit_code"]), ("ended", 7))
        self.assertEqual([(each["name"], each["exit_code"]) for each in state["processes"]],
                         [("prefill-0", 0), ("router-0", 0), ("command", 7)])
        record = json.loads(manifest.read_text())
        self.assertEqual([plan["role"] for plan in record["plans"]], ["prefill", "router"])
        self.assertEqual((record["format"], record["nodes"], record["command"]), ("atomesh.manifest/1", 2, command))
        self.assertEqual([peer["name"] for peer in record["peers"]], ["prefill-0", "decode-1", "router-0"])
        for plan in record["plans"]:
            printed = self.run_binary("print-args", "--from", str(manifest), "--role", plan["role"], "--format", "json",
                                      env=self.node_env())
            self.assertEqual((printed.returncode, printed.stderr), (0, b""))
            self.assertEqual(json.loads(printed.stdout)["argv"], plan["argv"])

    def test_a_manifest_that_cannot_be_written_stops_nothing(self):
        process = self.start_serving("--manifest", "/dev/null")
        said = process.stderr.readline().decode()
        process.terminate()
        self.end(process, 128 + signal.SIGTERM)
        self.assertIn("--manifest: warning: /dev/null: Invalid argument [manifest-not-written]", said)

    def test_argv_is_that_of_print_args(self):
        dump = self.folder / "dump.json"
        process = self.start_serving(python="/usr/bin/python3", ATOM_STANDIN_DUMP=str(dump))
        process.terminate()
        self.end(process, 128 + signal.SIGTERM)
        printed = self.run_binary("print-args", "--models", self.models, "--rank", "1", "--python", "/usr/bin/python3",
                                  "--format", "json", env=self.node_env())
        started = json.loads(dump.read_text())
        self.assertEqual(started["argv"], json.loads(printed.stdout)["argv"])
        self.assertEqual(set(started["descriptors"]), {"0", "1", "2"})
        self.assertEqual(started["signals"]["blocked"], [])

    def test_router_that_ends_on_rank_0(self):
        decode = self.start(1)
        head = self.start(0, ROUTER_STANDIN_LIFE="2")
        _, err = self.end(head, 1)
        self.assertIn("router rank 0 on ", err)
        self.assertIn("ended by itself with exit code 0", err)
        self.end(decode, 0)

    def test_worker_that_is_lost(self):
        decode = self.start(1)
        head = self.start(0)
        self.wait_for(lambda: is_answering(self.router), "the router")
        decode.kill()
        _, err = self.end(head, 1)
        self.assertIn(f"decode-1: error: http://127.0.0.2:{self.decode} was up and does not answer any more", err)
        self.assertIn("[worker-lost]", err)

    def test_dry_run(self):
        result = self.run_binary("run-node", "--models", self.models, "--rank", "0", env=self.node_env(DRY_RUN="1"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count(b"\n"), 2)
        self.assertEqual(list(self.logs.iterdir()), [])


def is_answering(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class SharedNode(NodeTest):
    """2P1D on one node: one run-node is the whole deployment."""

    def setUp(self):
        super().setUp()
        # Both prefill workers and the handshake take ports in a row.
        while is_answering(self.prefill + 1) or self.prefill + 1 in (self.decode, self.router):
            (self.prefill,) = free_ports(1)

    def node_env(self, **extra):
        return super().node_env(**{"xP": "2", "ATOMESH_LAYOUT": "single-node", "IPADDRS": "127.0.0.1",
                                   "ATOMESH_ALLOW_LOOPBACK": "", **extra})

    def names(self):
        return sorted(path.name for path in self.logs.iterdir())

    def test_whole_deployment(self):
        status, manifest = self.folder / "status.json", self.folder / "manifest.json"
        cache = self.folder / "cache"
        command = ["sh", "-c", "echo $ATOMESH_LAYOUT $IPADDRS $HIP_VISIBLE_DEVICES. $HOME; exit 7"]
        head = self.start(0, "--status-file", str(status), "--manifest", str(manifest), "--cache-dir", str(cache),
                          python="/usr/bin/python3", command=command)
        out, _ = self.end(head, 7)
        self.assertIn("single-node 127.0.0.1 . /root\n", out)
        for name, port in (("prefill-0", self.prefill), ("prefill-1", self.prefill + 1), ("decode-2", self.decode)):
            self.assertIn(f"[{name}] stand-in: /models/Tiny on 0.0.0.0:{port}\n", out)
            self.assertTrue((cache / name / "home").is_dir())
        self.assertEqual(self.names(), ["decode-2.log", "prefill-0.log", "prefill-1.log", "router-0.log"])
        state = json.loads(status.read_text())
        self.assertEqual([(each["name"], each["exit_code"]) for each in state["processes"]],
                         [("prefill-0", 0), ("prefill-1", 0), ("decode-2", 0), ("router-0", 0), ("command", 7)])
        self.assertEqual([peer["name"] for peer in state["peers"]], ["prefill-0", "prefill-1", "decode-2", "router-0"])
        plans = json.loads(manifest.read_text())["plans"]
        self.assertEqual([plan["env"].get("HIP_VISIBLE_DEVICES") for plan in plans], ["0", "1", "2", None])

    def test_needs_no_address_and_no_rank(self):
        command = ["sh", "-c", "echo $ROUTER_URL"]
        args = ["run-node", "--models", self.models, "--python", FAULTY, "--host-ip", "127.0.0.1", "--", *command]
        result = self.run_binary(*args, env=self.node_env(IPADDRS=""))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"http://127.0.0.1:{self.router}\n".encode(), result.stdout)

    def test_one_worker_that_dies_ends_all(self):
        ready = self.folder / "ready"
        head = self.start(0, "--ready-file", str(ready))
        self.wait_for(ready.exists, "the ready file")
        pids = self.wait_for_pids(3)
        os.kill(pids[-1], signal.SIGSEGV)
        _, err = self.end(head, 128 + signal.SIGSEGV, within=15)
        self.assertRegex(err, r"(prefill|decode) worker [012] on \S+ \(127.0.0.1\): error: ended by itself with signal 11")
        self.assert_nothing_left(pids)

    def test_signal_stops_all(self):
        head = self.start(0, "--grace", "1", FAULT="stubborn")
        pids = self.wait_for_pids(3)
        head.terminate()
        self.end(head, 128 + signal.SIGTERM, within=15)
        self.assert_nothing_left(pids)

    def test_port_taken(self):
        with socket.socket() as holder:
            holder.bind(("0.0.0.0", self.prefill + 1))
            holder.listen()
            _, err = self.end(self.start(0), 1, within=15)
        self.assertIn("prefill worker 1 on ", err)
        self.assert_nothing_left(self.started_pids())

    def test_prefill_on_one_node_and_decode_on_another(self):
        addresses = {"ATOMESH_LAYOUT": "prefill-single-node", "IPADDRS": ",".join(ADDRESSES),
                     "ATOMESH_ALLOW_LOOPBACK": "1"}
        decode = self.start(1, **addresses)
        head = self.start(0, command=["true"], **addresses)
        self.end(head, 0)
        self.end(decode, 0)
        self.assertEqual(self.names(), ["decode-2.log", "prefill-0.log", "prefill-1.log", "router-0.log"])

    def test_dry_run(self):
        result = self.run_binary("run-node", "--models", self.models, env=self.node_env(DRY_RUN="1"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count(b"\n"), 4)

    def test_refusals(self):
        for code, text, words, extra in (
                (2, b"it takes no --worker", ["--worker", "1"], {}),
                (125, b"[port-clash]", ["--router-port", str(self.decode)], {}),
                (125, b"[gpu-clash]", ["--env", "HIP_VISIBLE_DEVICES=0"], {}),
                (125, b"[node-too-small]", ["--tp", "4"], {"GPUS_PER_NODE": "8"}),
                (125, b"[gpus-not-visible]", [], {"HIP_VISIBLE_DEVICES": "0,1"}),
                (125, b"[cache-dir]", ["--cache-dir", self.models], {})):
            with self.subTest(words=words):
                result = self.run_binary("run-node", "--models", self.models, "--python", FAULTY, *words,
                                         env=self.node_env(**extra))
                self.assertEqual((result.returncode, result.stdout), (code, b""), result.stderr)
                self.assertIn(text, result.stderr)
                self.assertEqual(self.started_pids(), [])


class Deaths(NodeTest):
    def test_before_ready(self):
        for code, expected in ((3, 3), (0, 1)):
            with self.subTest(code=code):
                _, err = self.end(self.start(0, FAULT="dies", FAULT_EXIT=str(code)), expected, within=15)
                self.assertRegex(err, rf"prefill rank 0 on \S+ \(127.0.0.1\): error: ended by itself with exit code "
                                      rf"{code} after 0.\d s, before the deployment was up \[process-ended\]\n")
                self.assertIn(f"its last 40 lines (all of it in {self.logs}/prefill-0.log):\n    | line 20\n", err)
                self.assertIn("    | line 59\n", err)
                self.assertNotIn("| line 19\n", err)

    def test_by_signal(self):
        _, err = self.end(self.start(1, FAULT="killed", FAULT_SIGNAL="9"), 128 + 9, within=15)
        self.assertIn("ended by itself with signal 9 (SIGKILL)", err)

    def test_after_ready(self):
        process = self.start_serving()
        (server,) = self.started_pids()
        os.kill(server, signal.SIGSEGV)
        self.end(process, 128 + signal.SIGSEGV, within=15)
        self.assertFalse((self.folder / "ready").exists())

    def test_port_taken(self):
        with socket.socket() as holder:
            holder.bind(("0.0.0.0", self.decode))
            holder.listen()
            _, err = self.end(self.start(1), 1, within=15)
        self.assertIn("Address already in use", err)

    def test_never_answers(self):
        process = self.start(0, "--wait-server-timeout", "2", "--health-timeout", "1", FAULT="hangs")
        _, err = self.end(process, 124, within=15)
        self.assertIn("[not-ready-in-time]", err)
        self.assertIn(f"prefill-0 http://127.0.0.1:{self.prefill} (no answer in 1 s), decode-1 ", err)
        self.assert_nothing_left(self.started_pids())

    def test_router_never_comes(self):
        _, err = self.end(self.start(1, WAIT_ROUTER_TIMEOUT="1"), 124, within=15)
        self.assertIn("--wait-router-timeout: error: not up after 1.0 s: router-0 http://127.0.0.1:", err)

    def test_one_503_is_forgiven(self):
        decode = self.start(1, FAULT="unwell")
        head = self.start(0, FAULT="unwell", command=["sleep", "4"])
        self.end(head, 0)
        self.end(decode, 0)


class Stopping(NodeTest):
    def test_each_signal(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(signal=number.name):
                process = self.start_serving()
                process.send_signal(number)
                self.end(process, 128 + number, within=15)
                self.assert_nothing_left(self.started_pids())

    def test_ignores_term(self):
        process = self.start_serving("--grace", "1", FAULT="stubborn")
        process.terminate()
        self.end(process, 128 + signal.SIGTERM, within=15)
        self.assert_nothing_left(self.started_pids())

    def test_second_interrupt(self):
        process = self.start_serving("--grace", "60", FAULT="stubborn")
        os.kill(self.started_pids()[0], signal.SIGSTOP)  # INT would end it otherwise
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        self.end(process, 128 + signal.SIGINT, within=15)
        self.assert_nothing_left(self.started_pids())

    def test_grandchildren(self):
        process = self.start_serving(FAULT="forks")
        pids = self.wait_for_pids(3)
        self.assertEqual([is_alive(pid) for pid in pids], [True] * 3)
        process.terminate()
        self.end(process, 128 + signal.SIGTERM, within=15)
        self.assert_nothing_left(pids)

    def test_what_was_there_before_is_left_alone(self):
        ready = self.folder / "ready"
        args = ["run-node", "--models", self.models, "--rank", "1", "--python", FAULTY, "--ready-file", str(ready)]
        script = 'sleep 60 >&- 2>&- & echo $!; exec "$@"'
        process = subprocess.Popen(["sh", "-c", script, "sh", BINARY, *args], env=self.node_env(), cwd=self.cwd,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        before = int(process.stdout.readline())
        self.addCleanup(os.kill, before, signal.SIGKILL)
        self.addCleanup(process.communicate)
        self.wait_for(ready.exists, "the ready file")
        process.terminate()
        self.assertEqual(process.wait(timeout=20), 128 + signal.SIGTERM)
        self.assertTrue(is_alive(before))

    def test_death_of_run_node_itself(self):
        process = self.start_serving()
        process.kill()
        process.wait(timeout=20)
        self.wait_for(lambda: not any(map(is_alive, self.started_pids())), "the end of the server")

    def test_rounds_leave_nothing(self):
        def files():
            return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

        status = self.folder / "status.json"
        seen = None
        for _ in range(ROUNDS):
            process = self.start_serving("--status-file", str(status), FAULT="forks")
            descriptors = len(os.listdir(f"/proc/{process.pid}/fd"))
            process.terminate()
            self.end(process, 128 + signal.SIGTERM, within=15)
            seen = seen or (descriptors, files())
            self.assertLessEqual(descriptors, 20)
            self.assertEqual(files(), seen[1])
        self.assertEqual(len(self.started_pids()), 3 * ROUNDS)
        self.assert_nothing_left(self.started_pids())


class Refusals(NodeTest):
    def assert_not_started(self, process, code, *texts):
        out, err = self.end(process, code)
        self.assertEqual(out, "")
        for text in texts:
            self.assertIn(text, err)
        self.assertEqual(self.started_pids(), [])

    def test_log_directory(self):
        self.logs.rmdir()
        self.assert_not_started(self.start(1), 125, "No such file or directory [log-file]")
        self.logs.mkdir()
        (self.logs / "decode-1.log").symlink_to("/dev/null")
        self.assert_not_started(self.start(1), 125, "is a symbolic link [log-file]")

    def test_full_log_directory(self):
        """What cannot be logged is told once, still shown, and does not end the server."""
        target = self.logs / "decode-1.log"
        target.touch()
        limit = subprocess.run(["mount", "--bind", "/dev/full", str(target)], stderr=subprocess.DEVNULL)
        if limit.returncode != 0:
            self.skipTest("needs the right to mount")
        self.addCleanup(subprocess.run, ["umount", str(target)])
        process = self.start_serving()
        process.terminate()
        out, err = self.end(process, 128 + signal.SIGTERM)
        self.assertEqual(err.count("No space left on device"), 1)
        self.assertIn("[decode-1] serving\n", out)

    def test_files_of_state(self):
        self.assert_not_started(self.start(1, "--status-file", "/no/such/status"), 125, "--status-file: error: ",
                                "[state-file]")

    def test_programs(self):
        self.assert_not_started(self.start(1, python="/no/such/python"), 127, "/no/such/python", "[exec]")
        self.assert_not_started(self.start(0, command=["/no/such/bench"]), 127, "/no/such/bench", "[exec]")

    def test_unknown_host(self):
        process = self.start(0, "--ips", "127.0.0.1,no-such-host.invalid", "--host-ip", "127.0.0.1")
        self.assert_not_started(process, 125, "decode-1: error: the address of no-such-host.invalid is not known",
                                "[unknown-host]", "getent ahosts no-such-host.invalid")

    def test_no_addresses(self):
        process = self.start(1, IPADDRS="")
        self.assert_not_started(process, 125, "[too-few-addresses]")

    def test_timeouts(self):
        self.assert_not_started(self.start(1, "--grace", "0"), 125, "--grace: error: '0' is not a number of seconds")
        self.assert_not_started(self.start(1, WAIT_ROUTER_TIMEOUT="soon"), 125, "env WAIT_ROUTER_TIMEOUT: error: 'soon'")

    def test_role_router(self):
        self.assert_not_started(self.start(0, "--role", "router"), 2, "launch --role router")


if __name__ == "__main__":
    unittest.main()
