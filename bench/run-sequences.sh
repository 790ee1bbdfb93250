#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Twenty sequences of kernels, fused and kernel by kernel in turns, and whether the build's estimate (docs/design.md, Never slower) would use the
# fused kernel; writes a table.
#   bench/run-sequences.sh [--build <folder>] [--out <folder>] [--rounds N]
# Builds the benchmark in <folder> (default: build), for the CPU. Takes about five minutes.
#   python3 bench/scripts/run_sequences.py --programs <folder> --device cuda
# on a GPU, with the folder of `SYCLFUSE_PARTS=bench test/gpu/build.sh`.
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
cmake --build "$build" --target bench-sequences bench-sequences-estimated
exec python3 "$root/bench/scripts/run_sequences.py" --programs "$build/bin" "${arguments[@]}"
