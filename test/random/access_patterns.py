# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels with one argument: what print<sycl-access-pattern> says of them against what all their work-items access.

access_patterns.py <pass plugin> <kernels> constant|run-time [<seed>]

A verdict other than "unknown" must be true of the launch at hand (constant), or of a small launch out of those that it is said of
(run-time); a fifth of the verdicts at least must be another one."""
import collections
import random
import re
import subprocess
import sys

from index_kernels import DECLARATIONS, MASK, Kernel, Value

COMPARISONS = {"ult": lambda a, b: a < b, "ule": lambda a, b: a <= b, "ugt": lambda a, b: a > b, "uge": lambda a, b: a >= b,
               "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "slt": lambda a, b: signed(a) < signed(b),
               "sgt": lambda a, b: signed(a) > signed(b), "sle": lambda a, b: signed(a) <= signed(b),
               "sge": lambda a, b: signed(a) >= signed(b)}
CHOICES = {"umin": lambda a, b: min(a, b), "smax": lambda a, b: max(a, b, key=signed), "smin": lambda a, b: min(a, b, key=signed)}
Access = collections.namedtuple("Access", "index guard trips size element offset writes")


def signed(n, bits=64):
    return n - (1 << bits) if n >> (bits - 1) else n


class RandomKernel(Kernel):
    """One or two accesses, each perhaps behind a condition and in a loop."""

    def __init__(self, rng):
        super().__init__(rng, (1, 2, 3, 4, 8))
        self.rng, self.block, self.trip = rng, "entry", None
        self.grouped = rng.random() < 0.7
        self.accesses = [self.access(number) for number in range(rng.choice((1, 1, 2)))]

    def leaf(self):
        if self.trip and self.rng.random() < 0.4:
            return self.trip
        kind = self.rng.choices(("g", "l", "w", "n", "linear", "number"), (45, 15, 8, 6, 6, 20))[0]
        if kind == "linear":
            return self.linear_id()
        if kind == "number":
            return self.number(self.rng.choice((0, 1, 2, 3, 4, 5, 7, 8, 16, 31)))
        return self.query(kind if self.grouped or kind == "g" else "n", self.rng.randrange(self.dims))

    def expression(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.leaf()
        a = self.expression(depth - 1)
        sizes = (self.local[0], self.size[0])
        operation = rng.choice(("add", "add", "add", "sub", "mul", "mul", "and", "or", "xor", "udiv", "urem", "shl", "lshr", "umin", "smax",
                                "smin", "narrow", "select", "select"))
        if operation in ("add", "sub"):
            return self.binary(operation, a, self.expression(depth - 1))
        if operation == "mul":
            return self.binary(operation, a, rng.choice((0, 1, 2, 3, 4, 8, -1) + sizes))
        if operation in ("and", "or", "xor"):
            return self.binary(operation, a, rng.choice((1, 2, 3, 4, 6, 7, 8, 12, 15, -2, -4, -1)))
        if operation in ("udiv", "urem"):
            return self.binary(operation, a, rng.choice((1, 2, 3, 4, 6, 8) + sizes))
        if operation in ("shl", "lshr"):
            return self.binary(operation, a, rng.choice((0, 1, 2, 3)))
        if operation == "narrow":
            return self.narrow(a)
        b = self.expression(depth - 1)
        if operation == "select":
            c = self.condition()
            text = self.emit("select i1 %s, i64 %s, i64 %s" % (c.text, a.text, b.text))
            return Value(self, text, lambda item: a.of(item) if c.of(item) else b.of(item))
        choose = CHOICES[operation]
        text = self.emit("call i64 @llvm.%s.i64(i64 %s, i64 %s)" % (operation, a.text, b.text))
        return Value(self, text, lambda item: choose(a.of(item), b.of(item)))

    def narrow(self, a):
        """Adds in fewer bits."""
        bits, more, extend = self.rng.choice((8, 16, 32)), self.rng.choice((0, 1, 3, -1)), self.rng.choice(("zext", "sext"))
        text = self.emit("add i%d %s, %d" % (bits, self.emit("trunc i64 %s to i%d" % (a.text, bits)), more))

        def of(item):
            low = (a.of(item) + more) & ((1 << bits) - 1)
            return low if extend == "zext" else signed(low, bits) & MASK
        return Value(self, self.emit("%s i%d %s to i64" % (extend, bits, text)), of)

    def condition(self):
        a, b = self.expression(1), self.expression(self.rng.choice((0, 0, 1)))
        name = self.rng.choice(tuple(COMPARISONS))
        compare = COMPARISONS[name]
        return Value(self, self.emit("icmp %s i64 %s, %s" % (name, a.text, b.text)), lambda item: compare(a.of(item), b.of(item)))

    def label(self, name):
        self.lines.append(name + ":")
        self.block = name

    def guard(self, number):
        """A branch, or a switch of which a few cases or the default lead to the access."""
        rng = self.rng
        if rng.random() < 0.7:
            condition = self.condition()
            self.lines.append("  br i1 %s, label %%then%d, label %%end%d" % (condition.text, number, number))
            return condition
        a = self.expression(rng.choice((0, 0, 1)))
        cases = list(dict.fromkeys(rng.sample((0, 1, 2, 3, 5, 7, self.size[0] - 1, self.size[0]), rng.choice((1, 2, 3)))))
        taken = cases[:rng.choice((1, 1, 2))] if rng.random() < 0.6 else []
        targets = " ".join("i64 %d, label %%%s%d" % (n, "then" if n in taken else "end", number) for n in cases)
        self.lines.append("  switch i64 %s, label %%%s%d [%s]" % (a.text, "end" if taken else "then", number, targets))
        return Value(self, "", lambda item: a.of(item) in taken if taken else a.of(item) not in cases)

    def access(self, number):
        rng, guard, trips = self.rng, None, self.number(1)
        if rng.random() < 0.4:
            guard = self.guard(number)
            self.label("then%d" % number)
        if rng.random() < 0.3:  # a loop, of constant length or of that of the launch
            trips = self.number(rng.choice((1, 2, 3, 4))) if rng.random() < 0.8 else self.query("n", 0)
            before, self.trip = self.block, Value(self, "%%k%d" % number, lambda item: item["trip"])
            self.lines.append("  br label %%loop%d" % number)
            self.label("loop%d" % number)
            self.lines.append("  %%k%d = phi i64 [ 0, %%%s ], [ %%n%d, %%loop%d ]" % (number, before, number, number))
        made = self.access_memory(number, guard, trips)
        if self.trip:
            self.lines += ["  %%n%d = add nuw nsw i64 %%k%d, 1" % (number, number),
                           "  %%m%d = icmp ult i64 %%n%d, %s" % (number, number, trips.text),
                           "  br i1 %%m%d, label %%loop%d, label %%after%d" % (number, number, number)]
            self.label("after%d" % number)
            self.trip = None
        if guard:
            self.lines.append("  br label %%end%d" % number)
            self.label("end%d" % number)
        return made

    def access_memory(self, number, guard, trips):
        rng = self.rng
        index, size = self.expression(rng.choice((1, 2, 2, 3))), rng.choice((1, 2, 4, 4, 4, 8))
        element = rng.choice((size, size, size, 1, 2, 4))
        offset = rng.choice((0, 0, 0, 4, element))
        p = self.emit("getelementptr [%d x i8], ptr addrspace(1) %%p, i64 %s" % (element, index.text))
        if offset:
            p = self.emit("getelementptr i8, ptr addrspace(1) %s, i64 %d" % (p, offset))
        writes = number == 0 or rng.random() < 0.4
        if writes:
            self.lines.append("  store i%d 0, ptr addrspace(1) %s, align 1" % (8 * size, p))
        else:
            self.emit("load i%d, ptr addrspace(1) %s, align 1" % (8 * size, p))
        return Access(index, guard, trips, size, element, offset, writes)

    def users(self):
        """Of each byte: the work-items that access it, with their work-groups, and whether they write it."""
        users = collections.defaultdict(dict)
        for item in self.items():
            who = (item["linear"], item["w"])
            for a in self.accesses:
                if a.guard and not a.guard.of(item):
                    continue
                for item["trip"] in range(a.trips.of(item)):
                    first = a.index.of(item) * a.element + a.offset
                    for byte in range(a.size):
                        of_byte = users[(first + byte) & MASK]
                        of_byte[who] = of_byte.get(who, False) or a.writes
        return users

    def sharing(self):
        found = "work-item"
        for by in self.users().values():
            if any(writes and any(other[1] != who[1] for other in by) for who, writes in by.items()):
                return "launch"
            if len(by) > 1 and any(by.values()):
                found = "work-group" if self.grouped else "launch"
        return found

    def is_right(self, verdict, at_most, run_time):
        truth = self.sharing()
        if verdict in ("unknown", "none"):
            return True
        # What is said of all launches may show in larger ones only.
        large = all(n >= 2 * l and (l >= 2 or not self.grouped) if self.grouped else n >= 2 for n, l in zip(self.size, self.local))
        small = run_time and not large
        if verdict == "work-group":
            return truth == verdict or truth == "work-item" and (at_most or small)
        return truth == verdict or verdict == "launch" and small


def module(kernels, run_time):
    text = 'target datalayout = "e-i64:64-G1"\ntarget triple = "spirv64-unknown-unknown"\n' + DECLARATIONS
    text += "".join("declare i64 @llvm.%s.i64(i64, i64)\n" % name for name in CHOICES)
    for number, k in enumerate(kernels):
        launch = '!sycl.kernel.launch !{!"%s", i32 %d}' % ("nd_range" if k.grouped else "range", k.dims)
        text += "define spir_kernel void @k%d(ptr addrspace(1) %%p) %s {\nentry:\n%s\n  ret void\n}\n" % (
            number, launch if run_time else "!sycl.kernel.nd-range " + k.range(k.grouped), "\n".join(k.lines))
    return text


def verdicts(plugin, text):
    """By the number of the kernel: the verdict, and whether it says "at most"."""
    run = subprocess.run(["opt-22", "-load-pass-plugin=" + plugin, "-passes=print<sycl-access-pattern>", "-disable-output", "-"],
                         input=text, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[:2000])
    found = re.findall(r"access pattern of 'k(\d+)'|argument 0 %p: ([a-z-]+)( at most)?", run.stderr)
    current, result = None, {}
    for number, verdict, at_most in found:
        if number:
            current = int(number)
        else:
            result[current] = (verdict, bool(at_most))
    return result


def main():
    plugin, count, run_time = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "run-time"
    seed = int(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] else random.randrange(1 << 31)
    print("seed", seed)
    rng = random.Random(seed)
    kernels = [RandomKernel(rng) for _ in range(count)]
    text = module(kernels, run_time)
    said = verdicts(plugin, text)
    wrong = [n for n, k in enumerate(kernels) if not k.is_right(*said.get(n, ("none", False)), run_time)]
    for n in wrong[:3]:
        k = kernels[n]
        print("wrong: k%d is %s, really %s, over %s:%s\n%s" % (n, said[n], k.sharing(), k.size, k.local, "\n".join(k.lines)))
    proven = sum(verdict in ("work-item", "work-group", "launch") for verdict, _ in said.values())
    print("%d of %d proven, %d wrong" % (proven, count, len(wrong)))
    sys.exit(bool(wrong) or proven * 5 < count)


main()
