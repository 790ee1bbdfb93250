#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds what test/gpu/run.sh and bench/run-cuda.sh need on a machine with a GPU and without a compiler: samples/chain and the
# programs of test/e2e and test/gpu, for the CPU and one GPU, with the two libraries they use beside them; and files of random
# kernels for that GPU with the program that runs them.
# The build folder needs: sycl-fuse sycl-fuse-plugin sycl-fuse-rt write-gpu-cases; for the cache of first-launch sycl-fuse-fake-cuda
#   test/gpu/build.sh <build folder of the project> <output folder> [cuda:sm_90]
# SYCLFUSE_PARTS chooses among bench (samples/chain and the benchmarks), graphs (bench-graphs and the unit tests of graphs; where nvcc is found, the
# peers written by hand come with both), samples (each with CMake, as its README says), check (programs that check themselves; SYCLFUSE_CHECKS: those whose names match this regular expression), cases (random kernels) and worker (the JIT worker with the libraries that it needs, in worker.tar.xz: some 50 MB; ptxas
# is that machine's). Default: all but worker.
set -euo pipefail
if [ $# -lt 2 ]; then
  echo "usage: test/gpu/build.sh <build folder> <output folder> [cuda:sm_90]" >&2
  exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
rm -f "$out"/*.cases "$out"/*.cases.gz
target=${3:-cuda:sm_90}
source "$root/test/e2e/Inputs/self_checking.sh"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
parts=" ${SYCLFUSE_PARTS:-bench graphs samples check cases} "
has() { [[ $parts == *" $1 "* ]]; }
includes=(-I"$root/runtime-shim/include" -I"$root/manifest/include" -I"$root/test/e2e/Inputs")

# program <name> <options of sycl-fuse> -- <source>...; `libraries`: more options of the linker; `macros`: a unit for each, "" for none
libraries=()
macros=("")
program() {
  local name=$1 options=() sources=() files=() source macro
  shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  sources=("$@")
  for source in "${sources[@]}"; do
    for macro in "${macros[@]}"; do
      local object
      object=$objects/$name-$(basename "$source" .cpp)$macro.o
      clang++-22 -std=c++17 -O2 -fsycl -fplugin="$build/lib/sycl-fuse-plugin.so" "${includes[@]}" ${macro:+"$macro"} -c "$source" -o "$object"
      files+=("$object")
    done
  done
  "$build/bin/sycl-fuse" build --target=native --target="$target" "${options[@]}" "${files[@]}" -o "$objects/$name.fusion.o"
  clang++-22 "${files[@]}" "$objects/$name.fusion.o" "${libraries[@]}" -L"$build/lib" -lsycl-fuse-rt -Wl,-rpath,'$ORIGIN' -o "$out/$name"
}

# A libcuda.so.1 to link with, where there is none.
build_raw_launches() {
  clang++-22 -shared -x c++ /dev/null -Wl,-soname,libcuda.so.1 -o "$objects/libcuda.so.1"
  clang++-22 -std=c++17 -O2 -shared -fPIC "$root/bench/submit/raw_launches.cpp" -Wl,--no-as-needed "$objects/libcuda.so.1" \
    -o "$out/libraw-launches.so"
}

# peers <name>: what is written by hand in bench/cuda/<name>_peers.cu.
peers() {
  local nvcc
  nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc) || return 0
  "$nvcc" -O3 -std=c++17 -arch="${target#cuda:}" -shared -Xcompiler -fPIC "$root/bench/cuda/$1_peers.cu" -o "$out/lib$1-peers.so"
}

build_benchmarks() {
  program chain -- "$root"/samples/chain/*.cpp
  program bench-submit -- "$root/bench/submit/bench_submit.cpp"
  program bench-copy -- "$root/bench/submit/bench_copy.cpp"
  program bench-reductions -- "$root/bench/reductions/bench_reductions.cpp"
  program bench-map-and-sum -- "$root/bench/reductions/bench_map_and_sum.cpp"
  program bench-by-hand -- "$root/bench/by_hand/bench_by_hand.cpp"
  program bench-row-sequences -- "$root/bench/rows/bench_row_sequences.cpp"
  program bench-sequences --no-cost-model -- "$root"/bench/sequences/*.cpp
  program bench-sequences-estimated -- "$root"/bench/sequences/*.cpp
  peers sequence
  peers row
  peers reduction
  build_raw_launches
  program first-launch -- "$root/bench/first/first_launch.cpp"
  # What the JIT would find in its cache on that machine, where the compiler may not run: made with the double of the driver, which is a GPU of
  # 9.0 with CUDA 13.0. Another GPU or driver finds nothing in it.
  rm -rf "$out/first-launch-cache"
  if [ -e "$build/lib/libsycl-fuse-fake-cuda.so" ]; then
    SYCL_FUSE_CUDA_LIBRARY=$build/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR='cuda:*' LD_LIBRARY_PATH=$build/lib SYCL_FUSE_JIT=sync \
      SYCL_FUSE_JIT_TIMEOUT=60 SYCL_FUSE_TOOL=$build/bin/sycl-fuse SYCL_FUSE_CACHE_DIR=$out/first-launch-cache "$out/first-launch" unlisted 4096 5 > /dev/null ||
      echo "test/gpu/build.sh: no cache for first-launch: build sycl-fuse-fake-cuda again" >&2
  fi
}

# What the graphs fuse comes from a record of a run, which only finalizes them.
build_graphs() {
  local record=$objects/record test
  build_raw_launches
  program bench-graphs -- "$root/bench/graphs/bench_graphs.cpp"
  cp -L "$build/lib/libsycl-fuse-rt.so.0" "$out/"
  SYCL_FUSE_RECORD=$record SYCL_FUSE_JIT=off LD_LIBRARY_PATH=$build/lib ONEAPI_DEVICE_SELECTOR='native_cpu:*' "$out/bench-graphs" --record
  program bench-graphs --add-manifest "$record"/*.fusion.json -- "$root/bench/graphs/bench_graphs.cpp"
  peers graph
  includes+=(-I"$root/test/runtime-shim/support") libraries=(-lgtest -lgtest_main)
  for test in graph graph_recording random_graphs; do
    program "unit-$test" -- "$root/test/runtime-shim/graphs/${test}_test.cpp"
  done
  libraries=()
}

# project <source folder> <build folder> <option of CMake>...
project() {
  local source=$1 folder=$2
  shift 2
  cmake -G Ninja -S "$source" -B "$folder" -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_BUILD_TYPE=Release -DSyclFuse_DIR="$build/lib/cmake/SyclFuse" \
    "-DSYCL_FUSE_TARGETS=native;$target" -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON '-DCMAKE_INSTALL_RPATH=$ORIGIN' \
    -DCMAKE_INSTALL_RPATH_USE_LINK_PATH=OFF "$@" > "$folder.log" 2>&1 && cmake --build "$folder" >> "$folder.log" 2>&1 || {
    cat "$folder.log" >&2
    return 1
  }
}

build_samples() {
  local name
  for name in chain graphs neural-network rows run-time-sizes several-units stencil templates usm-pipeline; do
    project "$root/samples/$name" "$objects/$name"
  done
  # What a run recorded is built for.
  (cd "$objects" && ONEAPI_DEVICE_SELECTOR='native_cpu:*' LD_LIBRARY_PATH=$build/lib SYCL_FUSE_JIT=off SYCL_FUSE_RECORD=run-time-sizes/profile \
    run-time-sizes/run-time-sizes 5000 soso > /dev/null)
  cmake --build "$objects/run-time-sizes" > "$objects/run-time-sizes.log" 2>&1 || { cat "$objects/run-time-sizes.log" >&2; return 1; }
  for name in chain graphs neural-network rows run-time-sizes several-units stencil templates usm-pipeline; do
    cp "$objects/$name/$name" "$out/sample-$name"
  done
  project "$root/samples/fused-library/library" "$objects/statistics"
  cmake --install "$objects/statistics" --prefix "$objects/installed" > "$objects/statistics.log"
  project "$root/samples/fused-library/application" "$objects/application" -DCMAKE_PREFIX_PATH="$objects/installed"
  cp "$objects/application/application" "$out/sample-fused-library"
}

pack_worker() {
  local worker=$objects/worker
  mkdir -p "$worker/lib"
  cp -L "$build/bin/sycl-fuse" "$worker/program"
  cp -L "$(command -v ld.lld-22 || command -v ld.lld)" "$worker/ld.lld"
  ldd "$worker/program" "$worker/ld.lld" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u |
    grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so' | xargs -I{} cp -L {} "$worker/lib"
  cat > "$worker/sycl-fuse" <<'SCRIPT'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib"
case $1 in jit) exec "$here/program" "$@" --lld "$here/ld.lld" ;; esac
exec "$here/program" "$@"
SCRIPT
  chmod +x "$worker/sycl-fuse"
  tar -C "$objects" -c worker | xz -T0 > "$out/worker.tar.xz"
}

build_checks() {
  local source sources name options
  mapfile -t sources < <(self_checking "$root"/test/e2e/*/*.cpp "$root"/test/gpu/*.cpp)
  for source in "${sources[@]}"; do
    name=$(basename "$source" .cpp)
    [[ $name =~ ${SYCLFUSE_CHECKS:-} ]] || continue
    mapfile -t options < <(build_options "$source")
    mapfile -t macros < <(units "$source")
    program "check-$name" "${options[@]}" -- "$source"
  done
  macros=("")
}

# Random kernels: two cases per seed.
build_cases() {
  local kind
  for kind in sequences kernels; do
    "$build/bin/write-gpu-cases" "$kind" "$out/$kind.cases" "$target" 1 150
  done
  if [ "$(cat "$out"/*.cases | wc -c)" -gt $((20 << 20)) ]; then
    gzip -f "$out"/*.cases
  fi
  clang++-22 -std=c++17 -O1 "$root/test/gpu/Inputs/run-cases.cpp" -ldl -o "$out/run-cases"
}

if has bench; then build_benchmarks; fi
if has graphs; then build_graphs; fi
if has samples; then build_samples; fi
if has check; then build_checks; fi
if has cases; then build_cases; fi
if has worker; then pack_worker; fi
cp -L "$build/lib/libsycl-fuse-rt.so.0" "$out/"
tbb=$(ldd "$out/libsycl-fuse-rt.so.0" | sed -n 's/.*libtbb\.so\.12 => \([^ ]*\) .*/\1/p')
if [ -n "$tbb" ]; then cp -L "$tbb" "$out/libtbb.so.12"; fi
echo "built in $out:" && ls "$out"
