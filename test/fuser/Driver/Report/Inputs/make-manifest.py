# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a manifest for regions.cpp with `count` regions of its kernels: make-manifest.py <count> [<name> [<file>]]. All but the first are graphs:
a build has one kernel for all that have its sequence. The default for the name has all that markup and terminals could take for their own."""
import json
import sys

HOSTILE = "a <b>&\"'\x1b[2J\u009b\u202e</script><script>alert(1)</script>"
BUFFERS = ("a", "index", "tmp", "out")
KERNELS = (("Scale", 10, {"a": "read_write"}), ("Gather", 11, {"a": "read", "tmp": "write", "index": "read"}),
           ("Last", 15, {"out": "write", "tmp": "read"}))
FILE = sys.argv[3] if len(sys.argv) > 3 else "regions.cpp"


def place(line):
    return {"file": FILE, "line": line, "column": 3}


def symbol(name):
    return f"_ZTS{len(name)}{name}"


def kernel(name, line, uses):
    parameters = [{"name": use, "kind": "accessor", "type": "int", "element_size": 4, "dimensions": 1, "mode": mode, "target": "device",
                   "offset": 48 * n, "size": 48} for n, (use, mode) in enumerate(uses.items())]
    return {"symbol": symbol(name), "name": name, "location": place(line), "kind": "range", "dimensions": 1, "closure_size": 48 * len(uses),
            "closure_align": 8, "parameters": parameters}


def submission(name, line, uses):
    arguments = [{"parameter": n, "identity": BUFFERS.index(use), **({"promote": "private"} if use == "tmp" else {})} for n, use in enumerate(uses)]
    return {"kernel": symbol(name), "location": place(line), "kind": "range", "dimensions": 1, "arguments": arguments}


def region(name, kind):
    buffers = [{"name": f"{name}.{buffer}", "element_type": "int", "element_size": 4, "dimensions": 1, "location": place(9),
                **({"promote": "private"} if buffer == "tmp" else {})} for buffer in BUFFERS]
    return {"name": name, "kind": kind, "barriers": True, "source": {"begin": place(9), "end": place(16)}, "buffers": buffers,
            "submissions": [submission(*each) for each in KERNELS], "nd_ranges": []}


count, name = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else HOSTILE
print(json.dumps({
    "schema": "sycl-fuse-manifest", "version": 1, "targets": [],
    "sources": [{"tool": "by hand", "compiler": "clang 22", "source": FILE, "source_hash": "xxh64:0000000000000000"}],
    "kernels": sorted((kernel(*each) for each in KERNELS), key=lambda each: each["symbol"]),
    "regions": [region(f"{name}.{n + 1}", "graph") if n else region(name, "fusion_wrapper") for n in range(count)]}, indent=1))
