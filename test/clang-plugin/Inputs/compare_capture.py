# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_capture.py recorded... -- captured...: whether what the plugin recorded is what a program submitted. Each captured region
must have a recorded one with the same kernels, promotions and barriers, unless its function has an open region; arguments that
are recorded as one must have been one, and constant sizes the sizes. Automatic sequences are not compared: what of a
program without regions recurs is seen when it runs only."""
import json
import sys


def load(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield json.load(file)


def hints(submission, kernel):
    given = {a["parameter"]: a.get("promote", "none") for a in submission.get("arguments", [])}
    return tuple(given.get(i, "none") for i, p in enumerate(kernel["parameters"]) if p["kind"] == "accessor")


def signature(region, kernels):
    return (region["barriers"],) + tuple(
        (s["kernel"], s["kind"], s["dimensions"], hints(s, kernels[s["kernel"]])) for s in region["submissions"])


def groups(region):
    """The arguments of each identity, as (submission, parameter)."""
    found = {}
    for number, s in enumerate(region["submissions"]):
        for a in s.get("arguments", []):
            if "identity" in a:
                found.setdefault(a["identity"], set()).add((number, a["parameter"]))
    return [g for g in found.values() if len(g) > 1]


def within(finer, coarser):
    return all(any(g <= c for c in coarser) for g in finer)


def ranges(region):
    for listed in region.get("nd_ranges", []):
        yield listed.get("submissions") or [listed] * len(region["submissions"])


def agrees(submission, size):
    if submission["kind"] == "single_task":
        return True
    fixed = submission.get("range", {})
    zero = [0] * submission["dimensions"]
    return all(fixed.get(k) in (None, size.get(k, zero if k == "offset" else None)) for k in ("global", "local", "offset"))


def contradicts(recorded, captured):
    if not within(groups(recorded), groups(captured)):
        return "arguments are recorded as one that were not"
    for sizes in ranges(captured):
        for s, size in zip(recorded["submissions"], sizes):
            if not agrees(s, size):
                return "recorded sizes %s, submitted %s" % (s["range"], size)
    ids = [s.get("range_id") for s in recorded["submissions"]]
    for sizes in ranges(captured):
        for i, a in enumerate(ids):
            if a is not None and sizes[ids.index(a)] != sizes[i]:
                return "submissions of one range_id have different ND-ranges"
    return None


split = sys.argv.index("--")
recorded, captured = list(load(sys.argv[1:split])), list(load(sys.argv[split + 1:]))
kernels = {k["symbol"]: k for d in recorded for k in d["kernels"]}
closed = {}
for d in recorded:
    for r in d["regions"]:
        closed.setdefault(signature(r, kernels), []).append(r)
opened = {(r["source"]["begin"]["file"].rsplit("/", 1)[-1], r["source"]["begin"]["line"])
          for d in recorded for r in d.get("open_regions", [])}
problems, exact, compared = [], 0, 0
for d in captured:
    for r in (r for r in d["regions"] if r.get("kind") != "automatic"):
        begin = r.get("source", {}).get("begin", {"file": "?", "line": 0})
        where = "%s (%s:%s)" % (r["name"], begin["file"], begin["line"])
        known = closed.get(signature(r, kernels), [])
        compared += 1
        if not known:
            if (begin["file"].rsplit("/", 1)[-1], begin["line"]) not in opened:
                problems.append("%s: not recorded: %s" % (where, [kernels[s["kernel"]]["name"] for s in r["submissions"]]))
            continue
        reasons = [contradicts(k, r) for k in known]
        if all(reasons):
            problems.append("%s: %s" % (where, reasons[0]))
        exact += any(not reason and within(groups(r), groups(k)) for k, reason in zip(known, reasons))
for p in problems:
    print(p)
print("%d captured regions, %d with all identities, %d problems" % (compared, exact, len(problems)))
