; Indices of 32 bits in the forms that LLVM brings them into, extended by shifts of 64 bits, or by a mask where they are known to be positive: neighbours are side by side.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/shifted.ll | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/masked.ll | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/scaled.ll | FileCheck-22 %s --check-prefixes=CHECK,LIMIT
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/numbers.ll | FileCheck-22 %s --check-prefix=NUMBERS
; Random numbers wrap, and are none; only the id itself has to be below 2^31.
; NUMBERS: icmp ugt i64 %{{.*}}, 2147483648
; Rows of 512, whose sum with a column is a disjoint `or`, need no check before the loop.
; RUN: target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t/rows.ll | FileCheck-22 %s --check-prefix=ROWS --implicit-check-not=vector.scevcheck
; ROWS: define {{.*}}@entry.v3(
; ROWS: load <8 x float>
; ROWS: store <8 x float>
; In a kernel with barriers, too, with ids that are asked for or computed of groups.
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %t/groups.ll | FileCheck-22 %s --check-prefix=GROUPS
; RUN: sed 's/mul i64 %%w, %%s/sub i64 %%g, %%l/' %t/groups.ll > %t/global.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %t/global.ll | FileCheck-22 %s --check-prefix=GROUPS
; GROUPS: define {{.*}}@entry.v3(
; GROUPS: store <8 x float>
; GROUPS: call <8 x float> @llvm.masked.load
; GROUPS: store <8 x float>
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/sum.ll | FileCheck-22 %s --check-prefix=SUM
; A sum of two shifted numbers is none of one.
; SUM: define {{.*}}@entry.v3(
; SUM: add {{.*}}%{{.*}}, %{{.*}}
; SUM: {{ashr|sext}}
; CHECK: define {{.*}}@entry.v3(
; Twice an id is below 2^31, or the function runs as it was.
; LIMIT: icmp ugt i64 %{{.*}}, 1073741824
; LIMIT: call {{.*}}@entry.v3.wide(
; CHECK: load <{{8|16}} x float>
; CHECK: store <8 x float>

;--- shifted.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %up = shl i64 %g, 32
  %next = add i64 %up, 4294967296
  %at = ashr exact i64 %next, 30
  %pa = getelementptr i8, ptr addrspace(1) %a, i64 %at
  %x = load float, ptr addrspace(1) %pa, align 4
  %to = ashr exact i64 %up, 32
  %po = getelementptr float, ptr addrspace(1) %o, i64 %to
  store float %x, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- masked.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = and i64 %g, 2147483647
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %at
  %x = load float, ptr addrspace(1) %pa, align 4
  %to = and i64 %g, 4294967295
  %po = getelementptr float, ptr addrspace(1) %o, i64 %to
  store float %x, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- scaled.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %up = shl i64 %g, 33
  %at = ashr exact i64 %up, 30
  %pa = getelementptr i8, ptr addrspace(1) %a, i64 %at
  %x = load float, ptr addrspace(1) %pa, align 4
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 4
  %y = load float, ptr addrspace(1) %pb, align 4
  %z = fadd float %x, %y
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %z, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- numbers.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %o, i32 %seed) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %i = trunc i64 %g to i32
  %a = mul i32 %i, 747
  %b = add i32 %i, %seed
  %c = xor i32 %a, %b
  %d = and i32 %c, 7
  %e = icmp eq i32 %d, 0
  %f = icmp sgt i32 %b, %a
  %h = xor i1 %e, %f
  %v = select i1 %h, float 1.0, float 2.0
  %to = sext i32 %i to i64
  %po = getelementptr float, ptr addrspace(1) %o, i64 %to
  store float %v, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}

;--- sum.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %o, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a = shl i64 %g, 32
  %b = shl i64 %n, 41
  %c = add i64 %a, %b
  %at = ashr exact i64 %c, 30
  %po = getelementptr i8, ptr addrspace(1) %o, i64 %at
  store float 1.0, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- groups.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %n) !sycl.kernel.arguments !0 {
  %w = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %s = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %first = mul i64 %w, %s
  %id = add i64 %first, %l
  %i = trunc i64 %id to i32
  %at = sext i32 %i to i64
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %at
  store float 2.0, ptr addrspace(1) %pa, align 4
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %then, label %join
then:
  %x = load float, ptr addrspace(1) %pa, align 4
  br label %join
join:
  %y = phi float [ %x, %then ], [ 1.0, %0 ]
  %po = getelementptr float, ptr addrspace(1) %o, i64 %at
  store float %y, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}

;--- rows.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %x64 = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y64 = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %x = trunc i64 %x64 to i32
  %y = trunc i64 %y64 to i32
  %next = add nsw i32 %x, 1
  %column = and i32 %next, 511
  %row = shl i32 %y, 9
  %at32 = or disjoint i32 %column, %row
  %at = sext i32 %at32 to i64
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %at
  %v = load float, ptr addrspace(1) %pa, align 4
  %to32 = add nsw i32 %row, %x
  %to = sext i32 %to32 to i64
  %po = getelementptr float, ptr addrspace(1) %o, i64 %to
  store float %v, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
