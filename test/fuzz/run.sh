#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs every fuzz target for this many seconds, then damages every kind of file that sycl-fuse reads for as long; prints the runs and the
# finds of each. Exit code 1 if there are finds. What a target found lies in fuzz-finds/, its corpus in fuzz-corpus/, of the folder it is
# called from. Builds nothing: targets come from build-fuzz/ (preset fuzz) if they are there, else from build/. docs/fuzzing.md
#   test/fuzz/run.sh <seconds> [seed]
#   test/fuzz/run.sh few [seed]          a given number of runs of each, so that another machine does the same
set -euo pipefail
seconds=${1:?usage: test/fuzz/run.sh <seconds>|few [seed]}
seed=${2:-$((RANDOM * 32768 + RANDOM))}
# ctest runs more of each target (fuzz.*).
declare -A few=([manifest]=5000 [bundle]=10000 [metadata]=100 [seeds]=100 [pipeline]=200 [nd-range]=300 [result]=600 [input]=5000
  [spirv]=300 [measurement]=5000 [image]=2000 [mutate]=60)
root=$(cd "$(dirname "$0")/../.." && pwd)
finds=$PWD/fuzz-finds
corpus=$PWD/fuzz-corpus
mkdir -p "$finds" "$corpus"
# libLLVM is not instrumented: its containers and allocators must not be looked at, and it leaks on purpose.
export ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0
found=0
echo "seed $seed"

# Corpora begin with what exists, or with noise.
fill_corpus() {
  local folder=$corpus/$1
  [ ! -d "$folder" ] || return 0
  mkdir "$folder"
  case $1 in
  manifest) cp "$root"/test/manifest/Inputs/*.json "$folder" ;;
  bundle) "$2/bundle-fuzzer-seeds" "$folder" ;;
  input) python3 "$root/test/damage.py" noise "$folder" && cp "$root"/test/manifest/Inputs/*.json "$folder" ;;
  *) python3 "$root/test/damage.py" noise "$folder" ;;
  esac
}

for target in manifest bundle metadata seeds pipeline nd-range result input spirv measurement image; do
  folder=$root/build-fuzz/bin
  [ -x "$folder/$target-fuzzer" ] || folder=$root/build/bin
  [ -x "$folder/$target-fuzzer" ] || { echo "$target: not built"; continue; }
  fill_corpus $target "$folder"
  log=$finds/$target.log
  limit=-max_total_time=$seconds
  [ "$seconds" != few ] || limit=-runs=${few[$target]}
  status=0
  "$folder/$target-fuzzer" "$limit" -seed="$seed" -timeout=100 -rss_limit_mb=4096 -len_control=0 -max_len=4000 \
    -print_final_stats=1 -artifact_prefix="$finds/$target-" "$corpus/$target" > "$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ $status = 0 ]; then
    echo "$target: ${runs:-?} runs, nothing found"
    rm "$log"
  else
    echo "$target: ${runs:-?} runs, FOUND: see $log"
    grep -m3 "^===[^=]\|ERROR: \|runtime error" "$log" | cut -c1-200 || true
    grep "^Base64: " "$log" | cut -c1-8000 || true
    found=1
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=$root/build/bin/sycl-fuse
(
  cd "$work"
  cp "$root"/test/fuser/Driver/Inputs/{chain.cpp,chain.fusion.json,device.hpp} .
  clang++-22 -std=c++17 -fsycl -O2 -gline-tables-only -c chain.cpp -o chain.o
  cp chain.o chain.fusion.o
  clang++-22 -std=c++17 -fsycl -O1 "-fplugin=$root/build/lib/sycl-fuse-plugin.so" -I"$root"/{runtime-shim/include,manifest/include,test/clang-plugin/Inputs} \
    -c "$root/test/clang-plugin/submissions/region-promotion.cpp" -o promotion.o
  /usr/lib/llvm-22/bin/llvm-offload-binary chain.o --image=file=chain.bc,kind=sycl > /dev/null
  "$tool" emit input chain.o --region chain --nd-range generic --target native:v2 -o stub.ll
  "$tool" opt -S -passes=verify chain.bc -o device.ll
  "$tool" plan chain.o --target native:v2 --job-dir jobs -o plan.json
  cp "$(ls jobs/*.input | head -1)" chain.input
  "$tool" emit spv chain.o --kernel KernelFour --target spirv -o kernel.spv
)
cd "$work"
inputs=(chain.o promotion.o chain.bc device.ll stub.ll chain.input chain.fusion.json kernel.spv)
limit=$seconds
[ "$seconds" != few ] || limit=${few[mutate]}runs
if ! python3 "$root/test/damage.py" fuzz "$tool" "$limit" "$seed" "${inputs[@]}"; then
  cp mutated-* "$finds" 2> /dev/null || true
  found=1
fi
exit $found
