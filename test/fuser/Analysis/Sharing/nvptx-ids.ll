; PTX: ids of 32 bits from special registers, with sizes known at run time and with constants.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: access pattern of 'run_time':
; CHECK-NEXT: argument 0 %own: work-item
; CHECK-NEXT:   write 4 bytes at 4*local_size0*group0 + 4*local0
; CHECK-NEXT: argument 1 %turned: launch
; CHECK-NEXT:   write 4 bytes at 4*local_size0*group0 + 4*local0
; CHECK-NEXT:   read 4 bytes at -4*local_size0*group0 - 4*local0 - 4 + 4*local_size0*num_groups0
; CHECK-NEXT: argument 2 %group: work-group
; CHECK-NEXT:   write 4 bytes at 4*group0
; CHECK-NEXT: argument 3 %all: launch
; CHECK-NEXT:   write 4 bytes at 4*local0
define ptx_kernel void @run_time(ptr addrspace(1) %own, ptr addrspace(1) %turned, ptr addrspace(1) %group, ptr addrspace(1) %all) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %bn = mul i32 %b, %n
  %g = add i32 %bn, %t
  %i = sext i32 %g to i64
  %own.i = getelementptr float, ptr addrspace(1) %own, i64 %i
  store float 0.0, ptr addrspace(1) %own.i
  %cn = mul i32 %c, %n
  %last = add i32 %cn, -1
  %r = sub i32 %last, %g
  %j = sext i32 %r to i64
  %turned.i = getelementptr float, ptr addrspace(1) %turned, i64 %i
  store float 0.0, ptr addrspace(1) %turned.i
  %turned.j = getelementptr float, ptr addrspace(1) %turned, i64 %j
  %v = load float, ptr addrspace(1) %turned.j
  %b64 = zext i32 %b to i64
  %group.b = getelementptr float, ptr addrspace(1) %group, i64 %b64
  store float 0.0, ptr addrspace(1) %group.b
  %t64 = zext i32 %t to i64
  %all.t = getelementptr float, ptr addrspace(1) %all, i64 %t64
  store float 0.0, ptr addrspace(1) %all.t
  ret void
}
