# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads a disassembly (llvm-objdump -d) and prints, for each class of vector registers, how many instructions load and store
# through how many pointers: "ymm: 16 loads from 4 pointers, 4 stores to 1 pointers". Stack accesses are counted apart.
import collections
import re
import sys

loads, stores = collections.defaultdict(list), collections.defaultdict(list)
stack = 0
for line in sys.stdin:
    m = re.match(r"\s*[0-9a-f]+:\s+(v\w+)\s+(.*)", line)
    if not m:
        continue
    memory = re.search(r"\(([^)]*)\)", m.group(2))
    register = re.search(r"%([xyz]mm)\d+", m.group(2))
    if not memory or not register:
        continue
    base = memory.group(1).split(",")[0]
    if base in ("%rsp", "%rbp") and "," not in memory.group(1):
        stack += 1
    # AT&T order: the destination is the last operand.
    kind = stores if m.group(2).rstrip().endswith(")") else loads
    kind[register.group(1)].append(base)
for name in sorted(set(loads) | set(stores)):
    print("{}: {} loads from {} pointers, {} stores to {} pointers".format(
        name, len(loads[name]), len(set(loads[name])), len(stores[name]), len(set(stores[name]))))
    print("{}: {} loads for each store".format(name, len(loads[name]) / max(len(stores[name]), 1)))
print("stack: {}".format(stack))
