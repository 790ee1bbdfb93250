#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# with-spirv.sh <source> <folder> <flag of sycl-fuse build> <compiler and flags>… -- <flags of the link>…: builds the program with
# its device code as SPIR-V for the fuser, written by llc, and runs it.
set -e
source=$1 name=$2/$(basename "$1" .cpp) build=$3
shift 3
compile=
while [ "$1" != -- ]; do
  compile="$compile $1"
  shift
done
shift
$compile -c "$source" -o "$name.o"
llvm-offload-binary "$name.o" --image=file="$name.bc",kind=sycl
llc -mtriple=spirv64-unknown-unknown -filetype=obj "$name.bc" -o "$name.spv"
sycl-fuse merge "$name.o" -o "$name.fusion.json"
sycl-fuse build "$build" "$name.spv" -o "$name.fusion.o" >&2
clang++-22 "$name.o" "$name.fusion.o" "$@" -o "$name"
"$name"
