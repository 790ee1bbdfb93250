# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages the bundle in an executable: damage.py <executable> <output> <kind>. Kinds: magic, version, flip (one bit in the
middle of the tables), zero (what follows becomes zeros, as if it had been cut off), image (the code of each region for a GPU)."""
import os
import re
import shutil
import subprocess
import sys


def bundle_section(path):
    """File offset and size of .sycl_fuse_bundle."""
    text = subprocess.run(["llvm-readelf-22", "-S", "--wide", path], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        fields = line.replace("[ ", "[").split()
        if ".sycl_fuse_bundle" in fields:
            at = fields.index(".sycl_fuse_bundle")
            return int(fields[at + 3], 16), int(fields[at + 4], 16)
    sys.exit("damage.py: no bundle in " + path)


def main():
    source, output, kind = sys.argv[1:]
    shutil.copy(source, output)
    offset, size = bundle_section(source)
    with open(output, "r+b") as file:
        file.seek(offset)
        data = bytearray(file.read(size))
        # Images and device IR, behind the tables, have checksums of their own.
        middle = int.from_bytes(data[176:184], "little") // 2
        if kind == "magic":
            data[0] ^= 0xFF
        elif kind == "version":
            data[8] += 1
        elif kind == "flip":
            data[middle] ^= 0x10
        elif kind == "image":
            data, count = re.subn(rb"(\.text\.|\.entry )sycl_fuse_(?!kernel_)", rb"\1sycl_fusX_", data)
            if count == 0:
                sys.exit("damage.py: no code of a region")
        elif kind == "zero":
            data[middle:] = bytes(size - middle)
        else:
            sys.exit("damage.py: unknown kind " + kind)
        file.seek(offset)
        file.write(data)
    os.chmod(output, 0o755)


main()
