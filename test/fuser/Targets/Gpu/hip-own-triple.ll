; A module that has the AMD triple already is taken as it is, with its implicit arguments; its lines are in the code object.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-hip
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --entry=mine --kernel=k --emit=image -o %t %s
; RUN: llvm-readelf-22 --notes %t | FileCheck-22 %s --check-prefix=NOTES
; RUN: llvm-objdump-22 -d %t | FileCheck-22 %s
; RUN: llvm-dwarfdump-22 --debug-line %t | FileCheck-22 %s --check-prefix=LINES
; RUN: target-compile --target=hip:gfx1030 --kind=nd_range --entry=mine --kernel=k %s | FileCheck-22 %s --check-prefix=VARIANT
; NOTES: hidden_group_size_x
; NOTES: .name: mine
; NOTES: .symbol: mine.kd
; CHECK: <mine>:
; CHECK: global_store_dword
; LINES: name: "app.cpp"
; LINES: {{^0x[0-9a-f]+ +7 +3 +}}
; VARIANT: entry mine {{.*}} flags 8 group 0 items 1
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %a) !dbg !4 {
  %l = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !6
  %g = call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !6
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr(), !dbg !6
  %s = getelementptr i8, ptr addrspace(4) %i, i64 12, !dbg !6
  %n = load i16, ptr addrspace(4) %s, !dbg !6
  %m = zext i16 %n to i32, !dbg !6
  %b = mul i32 %g, %m, !dbg !6
  %t = add i32 %b, %l, !dbg !6
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %t, !dbg !6
  store i32 %t, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "x", emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "/some/where/app.cpp", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 6, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 7, column: 3, scope: !4)
