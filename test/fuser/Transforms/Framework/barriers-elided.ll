; A barrier between kernels goes if no memory that work-items share is written on one side and accessed on the other. Barriers
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; in kernels stay.
; RUN: split-file %s %t
; RUN: %opt -passes=sycl-fuse-region,verify -S %t/promoted.ll | FileCheck-22 %s --check-prefix=PROMOTED
; RUN: %opt -passes=sycl-fuse-region,verify -S %t/shared.ll | FileCheck-22 %s --check-prefix=SHARED
; RUN: %opt -passes=sycl-fuse-region,verify -S %t/inner.ll | FileCheck-22 %s --check-prefix=INNER

; The first two kernels only read and write to private memory: one barrier is left, before the kernel that writes. The
; argument that both read is read once.
; PROMOTED: define spir_kernel void @fused(ptr addrspace(1) %k0.in, ptr addrspace(1) %k2.out)
; PROMOTED: load float, ptr addrspace(1) %
; PROMOTED-NOT: load
; PROMOTED-NOT: inserted-barrier
; PROMOTED: call {{.*}}ControlBarrier
; PROMOTED-NOT: {{load|ControlBarrier}}
; PROMOTED: store float %{{.*}}, ptr addrspace(1) %
;--- promoted.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %in.i = getelementptr float, ptr addrspace(1) %in, i64 %i
  %out.i = getelementptr float, ptr addrspace(1) %out, i64 %i
  %x = load float, ptr addrspace(1) %in.i
  store float %x, ptr addrspace(1) %out.i
  ret void
}
define spir_kernel void @add(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a.i = getelementptr float, ptr addrspace(1) %a, i64 %i
  %b.i = getelementptr float, ptr addrspace(1) %b, i64 %i
  %out.i = getelementptr float, ptr addrspace(1) %out, i64 %i
  %x = load float, ptr addrspace(1) %a.i
  %y = load float, ptr addrspace(1) %b.i
  %z = fadd float %x, %y
  store float %z, ptr addrspace(1) %out.i
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.promote !6 !sycl.kernel.promote.localsize !7 !sycl.kernel.promote.elemsize !8 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"copy", !"copy", !"add"}
!2 = !{!3, !4, !5}
!3 = !{!{i64 0, i64 0}, !{i64 1, i64 0}}
!4 = !{!{i64 0, i64 1}, !{i64 2, i64 0}}
!5 = !{!{i64 1, i64 1}, !{i64 2, i64 1}}
!6 = !{!"none", !"private", !"private", !"none"}
!7 = !{!"", i64 1, i64 1, !""}
!8 = !{!"", i64 4, i64 4, !""}

; Which arguments are the same memory is not known: all barriers stay, also after a kernel that only reads.
; SHARED: define spir_kernel void @fused(
; SHARED-COUNT-3: call {{.*}}ControlBarrier
; SHARED: ret void
;--- shared.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @fill(ptr addrspace(1) %out) {
  store float 1.0, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @check(ptr addrspace(1) %in) {
  %x = load volatile float, ptr addrspace(1) %in
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"fill", !"fill", !"check", !"fill"}

; INNER: define spir_kernel void @fused(
; INNER: call {{.*}}ControlBarrier
; INNER-NOT: ControlBarrier
; INNER: ret void
;--- inner.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
define spir_kernel void @barrier() {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  ret void
}
define spir_kernel void @nothing() {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"barrier", !"nothing", !"nothing"}
