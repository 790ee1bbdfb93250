; Device globals become arguments of the kernels that use them, also in functions and constant expressions; a fused kernel cannot have them.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-prepare-kernels,verify -S %s | FileCheck-22 %s --implicit-check-not=@variable
; RUN: %opt -passes=sycl-prepare-kernels,verify -S %s -o %t.ll && sed '/^target triple/a declare !sycl.kernel.fused !100 void @stub()\n!100 = !{!"fused", !101}\n!101 = !{!"reads", !"reads"}' %t.ll > %t.stub.ll
; RUN: not %opt -passes=sycl-kernel-fusion -S %t.stub.ll -o /dev/null 2>&1 | FileCheck-22 %s --check-prefix=FUSED
; CHECK: define spir_kernel void @reads(ptr addrspace(1){{.*}} %arg.0, ptr addrspace(1) noundef align 16 %[[V:.+]]) {{.*}}!sycl.kernel.arguments ![[READS:[0-9]+]]
; CHECK: getelementptr {{.*}}ptr addrspace(1) %[[V]], i64 4
; CHECK: define spir_kernel void @plain({{[^,]*}}) {{.*}}!sycl.kernel.arguments ![[PLAIN:[0-9]+]]
; CHECK-DAG: ![[READS]] = !{![[FIELD:[0-9]+]], ![[ADDRESS:[0-9]+]]}
; CHECK-DAG: ![[PLAIN]] = !{![[FIELD]]}
; CHECK-DAG: ![[FIELD]] = !{i32 0, i32 0, i32 0, i32 8}
; CHECK-DAG: ![[ADDRESS]] = !{i32 6, i32 0, i32 1985229328, i32 19088743}
; FUSED: kernel 'reads' cannot be fused into 'fused': it uses a device_global variable [SF3014]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%closure = type { ptr addrspace(4) }
@variable = external addrspace(1) global [4 x i32], align 16 #0
define spir_kernel void @reads(ptr byval(%closure) align 8 %c) {
  %out = load ptr addrspace(4), ptr %c
  %x = call spir_func i32 @second()
  store i32 %x, ptr addrspace(4) %out
  ret void
}
define internal spir_func i32 @second() {
  %x = load i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr addrspace(1) @variable to ptr addrspace(4)), i64 4)
  ret i32 %x
}
define spir_kernel void @plain(ptr byval(%closure) align 8 %c) {
  %out = load ptr addrspace(4), ptr %c
  store i32 1, ptr addrspace(4) %out
  ret void
}
attributes #0 = { "sycl-fuse-device-global"="123456776543210" }
