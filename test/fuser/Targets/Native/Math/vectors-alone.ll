; Where vectors take every element, as in work-groups of a known size, what they call for rare arguments is there nevertheless.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v4 --kind=nd_range --nd-range=640:64:0 --emit=v4.optimized.ll %s | FileCheck-22 %s
; CHECK: call <[[FLOATS:8|16]] x float> @__sycl_math_rare_cos_f32.[[FLOATS]](
; CHECK-NOT: declare {{.*}}__sycl_math_rare
; CHECK: define internal fastcc float @__sycl_math_rare_cos_f32(float
; CHECK: define internal <[[FLOATS]] x float> @__sycl_math_rare_cos_f32.[[FLOATS]](
; CHECK: call fastcc float @__sycl_math_rare_cos_f32(float
; CHECK-NOT: declare {{.*}}__sycl_math_rare
; What only the C library has, too.
; RUN: sed 's/float/double/g; s/llvm.cos.f32/logb/' %s | target-compile --target=native:v4 --kind=nd_range --nd-range=640:64:0 --emit=v4.optimized.ll - | FileCheck-22 %s --check-prefix=LIBRARY
; LIBRARY: call <[[LANES:[48]]] x double> @logb.[[LANES]](
; LIBRARY: define internal <[[LANES]] x double> @logb.[[LANES]](
; LIBRARY: call {{.*}}double @logb(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %g
  %x = load float, ptr addrspace(4) %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %y = call float @llvm.cos.f32(float %x)
  %q = getelementptr inbounds float, ptr addrspace(4) %o, i64 %g
  store float %y, ptr addrspace(4) %q
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare float @llvm.cos.f32(float)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
