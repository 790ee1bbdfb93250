#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs the programs and random kernels that test/gpu/build.sh built on an NVIDIA GPU; all results are compared with the host's.
# The last line is 'N passed, N failed'; the exit code is not 0 if one failed, or there was none. Needs nothing but the driver; takes
# about a minute.
#   test/gpu/run.sh <folder of build.sh>
# SYCLFUSE_DEVICES=native_cpu:* runs the programs, not the random kernels, on the CPU: a test of this script.
set -uo pipefail
if [ $# -ne 1 ] || [ ! -e "$1/libsycl-fuse-rt.so.0" ]; then
  echo "usage: test/gpu/run.sh <folder that test/gpu/build.sh wrote>" >&2
  exit 2
fi
programs=$(cd "$1" && pwd)
export LD_LIBRARY_PATH=$programs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export ONEAPI_DEVICE_SELECTOR=${SYCLFUSE_DEVICES:-cuda:*}
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
  output=$(timeout 60 "$programs/chain" --size "$1" --mode "$2" --iterations 3 --json 2>&1) || status=$?
  case $output in
  *'"max_error": 0,'*"\"outcome\": \"$3\""*) ;;
  *) status=1 output="needed: max_error 0, outcome $3; got: $output" ;;
  esac
  report "chain n=$1 $2" "$status" "$output"
}

# expect_sample <name> <regions submitted> <of these aot> <aot-generic> <unfused> '<argument>...' <line>...: each of the extended regular
# expressions is a whole line of what it prints, and its exit code is 0, which says that its results are right.
expect_sample() {
  local name=$1 output status=0 line total="total +$2 +$3 +$4 +0 +$5 .*"
  local -a arguments=($6)
  shift 6
  output=$(SYCL_FUSE_JIT=off SYCL_FUSE_TRACE=on SYCL_FUSE_STATS=1 timeout 60 "$programs/sample-$name" "${arguments[@]}" 2>&1) || status=$?
  for line in "$total" "$@"; do
    if grep -Exq -- "$line" <<<"$output"; then continue; fi
    status=1 output="needed: $line; got: $output"
    break
  done
  report "sample $name${arguments[*]:+ }${arguments[*]}" "$status" "$output"
}

run_chain() {
  local mode size outcome
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
}

run_samples() {
  local fused='sycl-fuse: launch: fused'
  expect_sample chain 20 20 0 0 '--mode internalized' "$fused run .*\{1000000\} on .*, specialized" 'max error +0' 'outcome +aot'
  expect_sample usm-pipeline 1 1 0 0 '' "$fused develop \[Light, Gamma, Quantize\] \{2073600\} on .*, specialized" 'develop: aot' \
    '0 of 2073600 pixels wrong'
  expect_sample graphs 2 2 0 0 '' "$fused recorded_graph \[AddKernel, KernelOne, KernelTwo, AddKernel\] \{512\} on .*, specialized" \
    "$fused added_graph \[PointersOne, PointersTwo\] \{512\} on .*, specialized" 'recorded: 0 of 512 values wrong' 'added: 0 of 512 values wrong'
  expect_sample neural-network 6 6 0 0 '' "$fused activate \[Bias<float>, Gelu<float>, .*\] \{128x768\} on .*, specialized" \
    'float, 128 tokens: aot, 0 of 98304 values wrong' 'half, 128 tokens: aot, 0 of 98304 values wrong'
  expect_sample rows 9 0 9 0 '1000 1024 1' "$fused run \[Residual, Squares, Norm\] .*, generic" \
    "$fused run \[Scale, Most, Exp, Sum, Divide\] .*, generic" 'RMS norm .* aot-generic, 0 values wrong' \
    'softmax .* aot-generic, 0 values wrong' 'gate .* aot-generic, 0 values wrong'
  expect_sample stencil 1 1 0 0 '' "$fused sharpen \[Logarithm, Sharpen\] \{544x848:16x16\} on .*, specialized" 'sharpen: aot' \
    '0 of 461312 pixels wrong'
  expect_sample templates 3 2 1 0 '' "$fused twice \[Apply<float, add>, .*\{1000\} on .*, specialized" \
    "$fused twice \[Apply<int, multiply>, .*\{777\} on .*, generic" 'multiply double, 4099 elements: aot' 'all results right'
  expect_sample several-units 2 0 2 0 '' "$fused grey \[Light, Invert\] \{10007\} on .*, generic" \
    "$fused edges \[Difference, Threshold\] \{10007\} on .*, generic" 'all pixels right'
  expect_sample fused-library 1 0 1 0 '' "$fused statistics::standardize \[Centre, Scale, Limit\] \{12345\} on .*, generic" 'all values right'
  # What was recorded on the CPU when it was built holds here; other filters do not.
  expect_sample run-time-sizes 1 1 0 0 '5000 soso' "$fused .*\[Smooth, Offset, Smooth, Offset\] \{5000\} on .*, specialized" \
    'soso of 5000: aot \(none\)' '0 of 5000 values wrong'
  expect_sample run-time-sizes 1 0 0 1 '5000 lol' 'lol of 5000: unfused \(unknown_region\)' '0 of 5000 values wrong'
}

if [ -e "$programs/chain" ]; then run_chain; fi
for any in "$programs"/sample-*; do
  if [ -e "$any" ]; then run_samples; fi
  break
done

for program in "$programs"/check-*; do
  if [ ! -e "$program" ]; then continue; fi
  status=0
  output=$(timeout 60 "$program" 2>&1) || status=$?
  report "$(basename "$program")" "$status" "$output"
done

# Where the program was built with sycl-fuse there is a kernel that one of them does without.
for program in "$programs"/unit-*; do
  if [ ! -e "$program" ]; then continue; fi
  status=0
  output=$(SYCL_FUSE_JIT=off SYCLFUSE_TEST_CASES=300 timeout 120 "$program" --gtest_filter=-Graph.RunsUnfusedWithoutAFusedKernel 2>&1) || status=$?
  report "$(basename "$program"): $(grep -c ' OK ' <<<"$output") tests" "$status" "$(grep -v ' OK \| RUN ' <<<"$output")"
done

for cases in "$programs"/*.cases "$programs"/*.cases.gz; do
  if [ ! -e "$cases" ] || [[ $ONEAPI_DEVICE_SELECTOR != cuda:* ]]; then continue; fi
  status=0
  case $cases in
  *.gz) output=$(timeout 120 "$programs/run-cases" <(gzip -dc "$cases") 2>&1) || status=$? ;;
  *) output=$(timeout 120 "$programs/run-cases" "$cases" 2>&1) || status=$? ;;
  esac
  report "$(basename "$cases" .gz): $(tail -n 1 <<<"$output")" "$status" "$output"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
