# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_manifests.py <manifest> <objects>: each object has exactly this text in its section, framed as manifest_section.hpp says. Reads ELF by
itself, so that the plugin is not checked with what it shares with the fuser."""
import struct
import sys


def sections(data):
    offset, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, offset + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, start, length in headers:
        yield data[strings + name : data.index(b"\0", strings + name)], data[start : start + length]


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


text = open(sys.argv[1], "rb").read()
expected = b"SYCLFMAN" + struct.pack("<QQQ", 1, len(text), fnv(text)) + text
for path in sys.argv[2:]:
    found = [contents for name, contents in sections(open(path, "rb").read()) if name == b".sycl_fuse_manifest"]
    if [contents.rstrip(b"\0") for contents in found] != [expected]:
        sys.exit(f"{path}: {len(found)} sections, {[len(c) for c in found]} bytes, expected {len(expected)}")
print(f"{len(sys.argv) - 2} objects, all with this manifest")
