; Calls that remapping cannot follow: through a pointer, and, where sizes are arguments of the fused kernel, of functions that call themselves.
; A function that calls itself can be copied.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: sed 's/KERNELS/!"indirect", !"indirect"/; s/!{!3, !4}/!{!8, !10}/' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=POINTER
; RUN: sed 's/KERNELS/!"recursive", !"recursive"/; s/nd-ranges !2/run-time-ranges !6/' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=RECURSION
; RUN: sed 's/KERNELS/!"recursive", !"recursive"/' %s | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s
; POINTER: error: kernel 'indirect' cannot be fused into 'fused': it calls a function through a pointer, and its ids have to be remapped [SF3014]
; RECURSION: error: kernel 'recursive' cannot be fused into 'fused': 'again' calls itself [SF3014]
; CHECK: define internal void @[[COPY:again\.2]](
; CHECK: urem i32
; CHECK: call void @[[COPY]](
target triple = "spirv64-unknown-unknown"
define spir_kernel void @indirect(ptr %f) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  call void %f(i64 %x)
  ret void
}
define spir_kernel void @recursive(ptr %f) !sycl.kernel.arguments !7 {
  call void @again(i64 0)
  ret void
}
define void @again(i64 %n) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %c = icmp eq i64 %n, %x
  br i1 %c, label %end, label %more
more:
  call void @again(i64 %x)
  br label %end
end:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{KERNELS}
!2 = !{!3, !4}
!3 = !{i32 1, !{i64 64, i64 0, i64 0}, !9, !9}
!4 = !{i32 2, !{i64 7, i64 9, i64 0}, !9, !9}
!5 = !{!"range", i32 2}
!6 = !{!5, !5}
!7 = !{!{i32 0, i32 0, i32 0, i32 8}}
!8 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}
!10 = !{i32 1, !{i64 32, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}
!9 = !{i64 0, i64 0, i64 0}
