# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# print-guards.py <json of sycl-fuse inspect>: the guards and arguments of every variant of every region, shortened.
import json
import sys

for file in json.load(open(sys.argv[1]))["files"]:
    for region in (r for b in file["bundles"] for r in b["regions"]):
        for v in region["variants"]:
            print(region["name"], v["kind"] + (" internalized" if "internalized" in v["flags"] else ""))
            place = lambda g, x: "{}+{}".format(g["submission_" + x], g["offset_" + x])
            for g in (g for g in v["guards"] if g["kind"] == "promoted_elements"):
                print("promoted_elements", place(g, "a"), "value", g["value"])
            print("distinct_buffers:", sum(g["kind"] == "distinct_buffers" for g in v["guards"]))
            for g in (g for g in v["guards"] if g["kind"] == "equal_bytes"):
                print("equal_bytes", place(g, "a"), place(g, "b"), "size", g["size"])
            print("arguments", *("{}+{}".format(a["submission"], a["offset"]) for a in v["arguments"]))
