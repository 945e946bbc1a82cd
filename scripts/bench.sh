#!/bin/bash
# Measures atomesh side by side with what it stands for, and prints one table. Installs what it needs, builds the
# release, asks nothing. Usage: scripts/bench.sh [RECIPES.yaml]: a real recipe file to look up and validate, with its
# models_atom.yaml beside it; without one, a generated file of about its size.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
install_packages "${QUICKSTART_PACKAGES[@]}" hyperfine python3-yaml gcc
say "build: release"
cmake --preset release >/dev/null
cmake --build build/release
exec python3 scripts/bench.py "$PWD/build/release/atomesh" "$@"
