# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that does a number of additions and multiplications to each element: long-kernel.py <number>."""
import sys

print('target triple = "spirv64-unknown-unknown"')
print("define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {")
print("  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)")
print("  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i\n  %v0 = load float, ptr addrspace(4) %p, align 4")
number = int(sys.argv[1])
for n in range(number):
    print(f"  %v{n + 1} = {('fadd', 'fmul')[n % 2]} float %v{n}, %v0")
print(f"  store float %v{number}, ptr addrspace(4) %p, align 4\n  ret void\n}}")
print("declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)\n!0 = !{!1}\n!1 = !{i32 0, i32 0, i32 0, i32 8}")
