; Smaller kernels are guarded: by the slowest id where it decides, by whole groups if the kernel uses them; barriers between kernels
; stand outside of the guards.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @fused(
; CHECK-DAG: [[GROUP:%.*]] = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
; CHECK-DAG: [[ROW:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK: store i32 1, {{.*}}, !sycl.kernel.submission [[S0:![0-9]+]]
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrieriii({{.*}}) {{.*}}!sycl.kernel.inserted-barrier
; CHECK: [[FEW:%.*]] = icmp ult i64 [[GROUP]], 2
; CHECK-NEXT: br i1 [[FEW]], label %[[K1:.*]], label %[[AFTER1:.*]]
; CHECK: [[K1]]:
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264), !sycl.kernel.submission [[S1:![0-9]+]]
; CHECK: br label %[[AFTER1]]
; CHECK: [[AFTER1]]:
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrieriii({{.*}}) {{.*}}!sycl.kernel.inserted-barrier
; CHECK: [[ABOVE:%.*]] = icmp ult i64 [[ROW]], 3
; CHECK-NEXT: br i1 [[ABOVE]], label %[[K2:.*]], label %[[END:.*]]
; CHECK: [[K2]]:
; CHECK: store i32 1, {{.*}}, !sycl.kernel.submission [[S2:![0-9]+]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-DAG: [[S0]] = !{i32 0}
; CHECK-DAG: [[S1]] = !{i32 1}
; CHECK-DAG: [[S2]] = !{i32 2}
define spir_kernel void @writes(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @waits() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"writes", !"waits", !"writes"}
!2 = !{!3, !4, !5}
!3 = !{i32 2, !{i64 16, i64 8, i64 0}, !{i64 4, i64 8, i64 0}, !9}
!4 = !{i32 2, !{i64 8, i64 8, i64 0}, !{i64 4, i64 8, i64 0}, !9}
!5 = !{i32 2, !{i64 3, i64 8, i64 0}, !9, !9}
!9 = !{i64 0, i64 0, i64 0}
