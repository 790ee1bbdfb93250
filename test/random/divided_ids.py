# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""divided_ids.py <seed> <output stem> [loops]: a random kernel out[i] = in[x] + in[y] whose x and y, and perhaps a condition, divide ids, and sums of
ids with arguments and numbers, by arguments and by numbers, or are a place in a row beside another one, up to its ends; the condition may be one of
places between bounds; or, with loops, some kernels have one, where out[e] = in[e + c] + x for several elements e. Writes <stem>.ll and <stem>.h, which computes the same in C."""
import random
import sys

TYPES = '''target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
'''
HEAD = '''define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %out, i64 %a, i64 %b) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  br label %start
start:
  %a32 = trunc i64 %a to i32
  %b32 = trunc i64 %b to i32
  %i32 = trunc i64 %i to i32
'''
# Each work-item takes an element in each of %turns turns, neighbours take neighbours.
LOOP_HEAD = '''define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %out, i64 %a, i64 %b, i64 %size, i64 %turns) !sycl.kernel.arguments !0 {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  br label %start
start:
  %turn = phi i64 [ 0, %0 ], [ %next, %done ]
  %first = mul i64 %turn, %size
  %i = add i64 %first, %id
  %a32 = trunc i64 %a to i32
  %b32 = trunc i64 %b to i32
  %i32 = trunc i64 %i to i32
'''
LOOP_TAIL = '''  br label %done
done:
  %next = add i64 %turn, 1
  %again = icmp ult i64 %next, %turns
  br i1 %again, label %start, label %end
end:
  ret void
}
'''
TAIL = '''  br label %done
done:
  ret void
}
'''
DECLARATIONS = '''declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
'''


class Kernel:
    def __init__(self, seed):
        self.random, self.lines, self.count = random.Random(seed), [], 0

    def emit(self, text):
        self.count += 1
        self.lines.append("  %%v%d = %s" % (self.count, text))
        return "%%v%d" % self.count

    def id(self, bits):
        return ("%i", "(uint64_t)i") if bits == 64 else ("%i32", "(uint32_t)i")

    def divide(self, bits, kind, ir, c):
        sign = self.random.choice("us")
        argument = self.random.choice("ab")
        constant = self.random.choice((3, 4, 12, 64, 100)) if self.random.random() < 0.3 else None
        operand = constant or "%" + argument + ("" if bits == 64 else "32")
        cast = "(%sint%d_t)" % ("u" if sign == "u" else "", bits)
        return (self.emit("%s%s i%d %s, %s" % (sign, kind, bits, ir, operand)),
                "(uint%d_t)(%s%s %s %s%s)" % (bits, cast, c, "%" if kind == "rem" else "/", cast, constant or argument))

    def neighbour(self, bits):
        """Of an id, some further on or back, also as what wraps around writes it: x + a - 1, or x + (a - 1)."""
        (ir, c), flags, distance = self.id(bits), self.random.choice(("", " nsw")), self.random.randint(-2, 5)
        add = "add%s i%d " % (flags, bits)
        argument = self.random.choice(("a", "b", None))
        if argument is None:
            return self.emit(add + "%s, %d" % (ir, distance)), "(uint%d_t)(%s + %d)" % (bits, c, distance)
        operand = "%" + argument + ("" if bits == 64 else "32")
        c = "(uint%d_t)(%s + %s + %d)" % (bits, c, argument, distance)
        if self.random.random() < 0.5:
            return self.emit(add + "%s, %d" % (self.emit(add + "%s, %s" % (ir, operand)), distance)), c
        return self.emit(add + "%s, %s" % (self.emit(add + "%s, %d" % (operand, distance)), ir)), c

    def place(self, bits):
        """One in a row, or one beside it that ends where the row does, in the forms of comparisons, choices and narrow numbers."""
        argument, constant = self.random.choice("ab"), self.random.choice((None, 100, 1000))
        suffix = "" if bits == 64 else "32"
        length = str(constant) if constant else "%" + argument + suffix
        cast = "(int%d_t)" % bits
        (ir, c), height = self.id(bits), "%s%s" % (cast, constant or argument)
        ir, c = self.emit("srem i%d %s, %s" % (bits, ir, length)), "(%s%s %% %s)" % (cast, c, height)
        if constant and bits == 32 and self.random.random() < 0.5:
            short = self.emit("add nsw i16 %s, %d" % (self.emit("trunc nsw i32 %s to i16" % ir), self.random.randint(0, 3)))
            distance = int(self.lines[-1].split()[-1])
            ir = self.emit("sext i16 %s to i32" % self.emit("srem i16 %s, %d" % (short, constant)))
            return ir, "(uint32_t)((%s + %d) %% %d)" % (c, distance, constant)
        distance, back = self.random.randint(-2, 2), self.random.randint(0, 3)
        moved, moved_c = self.emit("add i%d %s, %d" % (bits, ir, distance)), "(%s + %d)" % (c, distance)
        if self.random.random() < 0.5:
            bound, bound_c = str(self.random.randint(0, 3)), ""
            bound_c = cast + bound
        elif constant:
            bound, bound_c = str(constant - back), cast + str(constant - back)
        else:
            bound, bound_c = self.emit("add i%d %s, %d" % (bits, length, -back)), "(%s - %d)" % (height, back)
        kind = self.random.choice(("smin", "smax", "slt", "sge", "sgt", "eq", "ne"))
        if kind in ("smin", "smax"):
            value = self.emit("call i%d @llvm.%s.i%d(i%d %s, i%d %s)" % (bits, kind, bits, bits, moved, bits, bound))
            return value, "(uint%d_t)(%s %s %s ? %s : %s)" % (bits, moved_c, "<" if kind == "smin" else ">", bound_c, moved_c, bound_c)
        operator = {"slt": "<", "sge": ">=", "sgt": ">", "eq": "==", "ne": "!="}[kind]
        condition = self.emit("icmp %s i%d %s, %s" % (kind, bits, moved, bound))
        other, other_c = self.random.choice(((bound, bound_c), ("7", "7"), (ir, c)))
        value = self.emit("select i1 %s, i%d %s, i%d %s" % (condition, bits, moved, bits, other))
        return value, "(uint%d_t)(%s %s %s ? %s : %s)" % (bits, moved_c, operator, bound_c, moved_c, other_c)

    def number(self, bits, depth):
        """A value as IR and as C."""
        if depth == 1 and self.random.random() < 0.25:
            return self.place(bits)
        if depth == 0 or self.random.random() < 0.1:
            return self.neighbour(bits) if self.random.random() < 0.4 else self.id(bits)
        ir, c = self.number(bits, depth - 1)
        kind = self.random.choice(("rem", "rem", "rem", "div", "div", "mask", "shift", "add", "mul", "sum"))
        if kind in ("rem", "div"):
            return self.divide(bits, kind, ir, c)
        if kind == "sum":
            ir2, c2 = self.number(bits, depth - 1)
            return self.emit("add i%d %s, %s" % (bits, ir, ir2)), "(uint%d_t)(%s + %s)" % (bits, c, c2)
        operator, sign, operand = {"mask": ("and", "&", 2 ** self.random.randint(1, 6) - 1), "shift": ("lshr", ">>", self.random.randint(1, 5)),
                                   "add": ("add", "+", self.random.randint(0, 8)), "mul": ("mul", "*", self.random.randint(1, 4))}[kind]
        return self.emit("%s i%d %s, %d" % (operator, bits, ir, operand)), "(uint%d_t)(%s %s %d)" % (bits, c, sign, operand)

    def index(self):
        bits = self.random.choice((32, 64))
        ir, c = self.number(bits, self.random.randint(1, 3))
        if bits == 64:
            return ir, "(int64_t)%s" % c
        if self.random.random() < 0.2:
            return self.emit("zext i32 %s to i64" % ir), "(int64_t)(uint32_t)%s" % c
        return self.emit("sext i32 %s to i64" % ir), "(int64_t)(int32_t)%s" % c

    def halo(self):
        """A question to a place in a row, or to the row, with a bound of the arguments."""
        kind, argument, bits = self.random.choice(("rem", "rem", "div")), self.random.choice("aab"), self.random.choice((32, 64, 64))
        sign, suffix = self.random.choice("us"), "" if bits == 64 else "32"
        ir = self.emit("%s%s i%d %%i%s, %%%s%s" % (sign, kind, bits, suffix, argument, suffix))
        cast = "(%sint%d_t)" % ("u" if sign == "u" else "", bits)
        c = "%si %s %s%s" % (cast, "%" if kind == "rem" else "/", cast, argument)
        bound, distance = self.random.choice("aab"), self.random.choice((0, 0, -2, -1, 1, 40))
        if self.random.random() < 0.4:
            limit = limit_c = str(self.random.randint(1, 200))
        else:
            limit, limit_c = self.emit("add i%d %%%s%s, %d" % (bits, bound, suffix, distance)), "(%s + %d)" % (bound, distance)
        predicate = self.random.choice(("ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"))
        cast = "(%sint%d_t)" % ("u" if predicate[0] == "u" else "", bits)
        operator = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}[predicate[1:]]
        operands = (ir, limit) if self.random.random() < 0.7 else (limit, ir)
        left, right = (c, limit_c) if operands[0] == ir else (limit_c, c)
        return (self.emit("icmp %s i%d %s, %s" % (predicate, bits, operands[0], operands[1])),
                "(%s(%s) %s %s(%s))" % (cast, left, operator, cast, right))

    def halos(self):
        ir, c = self.halo()
        for _ in range(self.random.randint(0, 3)):
            ir2, c2 = self.halo()
            ir, c = self.emit("and i1 %s, %s" % (ir, ir2)), "(%s && %s)" % (c, c2)
        return ir, c

    def load(self):
        ir, c = self.index()
        # Far from zero there is no array.
        return self.emit("load float, ptr addrspace(4) " + self.emit("getelementptr float, ptr addrspace(4) %%in, i64 %s" % ir)), c


    def beside(self):
        """A load of the element, or one near it, for loops, whose neighbours have to load neighbours; and a small number."""
        distance = self.random.randint(-2, 2)
        if self.random.random() < 0.5:
            at = self.emit("sext i32 %s to i64" % self.emit("add i32 %%i32, %d" % distance))
        else:
            at = self.emit("add i64 %%i, %d" % distance)
        value = self.emit("load float, ptr addrspace(4) " + self.emit("getelementptr float, ptr addrspace(4) %%in, i64 %s" % at))
        bits = self.random.choice((32, 64))
        ir, c = self.number(bits, self.random.randint(1, 2))
        ir = self.emit("and i%d %s, 1023" % (bits, ir))
        return value, "(int64_t)i + %d" % distance, self.emit("uitofp i%d %s to float" % (bits, ir)), "(float)(%s & 1023)" % c


def main():
    kernel = Kernel(int(sys.argv[1]))
    loops = "loops" in sys.argv[3:] and kernel.random.random() < 0.4
    guard = kernel.random.choice(("none", "none", "bound", "nonzero", "halos", "halos"))
    condition = "1"
    if guard == "nonzero":
        ir, condition = kernel.emit("icmp ne i64 %a, 0"), "a != 0 && b != 0"
        ir = kernel.emit("and i1 %s, %s" % (ir, kernel.emit("icmp ne i64 %b, 0")))
    elif guard == "bound":
        ir, c = kernel.index()
        limit = kernel.random.randint(1, 300)
        ir, condition = kernel.emit("icmp slt i64 %s, %d" % (ir, limit)), "%s < %d" % (c, limit)
    elif guard == "halos":
        ir, condition = kernel.halos()
    kernel.lines.append("  br label %then\nthen:" if guard == "none" else "  br i1 %s, label %%then, label %%done\nthen:" % ir)
    if loops:
        ir, c, ir2, number = kernel.beside()
        c2 = c
    else:
        (ir, c), (ir2, c2) = kernel.load(), kernel.load()
        number = "0"
    total = kernel.emit("fadd float %s, %s" % (ir, ir2))
    kernel.lines.append("  store float %s, ptr addrspace(4) %s" % (total, kernel.emit("getelementptr float, ptr addrspace(4) %out, i64 %i")))
    arguments = 6 if loops else 4
    with open(sys.argv[2] + ".ll", "w") as file:
        file.write(TYPES + (LOOP_HEAD if loops else HEAD) + "\n".join(kernel.lines) + "\n" + (LOOP_TAIL if loops else TAIL) + DECLARATIONS)
        file.write("!0 = !{%s}\n" % ", ".join("!%d" % (n + 1) for n in range(arguments)))
        for n in range(arguments):
            file.write("!%d = !{i32 0, i32 0, i32 %d, i32 8}\n" % (n + 1, 8 * n))
    with open(sys.argv[2] + ".h", "w") as file:
        file.write("#include <stdint.h>\n#define MAY_BE_ZERO %d\n#define LOOPS %d\n" % (guard == "nonzero", loops))
        for of, name, expression in (("int64_t", "runs", condition), ("int64_t", "first", c), ("int64_t", "second", c2), ("float", "number", number)):
            file.write("static %s %s(uint64_t i, int64_t a, int64_t b) { return %s; }\n" % (of, name, expression))


main()
