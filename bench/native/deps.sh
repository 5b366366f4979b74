#!/usr/bin/env bash
# Installs what the native rivals need from Debian, as root or by sudo. What is
# there already, from wherever, is left alone.
set -euo pipefail

packages=(librust-rayon-dev librust-crossbeam-deque-dev libtbb-dev libhwy-dev libips4o-dev)
command -v cargo >/dev/null || packages+=(cargo)
command -v gcc >/dev/null || packages+=(gcc libc6-dev)
command -v g++ >/dev/null || packages+=(g++)
command -v javac >/dev/null || packages+=(default-jdk-headless)
command -v valgrind >/dev/null || packages+=(valgrind)

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
