; A loop over shares of elements cannot have the work-groups that another kernel uses.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-fuse-region -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: kernel 'sum' cannot be fused into 'fused': its work-items take shares of the elements, and another kernel uses its work-groups [SF3014]
define spir_kernel void @map(ptr addrspace(1) %out) {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
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
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %id
  %x = load i64, ptr addrspace(1) %from
  call void @__sycl_fuse_put_value(i32 0, i64 %x)
  ret void
loop:
  %n = phi i64 [ 0, %0 ], [ %next, %loop ]
  %s = phi i64 [ 0, %0 ], [ %t, %loop ]
  call void @__sycl_fuse_do_element(i64 %n)
  %v = call i64 @__sycl_fuse_take_value(i32 0)
  %t = add i64 %s, %v
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, %each
  br i1 %more, label %loop, label %done
done:
  store i64 %t, ptr addrspace(1) %to
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.launch !4 void @fused()
!0 = !{!"fused", !{!"map", !"sum"}}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}
!4 = !{!"nd_range", i32 1}
