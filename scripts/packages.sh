# shellcheck shell=bash
# For the scripts beside this one to source: their messages, and the Debian packages that they need.

say() {
  printf '==> %s\n' "$*"
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# shellcheck disable=SC2034  # for who sources this
QUICKSTART_PACKAGES=(cmake ninja-build g++ libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev python3)
# shellcheck disable=SC2034
TEST_PACKAGES=("${QUICKSTART_PACKAGES[@]}" libgtest-dev dash busybox man-db python3-jsonschema python3-yaml)

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Installs those of the packages that are missing; asks nothing.
install_packages() {
  local package missing=() as_root=()
  command -v apt-get >/dev/null || fail "this script installs Debian packages, and there is no apt-get here." \
    "Install what provides $* and follow the build section of the README."
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then
    say "packages: all there"
    return
  fi
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "missing packages: ${missing[*]}." \
      "Run this as root, or with sudo installed, or ask for: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "packages: installing ${missing[*]}"
  "${as_root[@]}" apt-get update --quiet
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --quiet --yes --no-install-recommends "${missing[@]}"
}
