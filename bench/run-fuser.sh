#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Times sycl-fuse itself: CPU per job, target and pass for kernels like the chain's, and how it grows with the number of kernels in a
# region, the size of a kernel and the number of arguments, with the exponent that fits; writes a table.
#   bench/run-fuser.sh [--build <folder>] [--out <file>] [--targets native:v3,…] [--quick] [--bound <seconds>]
# Needs a finished build (default: build). Targets: by default one of each family. --quick leaves out the largest sizes; after --bound
# seconds (900) no further size is begun.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 "$root/bench/scripts/run_fuser.py" --root "$root" "$@"
