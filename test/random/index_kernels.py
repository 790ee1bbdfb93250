# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose accesses a test can enumerate: every number of a kernel is IR and, beside it, a function of a work-item. Dimensions count
from the fastest one, as in SPIR-V."""

MASK = (1 << 64) - 1
# Ids and sizes by a letter: global id, local id, work-group, local size, global size.
QUERIES = {"g": "_Z33__spirv_BuiltInGlobalInvocationIdi", "l": "_Z32__spirv_BuiltInLocalInvocationIdi",
           "w": "_Z26__spirv_BuiltInWorkgroupIdi", "s": "_Z28__spirv_BuiltInWorkgroupSizei",
           "n": "_Z25__spirv_BuiltInGlobalSizei"}
LINEAR_ID = "_Z29__spirv_BuiltInGlobalLinearIdv"
DECLARATIONS = "".join("declare i64 @%s(i32)\n" % name for name in QUERIES.values()) + "declare i64 @%s()\n" % LINEAR_ID

OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "udiv": lambda a, b: a // b,
              "urem": lambda a, b: a % b, "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
              "shl": lambda a, b: a << b, "lshr": lambda a, b: a >> b}


class Value:
    """A 64-bit number of a kernel: its name in IR, and what it is for a work-item."""

    def __init__(self, kernel, text, of):
        self.kernel, self.text, self.of = kernel, text, of

    def __add__(self, other):
        return self.kernel.binary("add", self, other)

    def __sub__(self, other):
        return self.kernel.binary("sub", self, other)

    def __mul__(self, other):
        return self.kernel.binary("mul", self, other)

    def __floordiv__(self, other):
        return self.kernel.binary("udiv", self, other)

    def __mod__(self, other):
        return self.kernel.binary("urem", self, other)

    def __xor__(self, other):
        return self.kernel.binary("xor", self, other)


class Kernel:
    """One or two dimensions over a launch of its own; `lines` are its body, for @k(ptr addrspace(1) %p, …)."""

    def __init__(self, rng, local_sizes):
        self.dims = rng.choice((1, 1, 2))
        self.local = [rng.choice(local_sizes) for _ in range(self.dims)]
        self.size = [n * rng.choice((1, 2, 3, 4)) for n in self.local]
        self.lines, self.names = [], 0

    def emit(self, text):
        self.names += 1
        self.lines.append("  %%t%d = %s" % (self.names, text))
        return "%%t%d" % self.names

    def query(self, letter, dim):
        return Value(self, self.emit("call i64 @%s(i32 %d)" % (QUERIES[letter], dim)), lambda item: item[letter][dim])

    def linear_id(self):
        return Value(self, self.emit("call i64 @%s()" % LINEAR_ID), lambda item: item["linear"])

    def number(self, n):
        return n if isinstance(n, Value) else Value(self, str(n), lambda item: n & MASK)

    def binary(self, operation, a, b):
        a, b, apply = self.number(a), self.number(b), OPERATIONS[operation]
        return Value(self, self.emit("%s i64 %s, %s" % (operation, a.text, b.text)), lambda item: apply(a.of(item), b.of(item)) & MASK)

    def items(self):
        """The work-items of the launch, each with its ids and sizes."""
        size, local = self.size + [1] * (2 - self.dims), self.local + [1] * (2 - self.dims)
        for linear in range(size[0] * size[1]):
            g = (linear % size[0], linear // size[0])
            yield {"g": g, "l": (g[0] % local[0], g[1] % local[1]), "w": (g[0] // local[0], g[1] // local[1]), "s": local, "n": size,
                   "linear": linear}

    def range(self, grouped=True):
        """The ND-range as metadata, which counts dimensions from the slowest one."""
        def triple(values):
            return "!{" + ", ".join("i64 %d" % n for n in (values[::-1] + [0, 0, 0])[:3]) + "}"
        return "!{i32 %d, %s, %s, %s}" % (self.dims, triple(self.size), triple(self.local if grouped else []), triple([]))
