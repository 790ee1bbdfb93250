# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check_symbols.py manifest ir object: compares the kernels of both, and looks for the strings of stable names in the object.
import json
import re
import sys

with open(sys.argv[1]) as file:
    manifest = {k["symbol"] for k in json.load(file)["kernels"]}
with open(sys.argv[2]) as file:
    device = set(re.findall(r"^define .*spir_kernel void @([\w.$]+)\(", file.read(), re.MULTILINE))
if manifest != device:
    sys.exit("only in the manifest: %s\nonly in the device code: %s" % (sorted(manifest - device), sorted(device - manifest)))
print("%d kernels in manifest and device code" % len(manifest))

with open(sys.argv[3], "rb") as file:
    data = file.read()
host = {s.decode() for s in re.findall(rb"\0(_ZTS[\w]+)(?=\0)", data)}
print("%d stable names" % len([s for s in manifest if s in host and "lambda" not in s and "Ul" not in s]))
