; Two sums of a work-group, of values of different sizes: no sub-group may begin the second one where others still read the result of the first.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90a --kind=nd_range --ptxas= --emit=ptx %s | FileCheck-22 %s
; Slots for the sub-groups, of the larger type, and a result elsewhere.
; CHECK-DAG: .shared .align 16 .b8 sycl_fuse_group_scratch[256];
; CHECK-DAG: .shared .align 16 .b8 sycl_fuse_group_result[8];
; CHECK: redux.sync.add
; CHECK: st.shared.b32 [sycl_fuse_group_result],
; CHECK: bar{{.*}}sync
; CHECK: ld.shared.b32 {{.*}}, [sycl_fuse_group_result];
; CHECK: st.shared.b64 [sycl_fuse_group_result],
; CHECK: ld.shared.b64 {{.*}}, [sycl_fuse_group_result];
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %d) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr i32, ptr addrspace(4) %a, i64 %i
  %v = trunc i64 %i to i32
  %pd = getelementptr double, ptr addrspace(4) %d, i64 %i
  %w = uitofp i64 %i to double
  %sum = call i32 @_Z17__spirv_GroupIAddjjj(i32 2, i32 0, i32 %v)
  %total = call double @_Z17__spirv_GroupFAddjjd(i32 2, i32 0, double %w)
  store i32 %sum, ptr addrspace(4) %pa
  store double %total, ptr addrspace(4) %pd
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z17__spirv_GroupIAddjjj(i32, i32, i32)
declare double @_Z17__spirv_GroupFAddjjd(i32, i32, double)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
