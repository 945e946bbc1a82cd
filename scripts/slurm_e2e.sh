#!/bin/bash
# Proves generated batch scripts on a real SLURM: installs Debian's slurm-wlm and munge, starts three nodes on this one
# machine, runs deployments of stand-in servers, and takes everything down again. Asks nothing. Needs root, and is
# skipped, with the reason, where SLURM cannot be started.
# Usage: scripts/slurm_e2e.sh [ATOMESH]: a binary to use instead of building the release.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
source scripts/slurm.sh

if ((EUID != 0)); then
  say "SLURM end to end: skipped, starting SLURM takes root"
  exit 0
fi
install_packages "${QUICKSTART_PACKAGES[@]}" slurm-wlm munge procps
binary=${1:-build/release/atomesh}
if (($# == 0)); then
  say "build: release"
  cmake --preset release >/dev/null
  cmake --build build/release
fi
folder=$(mktemp -d /tmp/atomesh-slurm-XXXXXX)
finish() {
  slurm_stop "$folder"
  rm -rf "$folder"
}
trap finish EXIT
say "SLURM: starting three nodes below $folder"
if ! slurm_start "$folder"; then
  say "SLURM end to end: skipped, $SLURM_PROBLEM"
  exit 0
fi
mkdir "$folder/jobs"
python3 tests/slurm/run.py "$binary" "$folder/jobs"
say "SLURM end to end: passed"
