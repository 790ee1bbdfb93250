; lgamma of double, which writes to a global variable, becomes lgamma_r with a place of its own for the sign; until then it is optimized as a function of its value.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK-DAG: alloca i32
; CHECK-DAG: call double @lgamma_r(double %{{.*}}, ptr {{.*}}%{{.*}})
; CHECK-NOT: call {{.*}}@lgamma(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr double, ptr addrspace(1) %a, i64 %g
  %x = load double, ptr addrspace(1) %pa, align 8
  %y = call double @lgamma(double %x)
  %unused = call double @lgamma(double %y)
  %z = call double @lgamma(double %y)
  %po = getelementptr double, ptr addrspace(1) %o, i64 %g
  store double %z, ptr addrspace(1) %po, align 8
  ret void
}
declare double @lgamma(double)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
