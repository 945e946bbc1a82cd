#!/bin/bash
# Builds the fuzz targets with clang and runs each for some seconds, from the project's own files as seeds.
# Usage: scripts/fuzz.sh [SECONDS [TARGET…]]; 30 seconds and every target if nothing is said. Fails where one finds
# something; the input is left in build/fuzz and belongs into the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
seconds=${1:-30}
shift || true
targets=("$@")
((${#targets[@]})) || targets=(yaml models recipes words json host_list print_args)
install_packages "${QUICKSTART_PACKAGES[@]}" clang
say "build: fuzz"
cmake --preset fuzz >/dev/null
cmake --build build/fuzz

# seed TARGET: the files that the target begins with, in build/fuzz/seeds/TARGET.
seed() {
  local folder=build/fuzz/seeds/$1
  mkdir -p "$folder"
  case $1 in
    yaml) cp configs/*.yaml "$folder" ;;
    models) cp configs/models_atom.yaml "$folder" ;;
    recipes) cp configs/amd-master.yaml "$folder" ;;
    words) printf '%s' "-a 'b c' \"d\\\"e\" f\\ g" >"$folder/words" ;;
    json) printf '%s' '{"global_quant_config":"ptpc_fp8","exclude_layer":["lm_head"],"n":[1,2.5e-3,null]}' >"$folder/json" ;;
    host_list) printf '%s' 'node-[001-003,7],login' >"$folder/hosts" ;;
    print_args)
      { printf 'MODEL_DIR=/models\nNODE_RANK=1\nIPADDRS=192.0.2.1,192.0.2.2\nPREFILL_ENABLE_DP=1\n\n' &&
        cat configs/models_atom.yaml; } >"$folder/job" ;;
    *) fail "there is no fuzz target '$1'" ;;
  esac
}

for target in "${targets[@]}"; do
  seed "$target"
  say "fuzz: $target, $seconds s"
  mkdir -p "build/fuzz/corpus/$target"
  "build/fuzz/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=20000 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/$target-" "build/fuzz/corpus/$target" "build/fuzz/seeds/$target" \
    >"build/fuzz/$target.log" 2>&1 ||
    { tail -n 30 "build/fuzz/$target.log" && fail "$target found something: the input is in build/fuzz/$target-*"; }
  grep -E "stat::(number_of_executed_units|peak_rss_mb)" "build/fuzz/$target.log"
done
