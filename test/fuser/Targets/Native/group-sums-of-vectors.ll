; A group function over vectors of a kernel combines them one by one: there are no vectors of vectors to sum up in lanes.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --phases --emit=phase.6-work-item-loops.ll %s | FileCheck-22 %s
; CHECK-NOT: reduce.lanes
; CHECK: add <2 x i32>
; CHECK-NOT: reduce.lanes
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds <2 x i32>, ptr addrspace(4) %a, i64 %g
  %v = load <2 x i32>, ptr addrspace(4) %p, align 8
  %sum = call <2 x i32> @_Z17__spirv_GroupIAddiiDv2_i(i32 2, i32 0, <2 x i32> %v)
  store <2 x i32> %sum, ptr addrspace(4) %p, align 8
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare <2 x i32> @_Z17__spirv_GroupIAddiiDv2_i(i32, i32, <2 x i32>)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
