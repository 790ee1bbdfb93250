; A function that asks for ids is copied for each ND-range, also through a function that does not ask, and the debug information of
; kernel and function is kept.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused(
; CHECK: call void @through{{.*}} !dbg [[AT0:![0-9]+]]
; CHECK: call void @[[THROUGH:through\.[0-9]+]](
; CHECK: call void @[[THROUGH]](
; CHECK: define internal void @[[THROUGH]](
; CHECK: call void @[[ASKS:asks\.[0-9]+]](
; CHECK: define internal void @[[ASKS]]({{.*}} !dbg
; CHECK: urem i32 {{.*}}, 4
; CHECK: ret void, !dbg
; CHECK-DAG: [[AT0]] = !DILocation(line: 7, column: 3, scope: [[K:![0-9]+]], inlinedAt: [[HERE:![0-9]+]])
; CHECK-DAG: [[K]] = distinct !DISubprogram(name: "k"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) !dbg !14 {
  call void @through(ptr addrspace(1) %p), !dbg !16
  ret void, !dbg !16
}
define void @through(ptr addrspace(1) %p) noinline {
  call void @asks(ptr addrspace(1) %p)
  ret void
}
define void @asks(ptr addrspace(1) %p) noinline !dbg !17 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !18
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %x, !dbg !18
  store i64 1, ptr addrspace(1) %q, !dbg !18
  ret void, !dbg !18
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!12}
!0 = !{!"fused", !1}
!1 = !{!"k", !"k", !"k"}
!2 = !{!3, !4, !4}
!3 = !{i32 1, !{i64 64, i64 0, i64 0}, !9, !9}
!4 = !{i32 2, !{i64 4, i64 4, i64 0}, !9, !9}
!9 = !{i64 0, i64 0, i64 0}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: LineTablesOnly)
!11 = !DIFile(filename: "k.cpp", directory: "/")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!14 = distinct !DISubprogram(name: "k", scope: !11, file: !11, line: 5, type: !15, unit: !10, spFlags: DISPFlagDefinition)
!15 = !DISubroutineType(types: !{})
!16 = !DILocation(line: 7, column: 3, scope: !14)
!17 = distinct !DISubprogram(name: "asks", scope: !11, file: !11, line: 25, type: !15, unit: !10, spFlags: DISPFlagDefinition)
!18 = !DILocation(line: 27, column: 3, scope: !17)
