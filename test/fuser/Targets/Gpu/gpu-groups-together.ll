; A kernel that waits for few bytes and then for its group: a block runs several groups, with all loads before the first exchange and as many barriers as one group has.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=ptx %s | FileCheck-22 %s
; RUN: sh %S/Inputs/run-groups.sh %t %s
; VARIANT: items 8
; CHECK-COUNT-8: ld.global.b32
; CHECK-NOT: ld.global
; CHECK-COUNT-9: shfl.sync.bfly
; CHECK-NOT: shfl.sync.bfly
; CHECK: bar{{.*}}sync
; CHECK-COUNT-9: shfl.sync.bfly
; CHECK: bar{{.*}}sync
; CHECK-COUNT-8: st.global.b32
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %sums) !sycl.kernel.arguments !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %g = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i
  %v = load float, ptr addrspace(4) %pa, align 4
  %sum = call float @_Z17__spirv_GroupFAddjjf(i32 2, i32 0, float %v)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %then, label %done
then:
  %ps = getelementptr inbounds float, ptr addrspace(4) %sums, i64 %g
  store float %sum, ptr addrspace(4) %ps, align 4
  br label %done
done:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare float @_Z17__spirv_GroupFAddjjf(i32, i32, float)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
