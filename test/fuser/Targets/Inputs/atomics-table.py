# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with each atomic operation that SYCL has: types, orders, scopes and address spaces."""
INTEGER = "add sub and or xor xchg min max umin umax nand".split()
FLOAT = "fadd fsub fmin fmax xchg".split()
TYPES = {"i8": INTEGER, "i16": INTEGER, "i32": INTEGER, "i64": INTEGER, "float": FLOAT, "double": FLOAT}
ORDERS = ["monotonic", "acquire", "release", "acq_rel", "seq_cst"]
SCOPES = ["", 'syncscope("device") ', 'syncscope("workgroup") ', 'syncscope("subgroup") ']
POINTERS = ["ptr addrspace(4) %p", "ptr addrspace(1) %g", "ptr addrspace(3) @tile"]
ALIGNMENT = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8}


def operations():
    turn = 0
    for type_, names in TYPES.items():
        align = ALIGNMENT[type_]
        for name in names:
            for pointer in POINTERS:
                order, scope = ORDERS[turn % 5], SCOPES[turn % 4]
                yield f"atomicrmw {name} {pointer}, {type_} %{type_} {scope}{order}, align {align}"
                turn += 1
        for pointer in POINTERS:
            for turn, order in enumerate(ORDERS):
                scope = SCOPES[turn % 4]
                failed = {"release": "monotonic", "acq_rel": "acquire"}.get(order, order)
                if type_[0] == "i":
                    yield f"cmpxchg {pointer}, {type_} %{type_}, {type_} 1 {scope}{order} {failed}, align {align}"
                if order not in ("release", "acq_rel"):
                    yield f"load atomic {type_}, {pointer} {scope}{order}, align {align}"
                if order not in ("acquire", "acq_rel"):
                    yield f"store atomic {type_} %{type_}, {pointer} {scope}{order}, align {align}"


print('target triple = "spirv64-unknown-unknown"')
print("@tile = internal addrspace(3) global i64 poison, align 8")
print("define spir_kernel void @k(ptr addrspace(4) %p, ptr addrspace(1) %g, i64 %i64) !sycl.kernel.arguments !0 {")
for type_ in ("i8", "i16", "i32"):
    print(f"  %{type_} = trunc i64 %i64 to {type_}")
print("  %float = bitcast i32 %i32 to float\n  %double = bitcast i64 %i64 to double")
for number, operation in enumerate(operations()):
    print(f"  {operation}" if operation.startswith("store") else f"  %x{number} = {operation}")
print("  ret void\n}\n!0 = !{!1, !2, !3}")
for number in range(3):
    print(f"!{number + 1} = !{{i32 0, i32 0, i32 {8 * number}, i32 8}}")
