#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times samples/chain on an NVIDIA GPU beside hand-written CUDA peers, in turns in one run, checks all results and writes a table.
#   bench/run-cuda.sh <chain> [--out <folder>] [--sizes n,n,…] [--rounds N] [--torch] [--only chain|submit|copy|first]
# <chain> is samples/chain built with TARGETS native cuda:sm_XX; libsycl-fuse-rt.so and libtbb.so.12 may lie beside it, and what
# test/gpu/build.sh builds there too: bench-submit with libraw-launches.so (what submissions cost beside the driver's own launches), and
# bench-copy. Needs nvcc (in PATH or /usr/local/cuda/bin; not with --only submit, copy or first) and python3; with --torch also PyTorch. Takes
# about three minutes with the default sizes; submit and copy alone one.
set -euo pipefail
bench=$(cd "$(dirname "$0")" && pwd)

if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: run-cuda.sh <chain> [--out <folder>] [--sizes n,n,…] [--rounds N] [--torch] [--only chain|submit|copy|first]" >&2
  exit 2
fi
packed=$(dirname "$1")/worker.tar.xz
if [ -e "$packed" ] && [ ! -e "${packed%.tar.xz}" ]; then
  python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$packed" "$(dirname "$1")"
fi
case "$*" in
*"--only submit"* | *"--only copy"* | *"--only first"*) exec python3 "$bench/scripts/run_cuda.py" --chain "$@" ;;
esac
nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc) || { echo "run-cuda.sh: nvcc was not found" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$nvcc" -O3 -std=c++17 -arch=native "$bench/cuda/chain_peers.cu" -o "$work/chain_peers"
compiler=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')
python3 "$bench/scripts/run_cuda.py" --peers "$work/chain_peers" --compiler "$compiler" --chain "$@"
