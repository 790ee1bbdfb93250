; What makes an argument stay may lie in a function that is called: the remark names its line there.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
; CHECK: remark: k.cpp:7:3: argument 'tmp' of 'k' {{.*}} [SF3
; CHECK: define spir_kernel void @k(ptr addrspace(1) %tmp, ptr addrspace(1) %out)
; CHECK-NOT: sycl.kernel.promote
; CHECK: call void @helper(
; CHECK: define void @helper(
; CHECK-NOT: define
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, ptr addrspace(1) %out) !sycl.kernel.promote !10 !sycl.kernel.promote.localsize !11 !sycl.kernel.promote.elemsize !12 !dbg !4 {
  call void @helper(ptr addrspace(1) %tmp, ptr addrspace(1) %out), !dbg !8
  ret void
}
define void @helper(ptr addrspace(1) %p, ptr addrspace(1) %out) !dbg !6 {
  store i32 1, ptr addrspace(1) %p, !dbg !7
  store ptr addrspace(1) %p, ptr addrspace(1) %out, !dbg !9
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "k.cpp", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 10, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "helper", scope: !2, file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 6, column: 3, scope: !6)
!8 = !DILocation(line: 11, column: 3, scope: !4)
!9 = !DILocation(line: 7, column: 3, scope: !6)
!10 = !{!"private", !"none"}
!11 = !{i64 1, !""}
!12 = !{i64 4, !""}
