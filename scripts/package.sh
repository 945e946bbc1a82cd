#!/usr/bin/env bash
# Builds the release, and packs it as .tar.gz and .deb, each with its SHA-256 beside it. The same commit gives the same
# bytes, on whatever machine with the same compiler and in whatever folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/packages.sh

usage() {
  cat <<'USAGE'
usage: scripts/package.sh [--build-dir DIR] [--output DIR]

Builds the release preset in DIR (build/release), packs it into the output folder (build/packages), and prints the
hashes. Times in the packages are SOURCE_DATE_EPOCH; where that is not set, the time of the last commit.
USAGE
}

build=build/release
output=build/packages
while (($#)); do
  case $1 in
    --build-dir | --output)
      [[ -n ${2:-} ]] || fail "$1 needs a value"
      if [[ $1 == --output ]]; then output=$2; else build=$2; fi
      shift 2
      ;;
    -h | --help)
      usage
      exit
      ;;
    *) fail "unknown option $1; see scripts/package.sh --help" ;;
  esac
done

if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) ||
    fail "the time of the last commit is not known: set SOURCE_DATE_EPOCH"
fi
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

say "building $build/atomesh"
cmake --preset release -B "$build"
cmake --build "$build"

say "packing"
cpack --config "$build/CPackConfig.cmake" -B "$output"
rm -rf "$output/_CPack_Packages"  # what was packed

say "packages in $output:"
cat "$output"/*.sha256
