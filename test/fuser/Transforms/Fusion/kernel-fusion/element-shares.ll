; A kernel that adds up shares of elements takes what is fused with it into its loop, where its value is no memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-fuse-region,verify -S %s | FileCheck-22 %s --implicit-check-not='call void @__sycl_fuse'
; CHECK-LABEL: define {{.*}}spir_kernel void @fused(
; CHECK: [[I:%.*]] = phi i64
; CHECK: [[SUM:%.*]] = phi float
; CHECK: [[DOUBLE:%.*]] = fmul float
; CHECK: store float [[DOUBLE]]
; CHECK-NOT: store
; CHECK: fadd float [[SUM]], [[DOUBLE]]
; CHECK: store float
; CHECK-NOT: store
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @__sycl_fuse_per_element()
declare void @__sycl_fuse_do_element(i64)
declare void @__sycl_fuse_put_value(i32, i64)
declare i64 @__sycl_fuse_take_value(i32)
define spir_kernel void @sum(ptr addrspace(1) %in, ptr addrspace(1) %to, i64 %each) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %half = call i32 @__sycl_fuse_per_element()
  %is = icmp ne i32 %half, 0
  br i1 %is, label %element, label %loop
element:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %from
  %b = bitcast float %x to i32
  %w = zext i32 %b to i64
  call void @__sycl_fuse_put_value(i32 0, i64 %w)
  ret void
loop:
  %n = phi i64 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ 0.0, %0 ], [ %t, %loop ]
  call void @__sycl_fuse_do_element(i64 %n)
  %v = call i64 @__sycl_fuse_take_value(i32 0)
  %v32 = trunc i64 %v to i32
  %f = bitcast i32 %v32 to float
  %t = fadd float %s, %f
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, %each
  br i1 %more, label %loop, label %done
done:
  %at = getelementptr float, ptr addrspace(1) %to, i64 %id
  store float %t, ptr addrspace(1) %at
  ret void
}
define spir_kernel void @double(ptr addrspace(1) %out) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  %x = load float, ptr addrspace(1) %at
  %y = fmul float %x, 2.0
  store float %y, ptr addrspace(1) %at
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.launch !4 void @fused()
!0 = !{!"fused", !1}
!1 = !{!"double", !"sum"}
!2 = !{!3}
!3 = !{!{i64 0, i64 0}, !{i64 1, i64 0}}
!4 = !{!"range", i32 1}
