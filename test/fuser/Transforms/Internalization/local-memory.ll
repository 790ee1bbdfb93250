; Promotion to local memory: the argument becomes a pointer to it, its metadata says how much, and ids of the group vanish from the index.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @global_id(ptr addrspace(1) %in, ptr addrspace(3) noundef align 4 %tmp) !sycl.kernel.nd-range {{.*}} !sycl.kernel.arguments [[SOURCES:![0-9]+]] !kernel_arg_addr_space [[SPACES:![0-9]+]] {{.*}}{
; CHECK-NOT: urem
; CHECK: %[[LID:.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK: %[[OFFSET:.*]] = mul i64 %[[LID]], 4
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr addrspace(3) %tmp, i64 %[[OFFSET]]
; CHECK: store float %x, ptr addrspace(3) %[[AT]], align 4
; CHECK: load float, ptr addrspace(3) %{{.*}}, align 4
; CHECK-NOT: sycl.kernel.promote
define spir_kernel void @global_id(ptr addrspace(1) %in, ptr addrspace(1) %tmp) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 !sycl.kernel.arguments !7 !kernel_arg_addr_space !10 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr float, ptr addrspace(1) %tmp, i64 %g
  %i = getelementptr float, ptr addrspace(1) %in, i64 %g
  %x = load float, ptr addrspace(1) %i
  store float %x, ptr addrspace(1) %p
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %group = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %l = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %first = shl i64 %group, 4
  %other = xor i64 %l, 15
  %back = and i64 %other, 15
  %k = add i64 %first, %back
  %q = getelementptr float, ptr addrspace(1) %tmp, i64 %k
  %y = load float, ptr addrspace(1) %q
  store float %y, ptr addrspace(1) %i
  ret void
}

; A work-group's size that is known at run time only.
; CHECK: define spir_kernel void @per_item(ptr addrspace(1) %in, ptr addrspace(3) noundef align 4 %tmp) !sycl.kernel.arguments [[PER_ITEM:![0-9]+]] {{.*}}{
; CHECK-NOT: urem
; CHECK: %[[LID:.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK: mul i64 %[[LID]], 8
define spir_kernel void @per_item(ptr addrspace(1) %in, ptr addrspace(1) %tmp) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !11 !sycl.kernel.promote.elemsize !2 !sycl.kernel.arguments !7 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr [2 x float], ptr addrspace(1) %tmp, i64 %g
  store float 1.0, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  store float 2.0, ptr addrspace(1) %q
  ret void
}

; CHECK: define spir_kernel void @per_item_modulo(
; CHECK: %[[BYTES:.*]] = mul i64 %{{.*}}, 8
; CHECK: %[[SIZE:.*]] = mul i64 %{{.*}}, %[[BYTES]]
; CHECK: urem i64 %{{.*}}, %[[SIZE]]
define spir_kernel void @per_item_modulo(ptr addrspace(1) %in, ptr addrspace(1) %tmp) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !11 !sycl.kernel.promote.elemsize !2 {
  %j = load i64, ptr addrspace(1) %in
  %p = getelementptr float, ptr addrspace(1) %tmp, i64 %j
  store float 1.0, ptr addrspace(1) %p
  ret void
}

; A number of elements that was shifted is as aligned as they are.
; CHECK: define spir_kernel void @narrow(
; CHECK: atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 syncscope("workgroup") monotonic, align 4
define spir_kernel void @narrow(ptr addrspace(1) %in, ptr addrspace(1) %tmp) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !12 !sycl.kernel.arguments !7 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %high = shl i64 %g, 32
  %bytes = ashr exact i64 %high, 30
  %p = getelementptr inbounds i8, ptr addrspace(1) %tmp, i64 %bytes
  store i32 0, ptr addrspace(1) %p
  %x = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic, align 4
  ret void
}

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
; CHECK-DAG: [[SOURCES]] = !{{{![0-9]+}}, [[TMP:![0-9]+]]}
; CHECK-DAG: [[TMP]] = !{i32 5, i32 1, i32 0, i32 64}
; CHECK-DAG: [[SPACES]] = !{i32 1, i32 3}
; CHECK-DAG: [[PER_ITEM]] = !{{{![0-9]+}}, [[ITEM:![0-9]+]]}
; CHECK-DAG: [[ITEM]] = !{i32 5, i32 1, i32 8, i32 0}
!0 = !{!"none", !"local"}
!1 = !{!"", i64 16}
!2 = !{!"", i64 4}
!3 = !{i32 1, !4, !5, !6}
!4 = !{i64 64, i64 0, i64 0}
!5 = !{i64 16, i64 0, i64 0}
!6 = !{i64 0, i64 0, i64 0}
!7 = !{!8, !9}
!8 = !{i32 0, i32 0, i32 0, i32 8}
!9 = !{i32 0, i32 1, i32 8, i32 8}
!10 = !{i32 1, i32 1}
!11 = !{!"", !"2 per-item"}
!12 = !{i32 1, !5, !5, !6}
