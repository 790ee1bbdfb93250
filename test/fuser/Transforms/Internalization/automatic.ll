; Arguments that nobody else needs go where the accesses prove that they can: private memory, local memory, or they stay; a remark says which.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks=sycl-internalization -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
; CHECK: remark: {{.*}}argument 'all' of 'k' stays in global memory: work-items of several work-groups share its elements [SF3028]
; CHECK: remark: {{.*}}argument 'own' of 'k' is internalized to private memory, 8 bytes of each work-item [SF3027]
; CHECK: remark: {{.*}}argument 'group' of 'k' is internalized to local memory, 64 bytes of each work-group [SF3027]
; CHECK: remark: {{.*}}argument 'early' of 'k' stays in global memory: it is read before it is written [SF3028]
; CHECK: define spir_kernel void @k(ptr addrspace(3) noundef align 4 %group, ptr addrspace(1) %all, ptr addrspace(1) %early, ptr addrspace(1) %out)
; CHECK: alloca [8 x i8]
; CHECK-NOT: urem
; CHECK-NOT: sycl.kernel.promote
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %own, ptr addrspace(1) %group, ptr addrspace(1) %all, ptr addrspace(1) %early, ptr addrspace(1) %out) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %first = mul i64 %g, 2
  %second = add i64 %first, 1
  %o0 = getelementptr i32, ptr addrspace(1) %own, i64 %first
  %o1 = getelementptr i32, ptr addrspace(1) %own, i64 %second
  store i32 1, ptr addrspace(1) %o0
  store i32 2, ptr addrspace(1) %o1
  %g0 = getelementptr i32, ptr addrspace(1) %group, i64 %g
  store i32 3, ptr addrspace(1) %g0
  %a0 = getelementptr i32, ptr addrspace(1) %all, i64 %g
  store i32 4, ptr addrspace(1) %a0
  %e0 = getelementptr i32, ptr addrspace(1) %early, i64 %g
  %e = load i32, ptr addrspace(1) %e0
  store i32 %e, ptr addrspace(1) %e0
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %x0 = load i32, ptr addrspace(1) %o0
  %start = sub i64 %g, %l
  %back = sub i64 15, %l
  %other = add i64 %start, %back
  %g1 = getelementptr i32, ptr addrspace(1) %group, i64 %other
  %x1 = load i32, ptr addrspace(1) %g1
  %reversed = sub i64 63, %g
  %a1 = getelementptr i32, ptr addrspace(1) %all, i64 %reversed
  %x2 = load i32, ptr addrspace(1) %a1
  %s = add i32 %x0, %x1
  %t = add i32 %s, %x2
  %u = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %t, ptr addrspace(1) %u
  ret void
}
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!"automatic", !"automatic", !"automatic", !"automatic", !"none"}
!1 = !{i64 2, i64 1, i64 1, i64 1, !""}
!2 = !{i64 4, i64 4, i64 4, i64 4, !""}
!3 = !{i32 1, !4, !5, !6}
!4 = !{i64 64, i64 0, i64 0}
!5 = !{i64 16, i64 0, i64 0}
!6 = !{i64 0, i64 0, i64 0}
