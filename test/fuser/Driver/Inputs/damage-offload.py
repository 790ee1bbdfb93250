# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# damage-offload.py <object>: overwrites each 4-byte word of the header of the object's embedded device image with several
# values, builds, and counts how often sycl-fuse refuses the object and how often it dies.
import subprocess
import sys

original = open(sys.argv[1], "rb").read()
start = original.index(bytes([0x10, 0xFF, 0x10, 0xAD]))
crashes = refused = 0
for offset in range(4, 120, 4):
    for value in (0xFFFFFFFF, 0x7FFFFFF0, 1):
        damaged = bytearray(original)
        damaged[start + offset:start + offset + 4] = value.to_bytes(4, "little")
        open("damaged.o", "wb").write(damaged)
        code = subprocess.run(["sycl-fuse", "inspect", "damaged.o"], capture_output=True).returncode
        crashes += code not in (0, 1)
        refused += code == 1
print("{} crashes\nrefused: {}".format(crashes, refused))
