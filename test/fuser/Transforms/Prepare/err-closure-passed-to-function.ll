; A closure that is passed to a function is refused, at the place of the call; the kernel stays as it is.
; RUN: not %opt -passes=sycl-flatten-arguments -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: k.cpp:7:3: kernel 'k': the closure is passed to 'callee' [SF3016]
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr byval([4 x i64]) %c) !dbg !4 {
  call spir_func void @callee(ptr %c), !dbg !6
  ret void, !dbg !6
}
declare spir_func void @callee(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 7, column: 3, scope: !4)
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
