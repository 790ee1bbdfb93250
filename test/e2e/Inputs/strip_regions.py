# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of a manifest without its regions: strip_regions.py <manifest> <output>."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
if not document["regions"]:
    sys.exit("strip_regions.py: there is no region")
document["regions"] = []
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(document, file)
