; Ids from intrinsics, sizes from the dispatch packet and the implicit arguments of code object version 5, other fields left alone.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-dialect>,verify' -disable-output %s 2>&1 | FileCheck-22 %s
; RUN: sed 's/^;V4 //' %s | %opt -passes='print<sycl-dialect>,verify' -disable-output 2>&1 | FileCheck-22 %s --check-prefix=V4
target triple = "amdgcn-amd-amdhsa"

; CHECK: queries: kernel{{$}}
; CHECK-NEXT: LocalInvocationId 0:
; CHECK-NEXT: WorkgroupId 2:
; CHECK-NEXT: WorkgroupSize 1: %size = load i16
; CHECK-NEXT: GlobalSize 0: %grid = load i32
; CHECK-NEXT: NumWorkgroups 1: %count = load i32
; CHECK-NEXT: WorkgroupSize 2: %hidden = load i16
; CHECK-NEXT: GlobalOffset 1: %offset = load i64
; CHECK-NEXT: GlobalOffset 0: %implicit = load i32
; CHECK-NOT: :{{$}}
; V4: WorkgroupSize 1: %size = load i16
; V4-NEXT: GlobalSize 0: %grid = load i32
; V4-NEXT: GlobalOffset 0: %implicit = load i32
define amdgpu_kernel void @queries() {
  %a = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.z()
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %p = getelementptr i8, ptr addrspace(4) %d, i64 6
  %size = load i16, ptr addrspace(4) %p
  %q = getelementptr i8, ptr addrspace(4) %d, i64 12
  %grid = load i32, ptr addrspace(4) %q
  %r = getelementptr i8, ptr addrspace(4) %d, i64 32
  %object = load i64, ptr addrspace(4) %r
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %s = getelementptr i8, ptr addrspace(4) %i, i64 4
  %count = load i32, ptr addrspace(4) %s
  %t = getelementptr i8, ptr addrspace(4) %i, i64 16
  %hidden = load i16, ptr addrspace(4) %t
  %u = getelementptr i8, ptr addrspace(4) %i, i64 48
  %offset = load i64, ptr addrspace(4) %u
  %o = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %implicit = load i32, ptr addrspace(5) %o
  ret void
}
; CHECK: synchronizes: function, uses its groups
; CHECK-NEXT: barrier: call void @llvm.amdgcn.s.barrier()
define void @synchronizes() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
declare void @llvm.amdgcn.s.barrier()
;V4 !llvm.module.flags = !{!0}
;V4 !0 = !{i32 1, !"amdhsa_code_object_version", i32 400}
