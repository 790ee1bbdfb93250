; Lines and the subprogram stay with the kernel; variables that described the closure are optimized out.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-flatten-arguments,verify -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @k(ptr addrspace(1) %arg.0) !dbg [[SP:![0-9]+]] !sycl.kernel.arguments
; CHECK-NEXT: #dbg_value(ptr poison,
; CHECK: store i32 1, {{.*}}, !dbg [[LINE:![0-9]+]]
; CHECK: [[SP]] = distinct !DISubprogram(name: "k"
; CHECK: [[LINE]] = !DILocation(line: 7, column: 3, scope: [[SP]])
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr byval([4 x ptr addrspace(4)]) %c) !dbg !4 {
    #dbg_value(ptr %c, !8, !DIExpression(), !6)
  %p = load ptr addrspace(4), ptr %c, !dbg !6
  store i32 1, ptr addrspace(4) %p, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "f", arg: 1, scope: !4, file: !1, line: 5, type: !7)
