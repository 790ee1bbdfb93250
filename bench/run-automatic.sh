#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bench/run-automatic.sh <program> [<turns>]: runs bench-automatic with and without automatic fusion in turns and prints the medians.
set -eu
exec python3 "$(dirname "$0")/automatic/turns.py" "$@"
