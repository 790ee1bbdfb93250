#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divided-ids.sh <temporary> <count> [<seed>]: kernels of divided_ids.py, compiled for this machine and run by run-divided-ids.c. A wrong one can
# be repeated with its seed.
set -e
here=$(dirname "$0") root=$(dirname "$0")/../../../../.. temporary=$1 count=$2
seed=${3:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
rows=0 wrong=0
levels=2
for level in 3:avx2 4:avx512vl; do
  if grep -q "${level#*:}" /proc/cpuinfo; then levels="$levels ${level%:*}"; fi
done
echo "seed $seed"
for number in $(seq "$count"); do
  python3 "$root/test/random/divided_ids.py" "$((seed + number - 1))" "$temporary" loops
  # Each level has its turn.
  # shellcheck disable=SC2086
  set -- $levels
  shift "$((number % $#))"
  target-compile "--target=native:v$1" "--emit=v$1.optimized.ll" "$temporary.ll" > "$temporary.optimized.ll"
  if grep -q '^row' "$temporary.optimized.ll"; then rows=$((rows + 1)); fi
  if ! clang-22 -Wno-override-module -O1 "-march=x86-64-v$1" "-DENTRY=\"entry.v$1\"" "-DKERNEL=\"$temporary.h\"" "-I$root/manifest/include" \
      "$here/run-divided-ids.c" "$temporary.optimized.ll" -o "$temporary.exe" || ! "$temporary.exe"; then
    echo "wrong: seed $((seed + number - 1))"
    wrong=$((wrong + 1))
  fi
done
echo "in rows $rows of $count, $wrong wrong"
