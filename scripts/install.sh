#!/usr/bin/env bash
# Installs a built atomesh with its files, completions and manual page. Needs nothing but the binary and this clone.
set -euo pipefail
source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$source_folder/scripts/packages.sh"

usage() {
  cat <<'USAGE'
usage: scripts/install.sh --prefix DIR [--bin FILE]

Installs FILE (build/release/atomesh) as DIR/bin/atomesh, the two configuration files, completions for bash, zsh and
fish, and the manual page. What is there and the same is left alone. A configuration file that differs is kept beside
the new one as NAME.old.
USAGE
}

prefix=
binary=$source_folder/build/release/atomesh
while (($#)); do
  case $1 in
    --prefix | --bin)
      [[ -n ${2:-} ]] || fail "$1 needs a value"
      if [[ $1 == --prefix ]]; then prefix=$2; else binary=$2; fi
      shift 2
      ;;
    -h | --help)
      usage
      exit
      ;;
    *) fail "unknown option $1; see scripts/install.sh --help" ;;
  esac
done
[[ -n $prefix ]] || fail "where to is not said: add --prefix DIR, such as /usr/local or ~/.local"
[[ -x $binary ]] || fail "$binary is not there: build it first (cmake --preset release && cmake --build --preset release)"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Replaced by a new file, so that a program that runs from the old one goes on.
put() {
  local mode=$1 from=$2 to=$prefix/$3
  if cmp --silent "$from" "$to"; then
    return
  fi
  install -D --mode="$mode" "${@:4}" -- "$from" "$to"
  say "$to"
}

"$binary" man >"$scratch/man"
for shell in bash zsh fish; do
  "$binary" completion "$shell" >"$scratch/$shell"
done

put 755 "$binary" bin/atomesh
put 644 "$source_folder/configs/models_atom.yaml" share/atomesh/models_atom.yaml --backup=simple --suffix=.old
put 644 "$source_folder/configs/amd-master.yaml" share/atomesh/amd-master.yaml --backup=simple --suffix=.old
put 644 "$scratch/man" share/man/man1/atomesh.1
put 644 "$scratch/bash" share/bash-completion/completions/atomesh
put 644 "$scratch/zsh" share/zsh/site-functions/_atomesh
put 644 "$scratch/fish" share/fish/vendor_completions.d/atomesh.fish
say "done: $("$prefix/bin/atomesh" --version | head -n 1) is in $prefix"
