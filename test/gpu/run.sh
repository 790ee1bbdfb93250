#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs the programs and random kernels that test/gpu/build.sh built on an NVIDIA GPU; all results are compared with the host's.
# The last line is 'N passed, N failed'; the exit code is not 0 if one failed. Needs nothing but the driver; takes about a minute.
#   test/gpu/run.sh <folder of build.sh>
set -uo pipefail
if [ $# -ne 1 ] || [ ! -x "$1/chain" ]; then
  echo "usage: test/gpu/run.sh <folder that test/gpu/build.sh wrote>" >&2
  exit 2
fi
programs=$(cd "$1" && pwd)
export LD_LIBRARY_PATH=$programs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
passed=0 failed=0

# report <name> <0 or not> <output>
report() {
  if [ "$2" = 0 ]; then
    passed=$((passed + 1))
    echo "PASS $1"
  else
    failed=$((failed + 1))
    printf 'FAIL %s\n%s\n' "$1" "$3" | head -20
  fi
}

# expect_chain <size> <mode> <outcome>: right to the last bit, on the GPU, with this outcome.
expect_chain() {
  local output status=0
  output=$(timeout 60 "$programs/chain" --size "$1" --mode "$2" --iterations 3 --device cuda --json 2>&1) || status=$?
  case $output in
  *'"max_error": 0,'*"\"outcome\": \"$3\""*) ;;
  *) status=1 output="needed: max_error 0, outcome $3; got: $output" ;;
  esac
  report "chain n=$1 $2" "$status" "$output"
}

for mode in unfused fused internalized; do
  for size in 1 7 4096 1000003 1000000; do
    case $mode-$size in
    unfused-*) outcome=unfused ;;
    *-4096 | *-1000000) outcome=aot ;;
    *) outcome=aot-generic ;;
    esac
    expect_chain "$size" "$mode" "$outcome"
  done
done

for program in "$programs"/check-*; do
  status=0
  output=$(ONEAPI_DEVICE_SELECTOR='cuda:*' timeout 60 "$program" 2>&1) || status=$?
  report "$(basename "$program")" "$status" "$output"
done

for cases in "$programs"/*.cases "$programs"/*.cases.gz; do
  if [ ! -e "$cases" ]; then continue; fi
  status=0
  case $cases in
  *.gz) output=$(timeout 120 "$programs/run-cases" <(gzip -dc "$cases") 2>&1) || status=$? ;;
  *) output=$(timeout 120 "$programs/run-cases" "$cases" 2>&1) || status=$? ;;
  esac
  report "$(basename "$cases" .gz): $(tail -n 1 <<<"$output")" "$status" "$output"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
