#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run-groups.sh <temporary> <input.ll>: the CUDA kernel before optimization, compiled for the host with functions in place of special
# registers, shuffles and barriers; run-groups.c executes its blocks.
set -e
target-compile --target=cuda:sm_90 --kind=nd_range --emit=retargeted.ll "$2" |
  sed -e '/^target /d' -e 's/ptx_kernel//' -e 's/@llvm.nvvm.read.ptx.sreg.\(tid\|ctaid\|ntid\|nctaid\).x/@get_\1/g' \
    -e 's/@llvm.nvvm.shfl.sync.\(bfly\|idx\).i32/@shuffle_\1/g' -e 's/@llvm.nvvm.barrier.cta.sync.aligned.all/@barrier/g' > "$1.ll"
clang-22 -O1 -Wno-override-module "$(dirname "$0")/run-groups.c" "$1.ll" -o "$1.exe"
"$1.exe"
