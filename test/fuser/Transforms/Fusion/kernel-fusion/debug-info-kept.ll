; The fused kernel has a subprogram, and each kernel's lines stay visible as inlined into it.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-kernel-fusion,verify -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused({{.*}} !dbg [[FUSED:![0-9]+]]
; CHECK: store i32 1, {{.*}}, !dbg [[ONE:![0-9]+]]
; CHECK: call {{.*}}ControlBarrier{{.*}}, !dbg [[BETWEEN:![0-9]+]]
; CHECK: store i32 2, {{.*}}, !dbg [[TWO:![0-9]+]]
; CHECK: ret void, !dbg [[BETWEEN]]
; CHECK-DAG: [[FUSED]] = distinct !DISubprogram(name: "fused", linkageName: "fused", {{.*}}line: 5
; CHECK-DAG: [[SP1:![0-9]+]] = distinct !DISubprogram(name: "one"
; CHECK-DAG: [[SP2:![0-9]+]] = distinct !DISubprogram(name: "two"
; CHECK-DAG: [[ONE]] = !DILocation(line: 7, column: 3, scope: [[SP1]], inlinedAt: [[AT1:![0-9]+]])
; CHECK-DAG: [[TWO]] = !DILocation(line: 17, column: 3, scope: [[SP2]], inlinedAt: [[AT2:![0-9]+]])
; CHECK-DAG: [[AT1]] = distinct !DILocation(line: 5, scope: [[FUSED]])
; CHECK-DAG: [[AT2]] = distinct !DILocation(line: 5, scope: [[FUSED]])
target triple = "spirv64-unknown-unknown"

define spir_kernel void @one(ptr addrspace(1) %p) !dbg !14 {
  store i32 1, ptr addrspace(1) %p, !dbg !16
  ret void, !dbg !16
}
define spir_kernel void @two(ptr addrspace(1) %p) !dbg !24 {
  store i32 2, ptr addrspace(1) %p, !dbg !26
  ret void, !dbg !26
}
declare !sycl.kernel.fused !0 void @stub()

!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!12}
!0 = !{!"fused", !1}
!1 = !{!"one", !"two"}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: LineTablesOnly)
!11 = !DIFile(filename: "k.cpp", directory: "/")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!14 = distinct !DISubprogram(name: "one", scope: !11, file: !11, line: 5, type: !15, unit: !10, spFlags: DISPFlagDefinition)
!15 = !DISubroutineType(types: !{})
!16 = !DILocation(line: 7, column: 3, scope: !14)
!24 = distinct !DISubprogram(name: "two", scope: !11, file: !11, line: 15, type: !15, unit: !10, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 17, column: 3, scope: !24)
