; Work-items that go over their group's share of a range in its steps, up to min(id + share, n), run in vectors: also where the sum is in local memory, elements
; of which are as far apart as an argument says, where addresses are loaded behind the guard, and where a counter of 32 bits has a step of 64.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --phases --emit=phase.5-barrier-regions.ll --kind=nd_range %s | FileCheck-22 %s --check-prefix=SUM
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll --kind=nd_range %s | FileCheck-22 %s
; SUM: define internal i32 @k.item.1.strip
; CHECK: load <8 x float>
; CHECK: call <8 x float> @llvm.fma
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %functor, ptr addrspace(4) %out, i32 %share, i32 %n, i32 %apart) !sycl.kernel.arguments !0 {
entry:
  %memory = call ptr addrspace(3) @__sycl_fuse_local_memory()
  %id = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %group = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %size = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %turns = zext i32 %share to i64
  %length = mul i64 %size, %turns
  %before = mul i64 %length, %group
  %first = add i64 %before, %id
  %first32 = trunc i64 %first to i32
  %far = add i64 %first, %length
  %far32 = trunc i64 %far to i32
  %end = call i32 @llvm.smin.i32(i32 %far32, i32 %n)
  %distance = zext i32 %apart to i64
  %place = mul i64 %id, %distance
  %sum = getelementptr float, ptr addrspace(3) %memory, i64 %place
  store float 0.0, ptr addrspace(3) %sum, align 4
  %some = icmp slt i32 %first32, %end
  br i1 %some, label %into, label %done
into:
  %x = load ptr addrspace(4), ptr addrspace(4) %functor, align 8
  %py = getelementptr ptr addrspace(4), ptr addrspace(4) %functor, i64 1
  %y = load ptr addrspace(4), ptr addrspace(4) %py, align 8
  br label %loop
loop:
  %i = phi i32 [ %first32, %into ], [ %next, %loop ]
  %s = phi float [ 0.0, %into ], [ %more, %loop ]
  %shifted = add nsw i32 %i, %share
  %e = sext i32 %shifted to i64
  %ax = getelementptr float, ptr addrspace(4) %x, i64 %e
  %vx = load float, ptr addrspace(4) %ax, align 4
  %ay = getelementptr float, ptr addrspace(4) %y, i64 %e
  %vy = load float, ptr addrspace(4) %ay, align 4
  %more = call float @llvm.fma.f32(float %vx, float %vy, float %s)
  store float %more, ptr addrspace(3) %sum, align 4
  %wide = sext i32 %i to i64
  %wide.next = add i64 %wide, %size
  %next = trunc i64 %wide.next to i32
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %done
done:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %r = load float, ptr addrspace(3) %memory, align 4
  %po = getelementptr float, ptr addrspace(4) %out, i64 %group
  store float %r, ptr addrspace(4) %po, align 4
  ret void
}
declare ptr addrspace(3) @__sycl_fuse_local_memory()
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare float @llvm.fma.f32(float, float, float)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}
!4 = !{i32 0, i32 0, i32 20, i32 4}
!5 = !{i32 0, i32 0, i32 24, i32 4}
