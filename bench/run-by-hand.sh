#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times sequences of kernels on an NVIDIA GPU (the tail of an MLP, Black-Scholes, a stencil, group sums, softmax and a norm of rows), unfused, fused and internalized, beside the
# same written by hand in CUDA, in turns in one process, checks all results and writes a table.
#   bench/run-by-hand.sh <folder> [--device cpu] [--runs N] [--torch] [--out <folder>]
# <folder>: what SYCLFUSE_PARTS=bench test/gpu/build.sh wrote. Needs python3; with --torch also PyTorch. Takes less than a minute.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -x "$1/bench-by-hand" ]; then
  echo "usage: run-by-hand.sh <folder> [--device cpu] [--runs N] [--torch] [--out <folder>]" >&2
  exit 2
fi
folder=$1
shift
exec python3 "$(dirname "$0")/scripts/by_hand.py" --folder "$folder" "$@"
