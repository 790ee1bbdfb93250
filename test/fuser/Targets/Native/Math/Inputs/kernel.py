# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernel.py <float or double> <function>…: a kernel of an array in generic IR that stores the sum of the functions.
import sys

element, names = sys.argv[1], sys.argv[2:]
suffix = {"float": "f32", "double": "f64"}[element]
intrinsics = "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow".split()


def symbol(name):
    return f"llvm.{name}.{suffix}" if name in intrinsics else name + ("f" if element == "float" else "")


def operands(name):
    return 2 if name in ("pow", "atan2", "hypot") else 1


print('target triple = "spirv64-unknown-unknown"')
print("define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {")
print("  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)")
print(f"  %p = getelementptr inbounds {element}, ptr addrspace(4) %a, i64 %g")
print(f"  %q = getelementptr inbounds {element}, ptr addrspace(4) %o, i64 %g")
print(f"  %x = load {element}, ptr addrspace(4) %p")
print(f"  %s0 = fadd {element} %x, 0.0")
for n, name in enumerate(names):
    arguments = ", ".join([f"{element} %x"] * operands(name))
    print(f"  %r{n} = call {element} @{symbol(name)}({arguments})")
    print(f"  %s{n + 1} = fadd {element} %s{n}, %r{n}")
print(f"  store {element} %s{len(names)}, ptr addrspace(4) %q")
print("  ret void\n}")
print("declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)")
for name in sorted(set(names)):
    print(f"declare {element} @{symbol(name)}({', '.join([element] * operands(name))})")
print("!0 = !{!1, !2}\n!1 = !{i32 0, i32 0, i32 0, i32 8}\n!2 = !{i32 0, i32 0, i32 8, i32 8}")
