#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds all that `cmake --install build` installs, and samples/chain, runs it on the CPU and prints a table.
set -euo pipefail
cd "$(dirname "$0")"
source scripts/setup.sh

install_packages
configure default build
build build installed

if [ ! -f build/samples/chain/build.ninja ]; then
  say "Configuring samples/chain"
  cmake -S samples/chain -B build/samples/chain -G Ninja -DCMAKE_CXX_COMPILER=clang++-22 \
        -DSyclFuse_DIR="$PWD/build/lib/cmake/SyclFuse"
fi
build build/samples/chain chain

say "samples/chain on the CPU"
for mode in unfused fused internalized; do
  build/samples/chain/chain --device cpu --mode "$mode" --iterations 200 --json
done | python3 scripts/chain_table.py
