#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# 22 sequences of kernels, fused and kernel by kernel in turns, and whether the build's estimate (docs/design.md, Never slower) would use the
# fused kernel; writes a table.
#   bench/run-sequences.sh [--build <folder>] [--out <folder>] [--rounds N]
# Builds the benchmark in <folder> (default: build), for the CPU. Takes about five minutes.
#   python3 bench/scripts/run_sequences.py --programs <folder> --device cuda
# on a GPU, with the folder of `SYCLFUSE_PARTS=bench test/gpu/build.sh`.
set -euo pipefail
source "$(dirname "$0")/scripts/build.sh"
build_benchmarks bench-sequences bench-sequences-estimated
exec python3 "$root/bench/scripts/run_sequences.py" --programs "$build/bin" "${arguments[@]}"
