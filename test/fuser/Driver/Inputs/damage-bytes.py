# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# damage-bytes.py <file> <manifest>: changes random bytes of the file (always the same ones), builds from it, and counts the exit codes.
import collections
import random
import subprocess
import sys

random.seed(7)
original = open(sys.argv[1], "rb").read()
codes = collections.Counter()
for i in range(40):
    damaged = bytearray(original)
    for _ in range(random.choice((1, 3, 20))):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    open("damaged.o", "wb").write(damaged)
    command = ["sycl-fuse", "build", "damaged.o", "--manifest", sys.argv[2], "--target", "native:v2", "-o", "damaged.out"]
    codes[subprocess.run(command, capture_output=True).returncode] += 1
print("other exit codes: {}".format(sorted(c for c in codes if c not in (0, 1)) or "none"))
print("refused: {}".format(codes[1]))
