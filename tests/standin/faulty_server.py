#!/usr/bin/env python3
"""A server that misbehaves, in place of the interpreter of the stand-in server. FAULT says how:

  dies        writes 60 lines and ends with FAULT_EXIT (default 3)
  killed      kills itself by FAULT_SIGNAL
  stubborn    serves and ignores SIGTERM
  forks       serves, with one child in a session of its own and one in its group; both ignore SIGTERM
  unwell      serves, and answers 503 to the third question
  hangs       takes connections and answers nothing
  serves      serves; also the default
FAULT_PIDS names a file that gets the pids of all its processes.
"""

import http.server
import os
import signal
import socketserver
import subprocess
import sys
import time


class Server(http.server.ThreadingHTTPServer):
    asked = 0

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # without asking DNS for its own name
        self.server_name, self.server_port = self.server_address[:2]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked += 1
        if FAULT == "hangs":
            time.sleep(3600)
        self.send_response(503 if FAULT == "unwell" and self.server.asked == 3 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
FAULT = os.environ.get("FAULT", "serves")


def write_pids(pids):
    if os.environ.get("FAULT_PIDS"):
        with open(os.environ["FAULT_PIDS"], "a", encoding="ascii") as file:
            file.write("".join(f"{pid}\n" for pid in pids))


def main():
    pids = [os.getpid()]
    if FAULT == "dies":
        for number in range(60):
            print(f"line {number}", flush=True)
        sys.exit(int(os.environ.get("FAULT_EXIT", "3")))
    if FAULT == "killed":
        os.kill(os.getpid(), int(os.environ["FAULT_SIGNAL"]))
    if FAULT == "forks":
        pids += [subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=own).pid for own in (True, False)]
    write_pids(pids)
    signal.signal(signal.SIGTERM, signal.SIG_IGN if FAULT == "stubborn" else lambda *_: os._exit(0))
    port = int(sys.argv[sys.argv.index("--server-port") + 1])
    with Server(("0.0.0.0", port), Handler) as server:
        print("serving", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
