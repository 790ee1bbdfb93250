; Group functions on GPUs: shuffles and votes within a sub-group, reductions and scans over a work-group through local memory; full sub-groups reduce by exchange; ptxas accepts them, and AMD GPUs permute.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: ptxas, target-cuda, target-hip
; RUN: target-compile --target=cuda:sm_75 --kind=nd_range --ptxas= --emit=ptx %s | FileCheck-22 %s --check-prefixes=PTX,SCAN
; RUN: target-compile --target=cuda:sm_90a --kind=nd_range --ptxas= --emit=ptx %s | FileCheck-22 %s --check-prefixes=PTX,REDUX
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --emit=image -o %t %s
; RUN: llvm-objdump-22 -d %t | FileCheck-22 %s --check-prefix=GCN
; RUN: target-compile --target=hip:gfx1100 --kind=nd_range --emit=image -o %t.32 %s
; RUN: llvm-objdump-22 -d %t.32 | FileCheck-22 %s --check-prefix=GCN
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT -DSIZE=32
; RUN: target-compile --target=hip:gfx90a --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT -DSIZE=64
; RUN: target-compile --target=hip:gfx1100 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT -DSIZE=32
; VARIANT: sub-group [[SIZE]]{{$}}
; SCAN-NOT: redux
; SCAN: shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
; REDUX: redux.sync.add
; PTX-DAG: shfl.sync.idx.b32
; PTX-DAG: vote.sync.any.pred
; PTX-DAG: bar{{.*}}sync
; PTX-DAG: sycl_fuse_group_scratch
; GCN-DAG: ds_bpermute_b32
; GCN-DAG: s_barrier
; GCN: s_endpgm
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %d) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %sg = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  %pa = getelementptr i32, ptr addrspace(4) %a, i64 %i
  %v = load i32, ptr addrspace(4) %pa
  %sum = call i32 @_Z17__spirv_GroupIAddjjj(i32 3, i32 0, i32 %v)
  %up = call i32 @_Z32__spirv_GroupNonUniformShuffleUpjjj(i32 3, i32 %sum, i32 1)
  %odd = trunc i32 %up to i1
  %any = call i1 @_Z16__spirv_GroupAnyjb(i32 2, i1 %odd)
  %e = zext i1 %any to i32
  %x = add i32 %up, %e
  %y = add i32 %x, %sg
  store i32 %y, ptr addrspace(4) %pa
  %pd = getelementptr double, ptr addrspace(4) %d, i64 %i
  %w = load double, ptr addrspace(4) %pd
  %scan = call double @_Z17__spirv_GroupFAddjjd(i32 2, i32 1, double %w)
  %b = call double @_Z22__spirv_GroupBroadcastjdm(i32 2, double %scan, i64 3)
  store double %b, ptr addrspace(4) %pd
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z25__spirv_BuiltInSubgroupIdv()
declare i32 @_Z17__spirv_GroupIAddjjj(i32, i32, i32)
declare i32 @_Z32__spirv_GroupNonUniformShuffleUpjjj(i32, i32, i32)
declare i1 @_Z16__spirv_GroupAnyjb(i32, i1)
declare double @_Z17__spirv_GroupFAddjjd(i32, i32, double)
declare double @_Z22__spirv_GroupBroadcastjdm(i32, double, i64)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
