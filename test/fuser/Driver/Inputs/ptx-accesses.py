# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ptx-accesses.py <file>: how many elements the PTX loads from global memory for each one it stores, counting vector
# accesses by their width, and how many accesses to local memory there are.
import re
import sys

text = open(sys.argv[1]).read()
count = {"ld": 0, "st": 0}
for kind, rest in re.findall(r"^\s*(?:@%\w+\s+)?(ld|st)\.global((?:\.\w+)*)", text, re.M):
    width = re.search(r"\.v(\d)", rest)
    count[kind] += int(width.group(1)) if width else 1
print("elements loaded for each element stored: {}".format(count["ld"] / max(count["st"], 1)))
print("local: {}".format(len(re.findall(r"\b(?:ld|st)\.local", text))))
