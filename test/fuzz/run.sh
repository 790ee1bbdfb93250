#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Damages every kind of file that sycl-fuse reads for this many seconds, and runs the libFuzzer targets that are built for as long each.
#   test/fuzz/run.sh <seconds> [seed]
# Expects the default build in build/, and that of the preset fuzz, if wanted, in build-fuzz/.
set -euo pipefail
seconds=${1:?usage: test/fuzz/run.sh <seconds> [seed]}
seed=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
tool=$root/build/bin/sycl-fuse
cd "$work"
cp "$root"/test/fuser/Driver/Inputs/{chain.cpp,chain.fusion.json,device.hpp} .
clang++-22 -std=c++17 -fsycl -O2 -gline-tables-only -c chain.cpp -o chain.o
cp chain.o chain.fusion.o
/usr/lib/llvm-22/bin/llvm-offload-binary chain.o --image=file=chain.bc,kind=sycl > /dev/null
"$tool" emit input chain.o --region chain --nd-range generic --target native:v2 -o stub.ll
"$tool" opt -S -passes=verify chain.bc -o device.ll
"$tool" build --job chain.generic.native-v2 --target native:v2 -o chain.job chain.o
python3 "$root/test/fuzz/mutate.py" "$tool" "$seconds" "$seed" chain.o chain.bc device.ll stub.ll chain.job chain.fusion.json
for fuzzer in manifest-fuzzer bundle-fuzzer; do
  program=$root/build-fuzz/bin/$fuzzer
  [ -x "$program" ] || { echo "$fuzzer is not built"; continue; }
  mkdir -p "corpus-$fuzzer"
  if [ $fuzzer = bundle-fuzzer ]; then "$root/build-fuzz/bin/bundle-fuzzer-seeds" "corpus-$fuzzer"; fi
  "$program" -max_total_time="$seconds" "corpus-$fuzzer" "$root/test/manifest/Inputs"
done
rm -rf "$work"
