#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts the instructions that submissions, regions and executions of graphs take on the host, with callgrind: for machines too busy for
# times. On the CPU with the kernels of 64 work-items; `cuda` is the double of libcuda, which takes instructions of its own (some 1,800 a launch).
# Needs valgrind, and of the build: sycl-fuse sycl-fuse-plugin sycl-fuse-rt sycl-fuse-fake-cuda.
#   bench/count-instructions.sh <build folder> [times [workloads...]]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
times=${2:-1000}
workloads=(kernel kernel-with-buffer region-of-2 region-of-4 region-of-4-and-wait region-of-4-usm
  map-and-sum map-and-sum-and-wait region-with-sum region-with-sum-and-wait graph-of-4 graph-of-100)
[ $# -le 2 ] || workloads=("${@:3}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export SYCL_FUSE_JIT=off SYCL_FUSE_CUDA_LIBRARY=$build/lib/libsycl-fuse-fake-cuda.so

program() {
  "$build/bin/sycl-fuse" build --target=native --target=cuda:sm_90 "$@" "$out/count.o" -o "$out/count.fusion.o" > "$out/log" 2>&1 || { cat "$out/log" >&2; exit 1; }
  clang++-22 "$out/count.o" "$out/count.fusion.o" -L"$build/lib" -lsycl-fuse-rt -Wl,-rpath,"$build/lib" -o "$out/count"
}

clang++-22 -w -std=c++17 -O2 -fsycl -fplugin="$build/lib/sycl-fuse-plugin.so" -I"$root/runtime-shim/include" -I"$root/manifest/include" \
  -c "$root/bench/count/count_instructions.cpp" -o "$out/count.o" 2> "$out/log" || { cat "$out/log" >&2; exit 1; }
program
SYCL_FUSE_RECORD=$out/record ONEAPI_DEVICE_SELECTOR='native_cpu:*' "$out/count" graph-of-4 cpu 1
program --add-manifest "$out"/record/*.fusion.json
echo "| workload | CPU | double of libcuda |"
echo "|---|---|---|"
for workload in "${workloads[@]}"; do
  row="| $workload |"
  for device in cpu cuda; do
    selector='native_cpu:*'
    [ $device = cpu ] || selector='cuda:*'
    count=$(ONEAPI_DEVICE_SELECTOR=$selector valgrind --tool=callgrind --toggle-collect='*counted<*' --callgrind-out-file=/dev/null \
      "$out/count" $workload $device "$times" 2>&1 | tee "$out/log" | sed -n 's/.*Collected : //p')
    [ -n "$count" ] || { cat "$out/log" >&2; exit 1; }
    row+=" $((count / times)) |"
  done
  echo "$row"
done
