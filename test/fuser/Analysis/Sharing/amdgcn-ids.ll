; amdgcn: ids from registers, the size of the work-group from the dispatch packet.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()

; CHECK-LABEL: access pattern of 'run_time':
; CHECK-NEXT: argument 0 %own: work-item
; CHECK-NEXT:   write 4 bytes at 4*local_size0*group0 + 4*local0
; CHECK-NEXT: argument 1 %next: launch
; CHECK-NEXT:   write 4 bytes at 4*local_size0*group0 + 4*local0
; CHECK-NEXT:   read 4 bytes at 4*local_size0*group0 + 4*local0 + 4
; CHECK-NEXT: argument 2 %group: work-group
; CHECK-NEXT:   write 4 bytes at 4*group0
define amdgpu_kernel void @run_time(ptr addrspace(1) %own, ptr addrspace(1) %next, ptr addrspace(1) %group) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %p = getelementptr i8, ptr addrspace(4) %d, i64 4
  %n16 = load i16, ptr addrspace(4) %p, align 4
  %n = zext i16 %n16 to i32
  %bn = mul i32 %b, %n
  %g = add i32 %bn, %t
  %i = zext i32 %g to i64
  %own.i = getelementptr float, ptr addrspace(1) %own, i64 %i
  store float 0.0, ptr addrspace(1) %own.i
  %next.i = getelementptr float, ptr addrspace(1) %next, i64 %i
  store float 0.0, ptr addrspace(1) %next.i
  %next.j = getelementptr float, ptr addrspace(1) %next.i, i64 1
  %v = load float, ptr addrspace(1) %next.j
  %b64 = zext i32 %b to i64
  %group.b = getelementptr float, ptr addrspace(1) %group, i64 %b64
  store float 0.0, ptr addrspace(1) %group.b
  ret void
}
