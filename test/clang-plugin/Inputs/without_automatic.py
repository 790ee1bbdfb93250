# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a manifest without its regions of kind `automatic`.
import json
import sys

with open(sys.argv[1]) as file:
    doc = json.load(file)
doc["regions"] = [r for r in doc["regions"] if r["kind"] != "automatic"]
print(json.dumps(doc, indent=1))
