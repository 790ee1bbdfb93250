# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one program without automatic fusion, with it, and under its stress mode in turns, and compares what it prints and writes.

What differs between two runs without it tells nothing, and neither do times: numbers in lines that speak of time or speed are left out.
"""
import collections
import hashlib
import json
import re
import resource

import suite

MODES = ("off", "built", "stress")
NUMBER = re.compile(r"(?<![\w.])[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
SPEED = re.compile(r"time|elapsed|duration|second|took|latency|bandwidth|throughput|speed|rate\b|perf|[GMT]?(FLOP|B/|iB/)|per sec|[a-z]/s\b"
                   r"|\d\s*\(?(ns|us|µs|ms|s)\b|\[\s*(ns|us|ms|s)\s*\]|\((ns|us|ms|s)\)", re.IGNORECASE)
TIME = re.compile(r"time|elapsed|duration|took|latency", re.IGNORECASE)
UNITS = ((r"ns|nano\w*", 1e-9), (r"us|µs|micro\w*|usec", 1e-6), (r"ms|msec\w*|milli\w*", 1e-3), (r"s|secs?|seconds?", 1))


def masked(output):
    return [" ".join((NUMBER.sub(" # ", line) if SPEED.search(line) else line).split()) for line in output.splitlines()]


def own_times(output):
    """Seconds by the line without its numbers; if there are several such lines, the one with the number of the repetition."""
    times, seen = {}, collections.Counter()
    for line in output.splitlines():
        numbers = [found[0] for found in NUMBER.finditer(line)]
        if not TIME.search(line) or not numbers:
            continue
        unit = next((scale for word, scale in UNITS if re.search(r"(?<![A-Za-z])(%s)(?![A-Za-z/])" % word, line)), None)
        if unit is None:
            continue
        shape = NUMBER.sub("#", line)
        seen[shape] += 1
        times[shape, seen[shape]] = float(numbers[-1]) * unit
    return times


def state(folder):
    """What lies there, by times and sizes."""
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.rglob("*") if path.is_file()}


def written(folder, before):
    """Digests of the files that are new or changed."""
    now = state(folder)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in now if now[path] != before.get(path)}


def seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_once(words, folder, args, env, mode, counted=None):
    env = dict(env, SYCL_FUSE_AUTO=mode)
    if counted:
        env["SYCL_FUSE_STATS"] = str(counted)
    before = state(folder)
    cpu = seconds_of_children()
    status, output, _ = suite.step(words, folder, args.limit, env, args.clock_limit)
    cpu = seconds_of_children() - cpu
    if counted:
        before[counted] = state(folder).get(counted)
    return {"status": status, "output": output, "cpu": cpu, "lines": masked(output), "files": written(folder, before)}


def first_difference(wanted, runs):
    """Where a run is unlike those of wanted, which are alike there; empty: nowhere."""
    first = wanted[0]
    stable = [n for n, line in enumerate(first["lines"]) if all(n < len(w["lines"]) and w["lines"][n] == line for w in wanted)]
    is_whole = all(len(w["lines"]) == len(first["lines"]) for w in wanted)
    for run in runs:
        if run["status"] != first["status"]:
            return "ends with %s in place of %s" % (run["status"], first["status"])
        if is_whole and len(run["lines"]) != len(first["lines"]):
            return "%d lines in place of %d" % (len(run["lines"]), len(first["lines"]))
        for n in stable if is_whole else []:
            if run["lines"][n] != first["lines"][n]:
                return "%s | in place of | %s" % (run["lines"][n].strip(), first["lines"][n].strip())
        for name, digest in first["files"].items():
            if all(w["files"].get(name) == digest for w in wanted) and run["files"].get(name) != digest:
                return "the file " + name
    return ""


def ratio(runs):
    """Of the longest time that the program measures itself, the least of all turns, and that time in seconds; None: it measures none."""
    found = {mode: [own_times(run["output"]) for run in runs[mode]] for mode in ("off", "built")}
    common = set.intersection(*(set(times) for all_times in found.values() for times in all_times))
    off = {shape: min(times[shape] for times in found["off"]) for shape in common}
    longest = max(off, key=off.get, default=None)
    if longest is None or off[longest] <= 0:
        return None
    return {"line": longest[0].strip(), "off_s": off[longest], "built": min(times[longest] for times in found["built"]) / off[longest]}


def compare(words, folder, args, env):
    """Everything that the report has of one command line."""
    counted = folder / "automatic-stats.json"
    counted.unlink(missing_ok=True)
    runs = {mode: [] for mode in MODES}
    for _ in range(args.turns):
        for mode in MODES:
            runs[mode].append(run_once(words, folder, args, env, mode))
    runs["built"].append(run_once(words, folder, args, env, "built", counted))
    result = {mode: first_difference(runs["off"], runs[mode]) for mode in MODES[1:]}
    lines = [len(run["lines"]) for run in runs["off"]]
    result["unstable"] = sum(len(set(line)) > 1 for line in zip(*(run["lines"] for run in runs["off"]))) if len(set(lines)) == 1 else max(lines)
    result["lines"] = max(lines)
    runs["built"].pop()
    result["ratio"] = ratio(runs)
    result["cpu"] = {mode: min(run["cpu"] for run in runs[mode]) for mode in MODES}
    if counted.exists():
        stats = json.loads(counted.read_text())
        result["held"] = stats.get("held", {})
        sequences = [r for r in stats["regions"] if r.get("kind") == "automatic"]
        result["fused"] = sum(r["submissions"] - r["unfused"] for r in sequences)
        result["reasons"] = collections.Counter()
        for r in sequences:
            result["reasons"].update({why["name"]: why["count"] for why in r["reasons"]})
    return result


def listed(counts):
    return ", ".join("%s %d" % (name, count) for name, count in sorted(counts.items()))


def report(results):
    """A table of what the command lines of results did."""
    print("| program | held | fused | reasons | ended by | built | stress | its time, built / off | processor time |\n|---|--:|--:|---|---|---|---|--:|--:|")
    for result in results:
        for run in result.get("automatic", []):
            ends = {name[9:]: count for name, count in run.get("held", {}).items() if name.startswith("ended_by_") and count}
            time = run["ratio"]
            print("| %s | %s | %s | %s | %s | %s | %s | %s | %s |" % (
                result["program"].replace("-sycl", ""), sum(ends.values()), run.get("fused", 0), listed(run.get("reasons", {})), listed(ends),
                run["built"] or "same", run["stress"] or "same", "%.2f of %.3g s" % (time["built"], time["off_s"]) if time else "",
                "%.2f of %.3g s" % (run["cpu"]["built"] / run["cpu"]["off"], run["cpu"]["off"])))
