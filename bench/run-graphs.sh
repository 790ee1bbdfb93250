#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times executions of graphs on an NVIDIA GPU beside CUDA graphs written by hand, in turns in one process, checks all results and writes a table.
#   bench/run-graphs.sh <folder> [--device cpu] [--runs N] [--torch] [--out <folder>]
# <folder>: what SYCLFUSE_PARTS=graphs test/gpu/build.sh wrote. Needs python3; with --torch also PyTorch. Takes less than a minute.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -x "$1/bench-graphs" ]; then
  echo "usage: run-graphs.sh <folder> [--device cpu] [--runs N] [--torch] [--out <folder>]" >&2
  exit 2
fi
folder=$1
shift
exec python3 "$(dirname "$0")/scripts/graphs.py" --folder "$folder" "$@"
