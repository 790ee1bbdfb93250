# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how often the code of a cubin accesses global memory with each size: sass-accesses.py <cubin>. What follows the ELF file is
ignored. Instructions of sm_70 and later are 16 bytes: bits 0 to 11 are the operation with the form of its operands, bits 73 to 75
the size of an access."""
import collections
import struct
import sys

LDG, STG = (0x381, 0x981), (0x386, 0x986)  # address in registers, address with a uniform descriptor
SIZES = (8, 8, 16, 16, 32, 64, 128, 0)


def code(data):
    offset, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    for n in range(count):
        _, kind, flags, _, begin, length = struct.unpack_from("<IIQQQQ", data, offset + n * size)
        if kind == 1 and flags & 4:  # SHT_PROGBITS, SHF_EXECINSTR
            yield from struct.iter_unpack("<QQ", data[begin:begin + length // 16 * 16])


def main():
    data = open(sys.argv[1], "rb").read()
    if data[:4] != b"\x7fELF":
        sys.exit("no cubin")
    found = collections.Counter()
    for low, high in code(data):
        name = "LDG" if low & 0xFFF in LDG else "STG" if low & 0xFFF in STG else None
        if name:
            found[f"{name}.{SIZES[high >> 9 & 7]}"] += 1
    for name, count in sorted(found.items()):
        print(name, count)


main()
