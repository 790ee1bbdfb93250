; Regions that always follow each other need no dispatch; a stack variable that is aligned beyond its size stays aligned in the array over work-items; too large ones are refused for groups of any size.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --phases --emit=phase.6-work-item-loops.ll %s | FileCheck-22 %s
; RUN: sed 's/\[3 x i32\]/[70000 x i32]/' %s > %t.ll && not target-compile --kind=nd_range %t.ll 2>&1 | FileCheck-22 %s --check-prefix=LARGE
; CHECK: alloca { [3 x i32], [4 x i8] }, i64 %{{.*}}, align 64
; CHECK-NOT: dispatch
; LARGE: error: kernel 'k' cannot be compiled for 'native': a work-item of a work-group of any size keeps {{[0-9]+}} bytes, at most 262144 are allowed [SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i32 %n) !sycl.kernel.arguments !0 {
  %m = alloca [3 x i32], align 16
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %i = trunc i64 %g to i32
  store volatile i32 %i, ptr %m, align 16
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %x = load volatile i32, ptr %m, align 16
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %p = getelementptr i32, ptr addrspace(4) %a, i64 %g
  store i32 %x, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
