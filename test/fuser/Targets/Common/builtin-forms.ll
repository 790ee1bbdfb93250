; Builtins as global variables and as functions with a dimension known at run time only; two-dimensional rows are vectorized along dimension 0.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --dims=2 --nd-range=64,1000 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --nd-range=64,1000 --target=cuda:sm_90 --emit=ptx %s | FileCheck-22 %s --check-prefix=PTX
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: store <8 x i32>
; PTX: .visible .entry entry(
; PTX-NEXT: param_0,
; PTX-NEXT: param_1
; PTX-NEXT: )
; PTX: st.global.v4.b32
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
define spir_kernel void @k(ptr addrspace(1) %a, i32 %d) !sycl.kernel.arguments !0 {
  %x = load i64, ptr addrspace(4) addrspacecast (ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId to ptr addrspace(4))
  %y = load i64, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 8)
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %s = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 %d)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %t = trunc i64 %s to i32
  store i32 %t, ptr addrspace(1) %p, align 4
  ret void
}
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
