; A relational function whose result has another shape than its operands is none of OpenCL's, and stays.
; RUN: %opt -passes=sycl-normalize-builtins -S %s | FileCheck-22 %s
; CHECK: call i8 @_Z5isnanDv1_f(
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(<1 x float> %x, ptr addrspace(1) %p) {
  %r = call i8 @_Z5isnanDv1_f(<1 x float> %x)
  store i8 %r, ptr addrspace(1) %p
  ret void
}

declare i8 @_Z5isnanDv1_f(<1 x float>)
