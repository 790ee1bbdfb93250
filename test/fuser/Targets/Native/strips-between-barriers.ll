; The loop over a tile in local memory, between two barriers, is run by strips of work-items together: the sums are vectors, as wide as a row of the work-group allows, also where its size is not known.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --dims=2 --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --kind=nd_range --nd-range=64,64:16,16 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --kind=nd_range --nd-range=64,64:16,4 --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %s | FileCheck-22 %s --check-prefix=NONE
; CHECK-COUNT-2: fadd <8 x float>
; NONE: define
; NONE-NOT: .strip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@ta = internal addrspace(3) global [256 x float] undef
@tb = internal addrspace(3) global [256 x float] undef
; c = a * b, in tiles of 16 x 16
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %c, i64 %n, i64 %tiles) !sycl.kernel.arguments !0 {
entry:
  %gx = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %gy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %x = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %row = mul i64 %y, 16
  %at = add i64 %row, %x
  %la = getelementptr float, ptr addrspace(3) @ta, i64 %at
  %lb = getelementptr float, ptr addrspace(3) @tb, i64 %at
  %grow = mul i64 %gy, %n
  br label %tile
tile:
  %t = phi i64 [ 0, %entry ], [ %t1, %next ]
  %sum = phi float [ 0.0, %entry ], [ %more, %next ]
  %k = mul i64 %t, 16
  %ka = add i64 %k, %x
  %ia = add i64 %grow, %ka
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %ia
  %va = load float, ptr addrspace(4) %pa
  store float %va, ptr addrspace(3) %la
  %kb = add i64 %k, %y
  %rb = mul i64 %kb, %n
  %ib = add i64 %rb, %gx
  %pb = getelementptr float, ptr addrspace(4) %b, i64 %ib
  %vb = load float, ptr addrspace(4) %pb
  store float %vb, ptr addrspace(3) %lb
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %inner
inner:
  %j = phi i64 [ 0, %tile ], [ %j1, %inner ]
  %s = phi float [ %sum, %tile ], [ %more, %inner ]
  %ja = add i64 %row, %j
  %qa = getelementptr float, ptr addrspace(3) @ta, i64 %ja
  %wa = load float, ptr addrspace(3) %qa
  %jr = mul i64 %j, 16
  %jb = add i64 %jr, %x
  %qb = getelementptr float, ptr addrspace(3) @tb, i64 %jb
  %wb = load float, ptr addrspace(3) %qb
  %p = fmul float %wa, %wb
  %more = fadd float %s, %p
  %j1 = add i64 %j, 1
  %again = icmp ult i64 %j1, 16
  br i1 %again, label %inner, label %next
next:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %t1 = add i64 %t, 1
  %on = icmp ult i64 %t1, %tiles
  br i1 %on, label %tile, label %done
done:
  %io = add i64 %grow, %gx
  %po = getelementptr float, ptr addrspace(4) %c, i64 %io
  store float %more, ptr addrspace(4) %po
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 8}
