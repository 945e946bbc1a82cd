#!/usr/bin/env bash
# Installs what is missing, builds the dev and the release presets, runs all tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/packages.sh

install_packages "${TEST_PACKAGES[@]}"

say "building build/dev"
cmake --preset dev
cmake --build --preset dev

say "building build/release/atomesh"
cmake --preset release
cmake --build --preset release

say "testing"
ctest --preset dev
