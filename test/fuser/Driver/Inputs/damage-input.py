# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# damage-input.py <input>: changes, cuts off or appends bytes (always the same ones) of what a job is made from; each must be refused.
import random
import subprocess
import sys

random.seed(7)
original = open(sys.argv[1], "rb").read()
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
    open("damaged.input", "wb").write(damaged)
    run = subprocess.run(["sycl-fuse", "job", "damaged.input", "-o", "no.result"], capture_output=True, text=True)
    assert "SF3082" in run.stderr, run.stderr
    codes.add(run.returncode)
print("200 damaged files: exit code {} each".format(", ".join(map(str, sorted(codes)))))
