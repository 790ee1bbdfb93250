; Room in local memory that is an argument becomes a byte offset from the launch's local memory; the variant says how much it is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=ptx %s | FileCheck-22 %s --check-prefix=PTX
; RUN: target-compile --target=native:v3 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT
; CHECK: [[BASE:%[0-9]+]] = inttoptr i64
; CHECK: [[OFFSET:%[0-9]+]] = load i64, {{.*}}!invariant.load
; CHECK: getelementptr i8, ptr [[BASE]], i64 [[OFFSET]]
; PTX: .param .u64 entry_param_1
; PTX: st.shared
; VARIANT: argument source 0 submission 0 offset 8 size 8
; VARIANT: argument source 5 submission 1 offset 0 size 256
; VARIANT: argument source 5 submission 1 offset 4 size 0
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(3) align 16 %room, ptr addrspace(3) align 16 %more) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %pr = getelementptr i32, ptr addrspace(3) %room, i64 %l
  %pm = getelementptr i32, ptr addrspace(3) %more, i64 %l
  %pa = getelementptr i32, ptr addrspace(1) %a, i64 %g
  %x = load i32, ptr addrspace(1) %pa
  store i32 %x, ptr addrspace(3) %pr
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(3) %pm
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  %z = load i32, ptr addrspace(3) %room
  %w = load i32, ptr addrspace(3) %more
  %s = add i32 %z, %w
  store i32 %s, ptr addrspace(1) %pa
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 8, i32 8}
!2 = !{i32 5, i32 1, i32 0, i32 256}
!3 = !{i32 5, i32 1, i32 4, i32 0}
