#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times mathematical functions, Black-Scholes and the tail of an MLP on the CPU beside OpenMP loops with libmvec (g++ and clang++ -Ofast)
# and, where libsleef-dev is installed, SLEEF; in turns in one process; writes tables.
#   bench/run-math.sh [--build <folder>] [--out <folder>] [--elements N] [--rounds N]
# Builds the benchmark in <folder> (default: build). Takes about four minutes. Nothing else should run on the machine.
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
cmake --build "$build" --target bench-math
exec python3 "$root/bench/scripts/run_math.py" --build "$build" "${arguments[@]}"
