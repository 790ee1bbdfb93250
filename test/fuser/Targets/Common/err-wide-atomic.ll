; An atomic access that is wider than the device has, or not aligned: LLVM would call a library that nobody links.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: not target-compile --target=cuda:sm_90 %s 2>&1 | FileCheck-22 %s
; CHECK: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has an atomic access of 16 bytes [SF4004]
; RUN: sed -e 's/i128 1/i64 1/' -e 's/align 16/align 4/' %s > %t.ll
; RUN: not target-compile %t.ll 2>&1 | FileCheck-22 %s --check-prefix=NATIVE
; RUN: not target-compile --target=hip:gfx90a %t.ll 2>&1 | FileCheck-22 %s --check-prefix=HIP
; NATIVE: error: kernel 'k' cannot be compiled for 'native': it has an atomic access of 8 bytes that are aligned to 4 [SF4004]
; HIP: error: kernel 'k' cannot be compiled for 'hip:gfx90a': it has an atomic access of 8 bytes that are aligned to 4 [SF4004]
; Native has those of 16 bytes.
; RUN: target-compile --target=native:v2 --emit=object -o %t.o %s && llvm-nm-22 %t.o | FileCheck-22 %s --check-prefix=SYMBOLS --implicit-check-not=atomic
; SYMBOLS: entry
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %o = atomicrmw xchg ptr addrspace(4) %a, i128 1 monotonic, align 16
  ret void
}
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
