; A module that has the target's triple already is taken as it is, without argument metadata; its lines are in the code.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --entry=mine --kernel=k --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_90 --entry=mine --kernel=k %s | FileCheck-22 %s --check-prefix=VARIANT
; CHECK: .visible .entry mine(
; CHECK: .loc 1 7 3
; CHECK: st.global
; CHECK: .file 1 "app.cpp"
; VARIANT: entry mine arch 90 format 1 flags 0 group 0 items 1
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a) !dbg !4 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %t, !dbg !6
  store i32 %t, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "x", emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "/some/where/app.cpp", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 6, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 7, column: 3, scope: !4)
