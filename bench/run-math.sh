#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times mathematical functions, Black-Scholes and the tail of an MLP on the CPU beside OpenMP loops with libmvec (g++ and clang++ -Ofast)
# and, where libsleef-dev is installed, SLEEF; in turns in one process; writes tables.
#   bench/run-math.sh [--build <folder>] [--out <folder>] [--elements N] [--rounds N]
# Builds the benchmark in <folder> (default: build). Takes about four minutes. Nothing else should run on the machine.
set -euo pipefail
source "$(dirname "$0")/scripts/build.sh"
build_benchmarks bench-math
exec python3 "$root/bench/scripts/run_math.py" --build "$build" "${arguments[@]}"
