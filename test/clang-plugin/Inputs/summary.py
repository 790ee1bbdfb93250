# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a manifest as one line per item, which is easier to check and to read than the JSON.
import json
import sys


def sizes(r):
    return "".join(" %s=%s" % (k, r[k]) for k in ("global", "local", "offset") if k in r)


def place(l):
    return "%s:%s:%s" % (l["file"], l["line"], l["column"])


def parameter(p):
    return "  %s %s %s/%s dims=%s %s %s @%s+%s" % (
        p["kind"], p["name"], p.get("type"), p.get("element_size"), p.get("dimensions", 0), p.get("mode", "none"),
        p.get("target") or "-", p["offset"], p["size"])


def argument(a, kernel, region):
    memory = region["buffers"][a["identity"]]["name"] if "identity" in a else "?"
    memory += "".join("%s%s" % (k[0], a[k]) for k in ("range", "offset") if k in a)
    return "%s=%s%s" % (kernel["parameters"][a["parameter"]]["name"], memory,
                        ":" + a["promote"] if a.get("promote", "none") != "none" else "")


show_ids = "--ids" in sys.argv


with open(sys.argv[1]) as file:
    doc = json.load(file)
kernels = {k["symbol"]: k for k in doc["kernels"]}
def where(k):
    return k.get("location", {"file": "-", "line": 0, "column": 0})


for k in sorted(doc["kernels"], key=lambda k: (where(k)["line"], k["symbol"])):
    print("kernel %s %s/%s %s size=%s align=%s%s" % (k["name"], k["kind"], k["dimensions"], place(where(k)), k["closure_size"],
                                                     k["closure_align"], " fused_only" if k.get("fused_only") else ""))
    for p in k["parameters"]:
        print(parameter(p))


def memory_or_sizes(a, r):
    return r["buffers"][a["identity"]]["name"] if "identity" in a else "[%s]" % ", ".join(a["sizes"]) if "sizes" in a else "?"


def expressions(s):
    return "".join(" %s %s" % (k, " x ".join(s["sizes"][k])) for k in ("global", "local", "offset") if k in s.get("sizes", {}))


def contents(r):
    for o in r.get("open", []):
        print("  open %s line %s: %s+%s%s%s" % (
            o["kind"], o["location"]["line"], o.get("first", 0), o.get("count", 0), " " + o["function"] if "function" in o else "",
            " %s(%s)" % (o["symbol"], ", ".join(
                "%s%s=%s%s" % (a["parameter"], a.get("part", ""), memory_or_sizes(a, r),
                               ":" + a["promote"] if "promote" in a else "") for a in o.get("arguments", []))) if "symbol" in o else ""))
    for b in r.get("buffers", []):
        print("  buffer %s %s/%s dims=%s range=%s promote=%s%s%s" % (
            b["name"], b["element_type"], b["element_size"], b["dimensions"], b.get("range", []), b.get("promote", "none"),
            " of %s at %s" % (r["buffers"][b["parent"]]["name"], b.get("offset")) if "parent" in b else "",
            " parameter %s%s" % (b["parameter"], b.get("part", "")) if "parameter" in b else ""))
    for s in r["submissions"]:
        k = kernels[s["kernel"]]
        print("  submit %s %s/%s%s%s; %s" % (k["name"], s["kind"], s["dimensions"], sizes(s.get("range", {})),
                                           (" #%s" % s["range_id"] if "range_id" in s else "") + expressions(s) if show_ids else "",
                                           " ".join([argument(a, k, r) for a in s.get("arguments", [])] +
                                                    ["%s=#%s" % (k["parameters"][v["parameter"]]["name"], v["bytes"])
                                                     for v in s.get("values", []) if show_ids])))
    for n in r.get("nd_ranges", []):
        print("  nd_range%s %s" % (sizes(n), n["origin"]))


for r in doc["regions"] + doc.get("open_regions", []):
    print("%sregion %s %s-%s%s" % ("open " if "open" in r else "", r["name"], r["source"]["begin"]["line"], r["source"]["end"]["line"],
                                 "" if r["barriers"] else " no_barriers"))
    contents(r)
for f in doc.get("functions", []) if "--functions" in sys.argv else []:
    print("function %s %s line %s" % (f["name"], f["symbol"], f["location"]["line"]))
    for way in f["ways"]:
        print(" way")
        contents(way)
print("%s kernels, %s regions" % (len(doc["kernels"]), len(doc["regions"])))
