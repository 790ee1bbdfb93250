; Private arrays that do not fit: of a work-group, and, without barriers, of a work-item. What fits a work-group but not the stack is on the heap.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: sed "s/1026 x/17000 x/" %s > %t.large.ll
; RUN: not target-compile --kind=nd_range --nd-range=4096:4096 %t.large.ll 2>&1 | FileCheck-22 %s
; RUN: target-compile --kind=nd_range --nd-range=1024:1024 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=HEAP
; RUN: target-compile --kind=nd_range --nd-range=128:32 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=STACK --implicit-check-not=aligned_alloc
; RUN: sed -e '/ControlBarrier/d' -e 's/1026 x/600000 x/' %s > %t.ll
; RUN: not target-compile --kind=nd_range %t.ll 2>&1 | FileCheck-22 %s --check-prefix=ITEM
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range %t.ll 2>&1 | FileCheck-22 %s --check-prefix=CUDA
; RUN: not target-compile --target=hip:gfx90a --kind=nd_range %t.ll 2>&1 | FileCheck-22 %s --check-prefix=HIP
; CHECK: error: kernel 'k' cannot be compiled for 'native': a work-group keeps 278560768 bytes, at most 268435456 are allowed [SF4004]
; HEAP: %[[SLOT:.+]] = {{.*}}call {{.*}}@aligned_alloc(i64 {{.*}}64, i64 {{.*}}420{{[0-9]+}})
; HEAP: call void @free(ptr {{.*}}%[[SLOT]])
; STACK: alloca
; ITEM: error: kernel 'k' cannot be compiled for 'native': it keeps 2400000 bytes on the stack, at most 2097152 are allowed [SF4004]
; CUDA: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 2400000 bytes of private memory, at most 524288 are allowed [SF4008]
; HIP: error: kernel 'k' cannot be compiled for 'hip:gfx90a': {{.*}}stack frame size ({{[0-9]+}}) exceeds limit (131056) {{.*}}[SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %m = alloca [1026 x i32]
  %g = load i64, ptr addrspace(4) %a
  %p = getelementptr i32, ptr %m, i64 %g
  store volatile i32 1, ptr %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store volatile i32 2, ptr %p
  ret void
}
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
