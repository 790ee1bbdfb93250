# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# refuse-damaged.py <code> <file> <command…>: changes, cuts off or appends bytes (always the same ones) of the file and runs the command, in
# which {} is the damaged file; each time it must say the code.
import os
import random
import subprocess
import sys

code, path, *command = sys.argv[1:]
random.seed(5)
original = open(path, "rb").read()
name = "damaged" + os.path.splitext(path)[1]
codes = set()
for i in range(200):
    damaged = bytearray(original)
    if i % 3 == 0:
        at = random.randrange(len(damaged))
        damaged[at] ^= 1 << random.randrange(8)
    elif i % 3 == 1:
        del damaged[random.randrange(len(damaged)):]
    else:
        damaged += bytes(random.randrange(256) for _ in range(random.randrange(1, 30)))
    open(name, "wb").write(damaged)
    run = subprocess.run([name if word == "{}" else word for word in command], capture_output=True, text=True)
    assert code in run.stderr, run.stderr
    codes.add(run.returncode)
print("200 damaged files: exit code {} each".format(", ".join(map(str, sorted(codes)))))
