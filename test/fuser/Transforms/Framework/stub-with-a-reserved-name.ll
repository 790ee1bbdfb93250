; A stub whose name LLVM reserves is no reason to make the module invalid.
; RUN: %opt -passes=sycl-prepare-kernels -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @k()
; CHECK-NOT: llvm.memcpy.stub
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k() {
  ret void
}

declare !sycl.kernel.fused !0 void @llvm.memcpy.stub()

!0 = !{!"fused", !1}
!1 = !{!"k"}
