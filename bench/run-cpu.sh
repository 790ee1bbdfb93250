#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times the chain, a stencil and partial dot products on the CPU beside hand-written OpenMP loops, in turns in one process, and
# what submissions, start-up, first fused launches and the fuser cost; writes tables.
#   bench/run-cpu.sh [--build <folder>] [--out <folder>] [--sizes n,n,…] [--rounds N] [--only chain|stencil|dot|submit|first] [--json <file>]
# Builds the project's benchmarks in <folder> (default: build). Takes about four minutes after the build, and 12 GB of memory for
# the size of 100 million. Nothing else should run on the machine.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  --build) build=$2; shift 2 ;;
  *) arguments+=("$1"); shift ;;
  esac
done
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DSYCLFUSE_BUILD_BENCHMARKS=ON >/dev/null
cmake --build "$build" --target bench-chain bench-stencil bench-dot bench-latency bench-submit bench-first-launch bench-trivial sycl-fuse
exec python3 "$root/bench/scripts/run_cpu.py" --build "$build" "${arguments[@]}"
