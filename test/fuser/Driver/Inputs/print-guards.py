# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# print-guards.py <json of sycl-fuse inspect>: the guards and arguments of every variant of every region, shortened.
import json
import sys

for file in json.load(open(sys.argv[1]))["files"]:
    for region in (r for b in file["bundles"] for r in b["regions"]):
        for v in region["variants"]:
            flags = [f for f in ("heterogeneous", "internalized") if f in v["flags"]]
            print(region["name"], v["kind"], *flags)
            place = lambda g, x: "{}+{}".format(g["submission_" + x], g["offset_" + x])
            for g in (g for g in v["guards"] if g["kind"] == "promoted_elements"):
                form = ("per item", "per group", "per item of a group")[g["size"]]
                print("promoted_elements", place(g, "a"), "value", g["value"], form)
            for g in (g for g in v["guards"] if g["kind"] == "nd_range"):
                print("nd_range", g["submission_a"], *("{} {}".format(k, n) for k, n in g["nd_range"].items()))
            distinct = [g["size"] for g in v["guards"] if g["kind"] == "distinct_buffers"]
            members = ", a list of {} and {}".format(distinct.count(2), distinct.count(3))
            print("distinct_buffers: {} of promoted ones, {} of others{}".format(distinct.count(0), distinct.count(1), members))
            for g in (g for g in v["guards"] if g["kind"] == "equal_bytes"):
                print("equal_bytes", place(g, "a"), place(g, "b"), "size", g["size"])
            source = lambda a: "" if a["source"] == "closure" else a["source"] + " "
            print("arguments", *(source(a) + "{}+{}".format(a["submission"], a["offset"]) for a in v["arguments"]))
