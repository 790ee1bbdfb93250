#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times the chain, a stencil and partial dot products on the CPU beside hand-written OpenMP loops, in turns in one process, and
# what submissions, start-up, first fused launches and the fuser cost; writes tables.
#   bench/run-cpu.sh [--build <folder>] [--out <folder>] [--sizes n,n,…] [--rounds N] [--only chain|stencil|dot|submit|first] [--json <file>]
# Builds the project's benchmarks in <folder> (default: build). Takes about four minutes after the build, and 12 GB of memory for
# the size of 100 million. Nothing else should run on the machine.
set -euo pipefail
source "$(dirname "$0")/scripts/build.sh"
build_benchmarks bench-chain bench-stencil bench-dot bench-latency bench-submit bench-first-launch bench-trivial sycl-fuse
exec python3 "$root/bench/scripts/run_cpu.py" --build "$build" "${arguments[@]}"
