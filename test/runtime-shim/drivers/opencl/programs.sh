#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds programs that check themselves for the target spir, runs them on PoCL, and prints one line for each: "<name>: right", or what is wrong.
#   programs.sh <build folder of the project> <output folder> [<source>...]
# SYCLFUSE_SECONDS (300) is how long one may run. Without sources: all of test/e2e that test/gpu/build.sh takes for GPUs.
set -uo pipefail
if [ $# -lt 2 ]; then
  echo "usage: programs.sh <build folder> <output folder> [<source>...]" >&2
  exit 2
fi
root=$(cd "$(dirname "$0")/../../../.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
source "$root/test/e2e/Inputs/self_checking.sh"
if [ $# = 0 ]; then
  mapfile -t sources < <(self_checking "$root"/test/e2e/*/*.cpp)
  set -- "${sources[@]}"
fi
export ONEAPI_DEVICE_SELECTOR='opencl:*' POCL_CACHE_DIR=$out/pocl-cache SYCL_FUSE_JIT=${SYCL_FUSE_JIT:-off}
wrong=0

run() {
  local source=$1 name options
  name=$(basename "$source" .cpp)
  mapfile -t options < <(build_options "$source")
  if ! [ "$out/$name.o" -nt "$source" ] &&
    ! clang++-22 -std=c++17 -O1 -fsycl -fplugin="$build/lib/sycl-fuse-plugin.so" -I"$root/runtime-shim/include" -I"$root/manifest/include" \
      -I"$root/test/e2e/Inputs" -c "$source" -o "$out/$name.o" > "$out/$name.log" 2>&1; then
    echo "$name: not compiled: $(grep -m1 error: "$out/$name.log")"
  elif ! "$build/bin/sycl-fuse" build --target=spir "${options[@]}" "$out/$name.o" -o "$out/$name.fusion.o" > "$out/$name.log" 2>&1; then
    echo "$name: not built: $(grep -m1 error: "$out/$name.log")"
  elif ! clang++-22 "$out/$name.o" "$out/$name.fusion.o" -L"$build/lib" -Wl,-rpath,"$build/lib" -lsycl-fuse-rt -ldl -o "$out/$name" > "$out/$name.log" 2>&1; then
    echo "$name: not linked: $(grep -m1 error: "$out/$name.log")"
  elif ! timeout "${SYCLFUSE_SECONDS:-300}" "$out/$name" > "$out/$name.log" 2>&1; then
    echo "$name: wrong: $(grep -vE '^(all results|wrong results)' "$out/$name.log" | tail -1)"
  else
    echo "$name: right"
    return
  fi
  wrong=1
}

for source in "$@"; do run "$source"; done
exit $wrong
