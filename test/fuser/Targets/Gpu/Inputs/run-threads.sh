#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run-threads.sh <temporary> <kind> <dims> <items per thread> <-Dkernel> <input.ll>: the CUDA kernel before optimization, compiled for
# the host with functions in place of the special registers, executed thread by thread.
set -e
target-compile --target=cuda:sm_90 --kind="$2" --dims="$3" --emit=retargeted.ll "$6" |
  sed -e '/^target /d' -e 's/ptx_kernel//' -e 's/@llvm.nvvm.read.ptx.sreg.\(tid\|ctaid\|ntid\).x/@get_\1/g' |
  sed -e '/^declare.*@get_/d' > "$1.ll"
for name in tid ctaid ntid; do
  echo "@${name}x = external global i32"
  echo "define i32 @get_$name() { %v = load i32, ptr @${name}x ret i32 %v }" | sed 's/ ret /\n ret /'
done >> "$1.ll"
clang-22 -Wno-override-module -mf16c -mavx2 "-DITEMS=$4" $5 "$(dirname "$0")/run-threads.c" "$1.ll" -o "$1.exe"
"$1.exe"
