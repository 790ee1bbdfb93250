; Atomics on local memory need not be atomic, as a group runs on one thread; but work-items that share elements through them do not run side by side. Those on other memory stay.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s
; CHECK: define hidden void @entry.v3(
; CHECK-NOT: atomicrmw add {{.*}} i32 1 {{.*}}sycl-fuse-local
; CHECK-NOT: <8 x i32>
; CHECK: add i32 %{{.*}}, 1
; CHECK: atomicrmw add ptr %{{.*}}, i32 %{{[^ ]*}}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@l = internal addrspace(3) global [256 x i32] undef, align 4
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %t = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %pa = getelementptr i8, ptr addrspace(1) %a, i64 %g
  %v = load i8, ptr addrspace(1) %pa, align 1
  %bin = zext i8 %v to i64
  %pl = getelementptr i32, ptr addrspace(3) @l, i64 %bin
  %old = atomicrmw add ptr addrspace(3) %pl, i32 1 syncscope("workgroup") monotonic, align 4
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %pt = getelementptr i32, ptr addrspace(3) @l, i64 %t
  %sum = load i32, ptr addrspace(3) %pt, align 4
  %po = getelementptr i32, ptr addrspace(1) %o, i64 %t
  %all = atomicrmw add ptr addrspace(1) %po, i32 %sum syncscope("device") monotonic, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
