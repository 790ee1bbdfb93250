# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-inspect-json.py <json> <docs/cli.md>: parses the output of sycl-fuse inspect --json and looks for fields that the
# documentation does not name. The manifest has its own documentation.
import json
import sys

data = json.load(open(sys.argv[1]))
docs = open(sys.argv[2]).read()
fields = set()


def walk(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            fields.add(key)
            if key != "manifest":
                walk(inner)
    elif isinstance(value, list):
        for inner in value:
            walk(inner)


walk(data)
print("files: {}".format(len(data["files"])))
print("manifest regions: {}".format(sum(len(f.get("manifest", {}).get("regions", [])) for f in data["files"])))
print("undocumented fields: {}".format(", ".join(sorted(f for f in fields if "`" + f + "`" not in docs)) or "none"))
