; Vector forms of the mathematics library are used if asked for, and only then: their results differ from those of the scalar forms.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=SCALAR
; RUN: target-compile --target=native:v3 --vector-math --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --vector-math --emit=object -o %t.o %s && llvm-nm-22 -u %t.o | FileCheck-22 %s --check-prefix=SYMBOLS
; SCALAR-NOT: _ZGV
; SCALAR-NOT: call {{.*}}<
; CHECK: call <8 x float> @_ZGVdN8v_sinf(<8 x float>
; CHECK: call <8 x float> @_ZGVdN8v_expf(<8 x float>
; The peel
; CHECK: {{call .*float @(llvm.sin.f32|sinf)}}
; SYMBOLS-DAG: _ZGVdN8v_sinf
; SYMBOLS-DAG: _ZGVbN4v_sinf
; SYMBOLS-DAG: sinf
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %g
  %v = load float, ptr addrspace(4) %p, align 4
  %s = call float @llvm.sin.f32(float %v)
  %e = call float @expf(float %s)
  store float %e, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.sin.f32(float)
declare float @expf(float)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
