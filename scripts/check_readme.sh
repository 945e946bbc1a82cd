#!/usr/bin/env bash
# Runs the commands of README.md with a built binary (--bin FILE), and compares what they say with what it shows.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/../tests/readme/check.py" "$@"
