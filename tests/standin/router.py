#!/usr/bin/env python3
"""A stand-in for the router: takes its argv, answers /v1/models while every worker answers, routes nothing.

Run as `router.py launch --port N … --prefill URL … --decode URL …`. Environment:
  ROUTER_STANDIN_DUMP=FILE    write argv and environment there as JSON
  ROUTER_STANDIN_EXIT=N       then end with this code
  ROUTER_STANDIN_LIFE=SECONDS end with 0 after so long
"""

import argparse
import http.server
import json
import os
import signal
import socketserver
import sys
import threading
import urllib.error
import urllib.request


class Server(http.server.ThreadingHTTPServer):
    def __init__(self, args):
        self.workers = args.prefill + args.decode
        super().__init__((args.host, args.port), Handler)

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # without asking DNS for its own name
        self.server_name, self.server_port = self.server_address[:2]

    def all_answer(self):
        try:
            for url in self.workers:
                urllib.request.urlopen(url + "/health", timeout=2).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        found = self.path == "/v1/models"
        content = json.dumps({"object": "list", "data": []}).encode()
        self.send_response(404 if not found else 200 if self.server.all_answer() else 503)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def parse(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["launch"])
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    for name in ("--prefill", "--decode"):
        parser.add_argument(name, action="append", required=True)
    for name in ("--policy", "--backend", "--log-level", "--prometheus-port"):
        parser.add_argument(name)
    for name in ("--pd-disaggregation", "--disable-health-check", "--disable-circuit-breaker"):
        parser.add_argument(name, action="store_true")
    return parser.parse_args(argv)


def main():
    control = os.environ
    if control.get("ROUTER_STANDIN_DUMP"):
        with open(control["ROUTER_STANDIN_DUMP"], "w", encoding="ascii") as file:
            json.dump({"argv": sys.argv, "environ": dict(os.environ)}, file)
    if control.get("ROUTER_STANDIN_EXIT"):
        sys.exit(int(control["ROUTER_STANDIN_EXIT"]))
    if control.get("ROUTER_STANDIN_LIFE"):
        threading.Timer(float(control["ROUTER_STANDIN_LIFE"]), os._exit, [0]).start()
    with Server(parse(sys.argv[1:])) as server:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        print("router stand-in: serving", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
