#!/usr/bin/env bash
# From a fresh clone to a launched server: installs what is missing, builds, and launches the decode role of a shipped
# recipe, by exec, against a server that stands in for ATOM. Ends by itself; leaves no process behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/packages.sh

recipe=minimaxm3-fp4-mi355x-atom-disagg-mtp
image_date=2026-07-01  # whose arguments the stand-in takes: those of the recipe's image
server_pid=
scratch=$(mktemp -d)

clean_up() {
  if [[ -n $server_pid ]] && kill "$server_pid" 2>/dev/null; then
    wait "$server_pid" || true
  fi
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Prints the status of the answer once there is one; gives up when the server has ended, or after half a minute.
wait_for_health() {
  python3 - "$1" "$server_pid" <<'PYTHON'
import os, sys, time, urllib.error, urllib.request

url, pid = sys.argv[1], int(sys.argv[2])
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for _ in range(300):
    if not os.path.exists(f"/proc/{pid}"):
        sys.exit("error: the server ended before it answered")
    try:
        with opener.open(url, timeout=5) as answer:
            print(f"GET {url} -> {answer.status}")
            sys.exit(0)
    except urllib.error.URLError:
        time.sleep(0.1)
sys.exit(f"error: no answer from {url}")
PYTHON
}

show_argv() {
  python3 - "$1" "$server_pid" <<'PYTHON'
import json, shlex, sys

state = json.load(open(sys.argv[1]))
assert state["pid"] == int(sys.argv[2]), "the server is not the process that was launched"
print(" ".join(map(shlex.quote, state["argv"])).replace(" -", " \\\n    -"))
PYTHON
}

install_packages "${QUICKSTART_PACKAGES[@]}"

say "building build/release/atomesh"
cmake --preset release
cmake --build --preset release

port=$(free_port)
launch=(build/release/atomesh launch --models configs/models_atom.yaml --recipes configs/amd-master.yaml
  --recipe "$recipe" --point 0 --role decode --model-dir /models --host-ip 127.0.0.1)
say "launching, on port $port:"
printf '    %s\n' "${launch[*]}"
# A clean environment: a SLURM job's own variables are not meant for this.
env -i PATH="$PATH" HOME="${HOME:-/}" PYTHONPATH=tests/standin ATOM_STANDIN_DATE="$image_date" \
  ATOM_STANDIN_DUMP="$scratch/state.json" ATOMESH_ALLOW_LOOPBACK=1 DECODE_PORT="$port" "${launch[@]}" &
server_pid=$!
wait_for_health "http://127.0.0.1:$port/health"

say "the server, process $server_pid, was given:"
show_argv "$scratch/state.json"

say "ending it with SIGTERM"
kill "$server_pid"
code=0
wait "$server_pid" || code=$?
server_pid=
((code == 0)) || fail "the server ended with code $code"
say "done: it ended with code 0. Next: README.md, or build/release/atomesh --help"
