; An entry with many loops is vectorized for level 3, is scalar for level 2, and has no level 4; a level that is asked for by name is vectorized.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^;; /{sub(/^;; /,""); t=t $0 "\n"; next} /^  ret/{for(i=0;i<64;++i){s=t; gsub(/#/,i,s); print s}} 1' %s > %t.ll
; RUN: target-compile --kind=nd_range %t.ll | FileCheck-22 %s
; RUN: target-compile --kind=nd_range --target=native:v4 --emit=v4.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=VECTORS
; RUN: target-compile --kind=nd_range --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=VECTORS
; RUN: target-compile --kind=nd_range --emit=v2.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=SCALAR
; CHECK-NOT: entry.v4
; CHECK: entry entry.v3 arch 3
; CHECK: entry entry.v2 arch 2
; VECTORS: store <
; SCALAR: store i32
; SCALAR-NOT: store <
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
;;   %p# = getelementptr i32, ptr addrspace(4) %a, i64 %g
;;   store i32 #, ptr addrspace(4) %p#, align 4
;;   call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
