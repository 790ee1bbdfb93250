#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which neighbouring kernels of HeCBench's programs fuse, and why the others do not.

Programs are taken in an order that a seed draws, out of those that seem to submit two kernels or more in a loop. Each is built for automatic fusion and run once,
smaller than its makefile has it (hecbench.py). A pair is two kernels that stand one after the other in a sequence that the plugin has recorded. It is

  fused    if a fused kernel that the build means to be used has both, and no run refused all that have them,
  unbuilt  with the codes of the messages about its second kernel,
  refused  with the reasons of the run.

A second step draws --pairs of them, at most --per-program of one program. What kind of pair a refused one is takes somebody who reads the two kernels: --kinds names a
file of lines "program first second kind"; without a line a refused pair is of kind "?". Pairs of kind "launch" (the second kernel needs the whole launch of the first) and
"gather" (through an index from memory) are drawn past. The results of each program are kept in --work, and are not made again.
"""
import collections
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys

import hecbench
import suite

NOT_COUNTED = ("launch", "gather", "host")
LAUNCH = re.compile(r"^sycl-fuse: launch: (?:fused .* \[(.*)\] \{|([^{]*?)(?: \{| on ))")
BETWEEN_NAMES = re.compile(r", (?![^<]*>)")  # not within template arguments
MESSAGE = re.compile(r"^(?:[^\s:]+:\d+:\d+: )?(?:note|warning|error|remark): (.*) \[(SF\d+)\]$", re.MULTILINE)


def inspect(paths, args):
    command = [str(args.build / "bin/sycl-fuse"), "inspect", "--json"] + [str(path) for path in paths]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(done.stdout)["files"] if done.stdout else []


def pairs_of(sequence):
    return list(zip(sequence, sequence[1:]))


def kernels_of(region):
    return [submission["kernel"] for submission in region["submissions"]]


def is_used(region):
    """Whether some variant is there to be launched."""
    return any("unprofitable" not in variant["flags"] for variant in region["variants"])


def recorded(files):
    """Names by symbol, and the pairs of all sequences in the order of the source."""
    names, pairs = {}, {}
    for manifest in (found["manifest"] for found in files if found.get("manifest")):
        names.update((kernel["symbol"], kernel.get("name", kernel["symbol"])) for kernel in manifest["kernels"])
        for region in manifest["regions"]:
            if region.get("kind") == "automatic":
                pairs.update((pair, region["name"]) for pair in pairs_of(kernels_of(region)))
    return names, pairs


def messages_about(name, output):
    return sorted({(code, text) for text, code in MESSAGE.findall(output)
                   if re.match(r"kernel '%s' (cannot be fused|is not fused)|.*'%s'" % (re.escape(name), re.escape(name)), text)})


def known_as(name):
    """The same for copies and fills as kernels, and as the driver's."""
    found = re.match(r"(copy|fill)[< ]|mem(cpy|set)\b", name)
    return name if not found else "copy" if found[0].startswith(("copy", "memcpy")) else "fill"


def traced(output):
    """Pairs of names that were launched as one kernel, and those that were launched one after the other."""
    together, apart, before = collections.Counter(), collections.Counter(), None
    for line in output.splitlines():
        found = LAUNCH.search(line)
        if not found:
            continue
        names = BETWEEN_NAMES.split(found[1]) if found[1] else [found[2]]
        together.update(pairs_of(names))
        if before:
            apart[before, names[0]] += 1
        before = names[-1]
    return together, apart


def run(folder, args, env):
    """What became of the kernels in its runs."""
    runs, together, apart, reasons = [], collections.Counter(), collections.Counter(), collections.defaultdict(collections.Counter)
    for number, line in enumerate(json.loads((folder / hecbench.LINES).read_text())):
        stats = folder / ("pairs-%d.json" % number)
        stats.unlink(missing_ok=True)
        for shrink, repeat in ((args.shrink, args.repeat), (32 * args.shrink, 2)):
            words = hecbench.quicker(line, shrink, repeat)
            status, output, _ = suite.step(words, folder, args.limit, dict(env, SYCL_FUSE_TRACE="1", SYCL_FUSE_STATS=str(stats)), args.clock_limit)
            if status is not None:
                break
        plain = "\n".join(line for line in output.splitlines() if not line.startswith("sycl-fuse: launch"))
        runs.append({"command": shlex.join(words), "outcome": suite.outcome_of_run(status, plain)})
        for total, more in zip((together, apart), traced(output)):
            total.update(more)
        for region in json.loads(stats.read_text())["regions"] if stats.exists() else []:
            reasons[region["name"]].update({reason["name"]: reason["count"] for reason in region["reasons"]})
    return {"runs": runs, "together": [[*pair, count] for pair, count in together.items()],
            "apart": [[*pair, count] for pair, count in apart.items()], "reasons": reasons}


def measure(path, args, env):
    """Everything about one program; of one that was built or run before, what was found then."""
    kept, kept_run = (args.work / (path.name + kind) for kind in (".built.json", ".run.json"))
    if not kept.exists():
        kept.write_text(json.dumps(build(path, args, env), indent=1))
    result = json.loads(kept.read_text())
    if result["pairs"] and not kept_run.exists():
        kept_run.write_text(json.dumps(run(args.work / path.name, args, env), indent=1))
    return dict(result, **(json.loads(kept_run.read_text()) if result["pairs"] else {}))


def build(path, args, env):
    result = {"program": path.name, "outcome": "not built", "seconds": {}, "pairs": []}
    hecbench.build_program(path, args, env, result)
    folder = args.work / path.name
    if result["outcome"] != "passed":
        return result
    files = inspect([folder / "main"] + sorted(folder.rglob("*.o")), args)
    names, pairs = recorded(files)
    built = [region for found in files for bundle in found["bundles"] for region in bundle["regions"]]
    for (first, second), name in pairs.items():
        having = [region for region in built if (first, second) in pairs_of(kernels_of(region))]
        result["pairs"].append({
            "first": names.get(first, first), "second": names.get(second, second), "sequence": name, "symbols": [first, second],
            "built": any(is_used(region) for region in having), "slower": any(region["variants"] for region in having),
            "messages": messages_about(names.get(second, second), result["output"])})
    return result


def fate_of(pair, result):
    """fused, refused (with the reasons of the run), built (it was not submitted), slower, unbuilt (with the codes of the build)."""
    names = known_as(pair["first"]), known_as(pair["second"])
    together, was_apart = (any(names == (known_as(first), known_as(second)) for first, second, _ in result[how]) for how in ("together", "apart"))
    if together:
        return "fused", ""
    if pair["built"]:
        reasons = sorted({name for counts in result["reasons"].values() for name in counts}) if was_apart else []
        return ("refused" if was_apart else "built"), ", ".join(reasons)
    return ("slower" if pair["slower"] else "unbuilt"), ", ".join(sorted({code for code, _ in pair["messages"]}))


def read_kinds(path):
    lines = [line.split("|") for line in path.read_text().splitlines() if not line.startswith("#")]
    return {tuple(words[:3]): words[3] for words in lines}


def draw(results, args):
    """Pairs in the order that the seed draws, without those that do not count, with kinds and fates."""
    chance, all_pairs = random.Random(args.seed), []
    for result in results:
        pairs = list(result["pairs"])
        chance.shuffle(pairs)
        all_pairs += [(result, pair) for pair in pairs[:args.per_program]]
    chance.shuffle(all_pairs)
    kinds, drawn, passed = read_kinds(args.kinds), [], []
    for result, pair in all_pairs:
        program = result["program"].replace("-sycl", "")
        kind = kinds.get((program, pair["first"], pair["second"]), "?")
        row = (program, pair["first"], pair["second"], kind, *fate_of(pair, result))
        (passed if kind in NOT_COUNTED else drawn).append(row)
        if len(drawn) == args.pairs:
            break
    return drawn, passed


def print_table(rows):
    print("| program | first | second | kind | fate | reason |\n|---|---|---|---|---|---|")
    for row in sorted(rows, key=lambda row: (row[4] != "fused", row)):
        print("| %s |" % " | ".join(row))


def main():
    parser = suite.parser(__doc__, "HeCBench", "hecbench-pairs")
    parser.add_argument("--seed", type=int, default=60)
    parser.add_argument("--count", type=int, default=60, help="how many programs")
    parser.add_argument("--in-loop", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--per-program", type=int, default=3)
    parser.add_argument("--kinds", type=pathlib.Path, default=suite.HERE / "hecbench_pairs.txt", help="what kinds of pairs there are, as somebody has read them")
    parser.add_argument("--program", action="append", help="this one instead, may be repeated")
    parser.add_argument("--shrink", type=int, default=16)
    parser.add_argument("--repeat", type=int, default=5)
    args = parser.parse_args()
    src, args.work = args.suite.resolve() / "src", args.work.resolve()
    args.gpu = args.any_device = False
    programs = hecbench.candidates(src, args.in_loop)
    random.Random(args.seed).shuffle(programs)
    if args.program:
        programs = [src / name for name in args.program]
    hecbench.prepare(src, args.work)
    env = dict(suite.environment(args), SYCLFUSE_AUTOMATIC="1")
    results = []
    for path in programs[:args.count]:
        results.append(measure(path, args, env))
        print(path.name, results[-1]["outcome"], len(results[-1]["pairs"]), file=sys.stderr, flush=True)
    drawn, passed = draw(results, args)
    print_table(drawn)
    print("\nDrawn past:\n")
    print_table(passed)
    fates = collections.Counter(row[4] for row in drawn)
    print("\n%d pairs: %s" % (len(drawn), ", ".join("%s %d" % found for found in sorted(fates.items()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
