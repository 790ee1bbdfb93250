; An aggregate that is read with a run-time index is read in place, one that is written is copied; local accessors start at the launch's local memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=ptx %s | FileCheck-22 %s --check-prefix=PTX
; RUN: target-compile --target=native:v3 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT
; CHECK: define hidden void @entry.v3(
; CHECK: alloca [16 x i8]
; CHECK-NOT: alloca
; CHECK: getelementptr inbounds nuw i8, ptr %1, i64 96
; CHECK: call void @llvm.memcpy
; CHECK: load i32, ptr %pr.i, align 4, !llvm.access.group
; CHECK: store i32 %r.i, ptr %pw.i, align 4{{$}}
; PTX: .extern .shared .align 16 .b8 sycl_fuse_local_memory[];
; PTX: .param .align 4 .b8 entry_param_1[16]
; PTX: .param .align 4 .b8 entry_param_2[16]
; PTX: st.shared
; VARIANT: argument source 0 submission 0 offset 8 size 16
; VARIANT: argument source 0 submission 0 offset 24 size 16
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr byval([16 x i8]) align 4 %read, ptr byval([16 x i8]) align 4 %written) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %i = and i64 %g, 3
  %pr = getelementptr i32, ptr %read, i64 %i
  %r = load i32, ptr %pr, align 4
  %pw = getelementptr i32, ptr %written, i64 %i
  store i32 %r, ptr %pw, align 4
  %j = and i64 %l, 3
  %px = getelementptr i32, ptr %written, i64 %j
  %x = load i32, ptr %px, align 4
  %base = call ptr addrspace(3) @__sycl_fuse_local_memory()
  %pl = getelementptr i32, ptr addrspace(3) %base, i64 %l
  store i32 %x, ptr addrspace(3) %pl, align 4
  %pa = getelementptr i32, ptr addrspace(4) %a, i64 %g
  store i32 %x, ptr addrspace(4) %pa, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare ptr addrspace(3) @__sycl_fuse_local_memory()
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 16}
!3 = !{i32 0, i32 0, i32 24, i32 16}
