#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divided-rows.sh <temporary> <count> [<seed>]: kernels of divided_ids.py through run-threads.sh. A wrong one can be repeated with its seed.
set -e
here=$(dirname "$0") temporary=$1 count=$2
seed=${3:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
wide=0 wrong=0
echo "seed $seed"
for number in $(seq "$count"); do
  python3 "$here/../../../../random/divided_ids.py" "$((seed + number - 1))" "$temporary"
  items=$(target-compile --target=cuda:sm_90 "$temporary.ll" | sed -n 's/.*items \([0-9]*\).*/\1/p')
  if [ "$items" -gt 1 ]; then wide=$((wide + 1)); fi
  if ! sh "$here/run-threads.sh" "$temporary.run" range 1 "$items" "-DRANDOM=\"$temporary.h\"" "$temporary.ll"; then
    echo "wrong: seed $((seed + number - 1))"
    wrong=$((wrong + 1))
  fi
done
echo "wide $wide of $count, $wrong wrong"
