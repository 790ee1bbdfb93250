#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# spirv-check.sh <image>...: spirv-val for OpenCL, then the disassembly. Half and 64-bit atomics are extensions of OpenCL,
# which spirv-val's OpenCL environments leave out; sub-group shuffles need SPIR-V 1.3.
set -e
for image in "$@"; do
  text=$(spirv-dis --no-color "$image")
  case $text in
  *"OpCapability GroupNonUniform"*) environment=spv1.3 ;;
  *"OpCapability Float16
"* | *"OpCapability Int64Atomics"*) environment=spv1.2 ;;
  *) environment=opencl2.2 ;;
  esac
  spirv-val --target-env $environment "$image" || { echo "invalid: $image" >&2; exit 1; }
  printf '%s\n' "$text"
done
