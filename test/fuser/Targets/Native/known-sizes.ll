; What LLVM makes of borders whose limits are constants, or whose indices are unsigned: neighbours are side by side all the same, without masks, gathers and checks before the loop.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; One comparison of two, `x >= 2 && x < 1022`, of 32 and of 64 bits.
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/between.ll | FileCheck-22 %s --implicit-check-not=masked --implicit-check-not=scevcheck
; RUN: sed '/%%x = trunc/d; s/i32 %%x/i64 %%g/; s/i32 %%moved/i64 %%moved/' %t/between.ll > %t/between64.ll
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/between64.ll | FileCheck-22 %s --implicit-check-not=masked
; Sums of choices of 32 bits, in rows of 1,000, which no flag says do not wrap.
; RUN: target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t/choices.ll | FileCheck-22 %s --implicit-check-not=gather --implicit-check-not=scevcheck
; Rows in a linear range: a neighbour that ends where the row does, one of 16 bits that wraps around.
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/rows.ll | FileCheck-22 %s --implicit-check-not=gather --implicit-check-not=scevcheck
; The length of a row is an argument.
; RUN: sed 's/%%i, 1000/%%i, %%w/; s/i32 998/i32 %%last/; s/%%i = trunc.*/&\n  %%last = add nsw i32 %%w, -2/; s/%%wrapped to i32/%%narrow to i32/' %t/rows.ll > %t/argument.ll
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/argument.ll | FileCheck-22 %s --implicit-check-not=gather --implicit-check-not=scevcheck
; Unsigned indices, of which LLVM makes a mask.
; RUN: target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t/unsigned.ll | FileCheck-22 %s --check-prefixes=CHECK,LIMIT --implicit-check-not=gather --implicit-check-not=scevcheck
; CHECK: define hidden void @entry.v3(
; LIMIT: icmp ugt i64 %{{.*}}, 2147483648
; CHECK: load <8 x float>
; CHECK: store <8 x float>

;--- between.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %x = trunc i64 %g to i32
  %moved = add i32 %x, -2
  %inside = icmp ult i32 %moved, 1020
  br i1 %inside, label %then, label %done
then:
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %g
  %pl = getelementptr i8, ptr addrspace(4) %pa, i64 -8
  %l = load float, ptr addrspace(4) %pl, align 4
  %r = load float, ptr addrspace(4) %pa, align 4
  %sum = fadd float %l, %r
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %sum, ptr addrspace(4) %po, align 4
  br label %done
done:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- choices.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {
  %gy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %gx = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = trunc i64 %gy to i32
  %x = trunc i64 %gx to i32
  %below = call i32 @llvm.smin.i32(i32 %y, i32 998)
  %row = mul i32 %below, 1000
  %next = add i32 %x, 1000
  %at = add i32 %next, %row
  %index = sext i32 %at to i64
  %pd = getelementptr float, ptr addrspace(4) %a, i64 %index
  %d = load float, ptr addrspace(4) %pd, align 4
  %this = mul nsw i32 %y, 1000
  %right = call i32 @llvm.smin.i32(i32 %x, i32 998)
  %one = or disjoint i32 %this, 1
  %beside = add i32 %one, %right
  %index2 = sext i32 %beside to i64
  %pr = getelementptr float, ptr addrspace(4) %a, i64 %index2
  %r = load float, ptr addrspace(4) %pr, align 4
  %sum = fadd float %d, %r
  %wide = mul i64 %gy, 1000
  %wideat = add i64 %wide, %gx
  %up = shl i64 %wideat, 32
  %down = ashr exact i64 %up, 30
  %po = getelementptr i8, ptr addrspace(4) %o, i64 %down
  store float %sum, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @llvm.smin.i32(i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- rows.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, i32 %w) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %i = trunc i64 %g to i32
  %x = srem i32 %i, 1000
  %first = sub nsw i32 %i, %x
  %from = call i32 @llvm.smax.i32(i32 %x, i32 1)
  %left = add nsw i32 %from, -1
  %l = add nsw i32 %first, %left
  %lat = sext i32 %l to i64
  %pl = getelementptr float, ptr addrspace(4) %a, i64 %lat
  %lv = load float, ptr addrspace(4) %pl, align 4
  %to = call i32 @llvm.smin.i32(i32 %x, i32 998)
  %right = add nsw i32 %to, 1
  %r = add nsw i32 %first, %right
  %rat = sext i32 %r to i64
  %pr = getelementptr float, ptr addrspace(4) %a, i64 %rat
  %rv = load float, ptr addrspace(4) %pr, align 4
  %narrow = trunc nsw i32 %x to i16
  %after = add nsw i16 %narrow, 3
  %wrapped = srem i16 %after, 1000
  %far = sext i16 %wrapped to i32
  %f = add nsw i32 %first, %far
  %fat = sext i32 %f to i64
  %pf = getelementptr float, ptr addrspace(4) %a, i64 %fat
  %fv = load float, ptr addrspace(4) %pf, align 4
  %lr = fadd float %lv, %rv
  %sum = fadd float %lr, %fv
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %sum, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}

;--- unsigned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, i32 %w) !sycl.kernel.arguments !0 {
  %gy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %gx = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %rows = shl i64 %gy, 7
  %at = add i64 %rows, %gx
  %mask = and i64 %at, 4294967295
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %mask
  %pl = getelementptr i8, ptr addrspace(4) %pa, i64 -4
  %l = load float, ptr addrspace(4) %pl, align 4
  %y = trunc i64 %gy to i32
  %x = trunc i64 %gx to i32
  %row = mul i32 %y, %w
  %of = add i32 %row, %x
  %ofrow = zext i32 %of to i64
  %po = getelementptr float, ptr addrspace(4) %o, i64 %ofrow
  store float %l, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}
