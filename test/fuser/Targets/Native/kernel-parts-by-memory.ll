; Kernels over one range with no memory in common have a loop each; those that share an array have one, but where the first stores to it under a condition. Those that share memory run strip by strip.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=APART,WHOLE
; RUN: sed 's/c, i64 %%i/b, i64 %%i/' %s > %t.shared.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.shared.ll | FileCheck-22 %s --check-prefix=SHARED
; RUN: sed 's/br label %%store/br i1 %%some, label %%store, label %%next/' %t.shared.ll > %t.masked.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.masked.ll | FileCheck-22 %s --check-prefixes=APART,STRIPS
; APART: define {{.*}}@entry.v3.part0(
; APART: store <{{[0-9]+}} x i32>
; APART: define {{.*}}@entry.v3.part1(
; APART: store <{{[0-9]+}} x i32>
; APART: define hidden void @entry.v3(
; WHOLE-NOT: 8192
; STRIPS: 8192
; SHARED-NOT: part0
; SHARED: define hidden void @entry.v3(
; SHARED-NOT: part0
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %d) !sycl.kernel.arguments !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %pa, align 4, !sycl.kernel.submission !8
  %some = icmp sgt i32 %x, 7
  br label %store
store:
  %pb = getelementptr i32, ptr addrspace(1) %b, i64 %i
  store i32 %x, ptr addrspace(1) %pb, align 4, !sycl.kernel.submission !8
  br label %next
next:
  %pc = getelementptr i32, ptr addrspace(1) %c, i64 %i
  %y = load i32, ptr addrspace(1) %pc, align 4, !sycl.kernel.submission !9
  %z = add i32 %y, 1
  %pd = getelementptr i32, ptr addrspace(1) %d, i64 %i
  store i32 %z, ptr addrspace(1) %pd, align 4, !sycl.kernel.submission !9
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 1, i32 0, i32 8}
!4 = !{i32 0, i32 1, i32 8, i32 8}
!8 = !{i32 0}
!9 = !{i32 1}
