# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that calls the mathematical intrinsics one after the other: mathematics-table.py float|double|half."""
import sys

TYPE = sys.argv[1]
SUFFIX = {"float": "f32", "double": "f64", "half": "f16"}[TYPE]
UNARY = ("sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 sqrt fabs floor ceil rint round trunc nearbyint "
         "roundeven").split()
BINARY = "atan2 pow minnum maxnum copysign".split()

print('target triple = "spirv64-unknown-unknown"')
print("define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {")
print(f"  %v0 = load {TYPE}, ptr addrspace(4) %a")
number = 0
for name in UNARY + BINARY:
    operands = f"{TYPE} %v{number}" + (f", {TYPE} %v0" if name in BINARY else "")
    number += 1
    print(f"  %v{number} = call {TYPE} @llvm.{name}.{SUFFIX}({operands})")
print(f"  %scaled = call {TYPE} @llvm.ldexp.{SUFFIX}.i32({TYPE} %v{number}, i32 3)")
print(f"  store {TYPE} %scaled, ptr addrspace(4) %a\n  ret void\n}}")
for name in UNARY + BINARY:
    print(f"declare {TYPE} @llvm.{name}.{SUFFIX}({TYPE}" + (f", {TYPE})" if name in BINARY else ")"))
print(f"declare {TYPE} @llvm.ldexp.{SUFFIX}.i32({TYPE}, i32)\n!0 = !{{!1}}\n!1 = !{{i32 0, i32 0, i32 0, i32 8}}")
