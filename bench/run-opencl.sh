#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What submissions cost the host on OpenCL, beside a program's own calls of OpenCL for the same launches, in turns in one process; writes a table.
#   bench/run-opencl.sh [--build <folder>] [--out <folder>] [--runs N] [--rounds N] [--target spir|spirv]
# Builds the runtime, the plugin and the fuser in <folder> (default: build), which is configured already. Takes about a minute after that.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
target=spir
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  --build) build=$2; shift 2 ;;
  --target) target=$2; shift 2 ;;
  *) arguments+=("$1"); shift ;;
  esac
done
cmake --build "$build" --target sycl-fuse sycl-fuse-plugin sycl-fuse-rt sycl-fuse-opencl
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
clang++-22 -std=c++17 -O2 -fsycl "-fplugin=$build/lib/sycl-fuse-plugin.so" "-I$root/runtime-shim/include" "-I$root/manifest/include" \
  -c "$root/bench/submit/bench_submit.cpp" -o "$made/bench_submit.o"
"$build/bin/sycl-fuse" build "--target=$target" "$made/bench_submit.o" -o "$made/fusion.o"
clang++-22 "$made/bench_submit.o" "$made/fusion.o" "-L$build/lib" "-Wl,-rpath,$build/lib" -lsycl-fuse-rt -ldl -o "$made/bench-submit"
clang++-22 -std=c++17 -O2 -shared -fPIC "$root/bench/submit/raw_opencl.cpp" -Wl,--no-as-needed -lOpenCL -o "$made/libraw-opencl.so"
python3 "$root/bench/scripts/run_opencl.py" --programs "$made" "${arguments[@]}"
