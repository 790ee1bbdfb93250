# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For bench/run-*.sh, which source it with their own arguments: --build <folder> goes to $build, everything else to $arguments.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$root/build
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  --build) build=$2; shift 2 ;;
  *) arguments+=("$1"); shift ;;
  esac
done

# build_benchmarks <target>...: configures $build for benchmarks, and builds these.
build_benchmarks() {
  # The compilers for a new folder only: CMake forgets all other settings of a folder if their names change.
  local compilers=()
  [ -f "$build/CMakeCache.txt" ] || compilers=(-G Ninja -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22)
  cmake -S "$root" -B "$build" "${compilers[@]}" -DSYCLFUSE_BUILD_BENCHMARKS=ON >/dev/null
  cmake --build "$build" --target "$@"
}
