#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times sycl-fuse itself: CPU per job, target and pass for kernels like the chain's; how it grows with the number of kernels in a region, the size
# of a kernel, the number of arguments, sums with a carry, exchanges of sub-groups and barriers, with the exponent that fits; and whole programs of
# kernels of several kinds for all targets. Writes tables.
#   bench/run-fuser.sh [--build <folder> | --tool <sycl-fuse>] [--out <file>] [--targets native:v3,…] [--quick] [--bound <seconds>] [--limit <seconds>]
#                      [--only <words of a title, chain or programs>] [--programs <kernels>/<regions>,…]
# Needs a finished build (default: build). Targets: by default one of each family. --quick leaves out the largest sizes; after --bound seconds (900)
# no further size is begun, and none beyond one whose job takes more than --limit seconds of CPU (60). --tool compares another build of sycl-fuse.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 "$root/bench/scripts/run_fuser.py" --root "$root" "$@"
