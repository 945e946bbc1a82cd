"""The two answers that a health check and a benchmark ask for first."""

import argparse
import http.server
import os
import json
import signal
import socketserver
import sys
import time


class Server(http.server.ThreadingHTTPServer):
    """Listens without asking DNS for its own name, which can take seconds on a machine without a network."""

    def __init__(self, args: argparse.Namespace, healthy_from: float):
        self.model = getattr(args, "served_model_name", None) or args.model
        self.healthy_from = healthy_from
        super().__init__((os.environ.get("ATOM_STANDIN_BIND") or args.host, args.server_port), Handler)

    def server_bind(self) -> None:
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        if self.path == "/health":
            self.answer(200 if time.monotonic() >= self.server.healthy_from else 503, {})
        elif self.path == "/v1/models":
            model = {"id": self.server.model, "object": "model", "owned_by": "atom"}
            self.answer(200, {"object": "list", "data": [model]})
        else:
            self.answer(404, {"error": f"no such path: {self.path}"})

    def answer(self, status: int, body: dict) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def serve(args: argparse.Namespace, delay: float) -> None:
    """Serves until SIGTERM, then ends with 0."""
    with Server(args, time.monotonic() + delay) as server:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        print(f"stand-in: {server.model} on {args.host}:{args.server_port}", flush=True)
        server.serve_forever()
