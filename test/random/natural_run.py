# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs the programs of natural_regions.py for many seeds, and prints how their regions did:

natural_run.py --seeds 1..20 --prefix <installed SyclFuse> [--regions 10] [--jobs 1] [--work <folder>] [--fuser-args ...]

A region that is wrong is listed with the codes of the build's messages about it: none, SF3050 where it is trusted, SF3049 or SF3029 where it
was cut, so that one of its segments is wrong. A region that sycl-fuse could not build counts as a crash if the message is SF3032."""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LINE = re.compile(r"region (\d+) \| (.*?) \| (.*?) \| (right|WRONG|REFERENCE)(.*)")
MESSAGE = re.compile(r"(?:warning|error|remark): .*?(?:K<(\d+),|r(\d+)::).*")


def step(command, log, limit=600):
    """The exit status of a command whose messages go into a file; 124 if it took too long."""
    with open(log, "a") as file:
        try:
            return subprocess.run(command, stdout=file, stderr=file, timeout=limit).returncode
        except subprocess.TimeoutExpired:
            return 124


def build(options, base):
    """The step that failed, or None."""
    prefix, log = options.prefix, base + ".log"
    for file in (log, base + ".txt", base):
        if os.path.exists(file):
            os.remove(file)
    with open(base + ".cpp", "w") as file:
        command = [sys.executable, "-B", os.path.join(HERE, "natural_regions.py"), "--seed", base.rsplit("-", 1)[1]]
        command += ["--regions", str(options.regions), "--kernels", str(options.kernels)] + (["--lean"] if options.lean else [])
        if subprocess.run(command, stdout=file).returncode:
            return "generator"
    steps = {"compiler": options.cxx.split() + ["-c", base + ".cpp", "-o", base + ".o"],
             "sycl-fuse": [f"{prefix}/bin/sycl-fuse", "build"] + options.fuser_args + [base + ".o", "-o", base + ".fusion.o"],
             "linker": [next(word for word in options.cxx.split() if "clang++" in word), base + ".o", base + ".fusion.o", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-lsycl-fuse-rt", "-o", base]}
    return next((name for name, command in steps.items() if step(command, log) != 0), None)


def messages(log):
    """The codes of the build's messages for each region."""
    codes = collections.defaultdict(collections.Counter)
    with open(log) as file:
        for line in file:
            found = MESSAGE.search(line)
            if found:
                codes[int(found.group(1) or found.group(2))].update(re.findall(r"\[(SF\d+)\]", line))
    return codes


def one_seed(options, seed):
    """What the build said, and the lines of the regions."""
    base = os.path.join(options.work, f"natural-{seed}")
    failed = build(options, base)
    if failed:
        return seed, failed, {}, []
    status = step([base], base + ".txt", 120)
    with open(base + ".txt") as file:
        lines = [m.groups() for m in map(LINE.match, file) if m]
    failed = None if len(lines) == options.regions else f"run (exit status {status} after region {len(lines) - 1})"
    if not options.keep:
        for suffix in ("", ".o", ".fusion.o"):
            os.remove(base + suffix)
    return seed, failed, messages(base + ".log"), lines


def wrongness(kinds, said, detail):
    if "aot" not in detail.split(":")[0]:
        return "WRONG although the region ran unfused"
    if "SF3029" in said:
        return "WRONG fused, though the build proved it for one of the sizes (SF3029, an error by default)"
    if "SF3050" not in said:
        return "WRONG fused, silent"
    loaded = any(kind in kinds for kind in ("gathered", "scattered", "histogram"))
    return "WRONG fused, warned of (SF3050), " + ("with an index that was loaded" if loaded else "no index is loaded")


def tally(result, table, wrong):
    """Adds one seed's regions to the table, and wrong ones and crashes to the list."""
    seed, failed, codes, lines = result
    if failed:
        table[f"programs that failed: {failed.split(' ')[0]}"] += 1
        wrong.append(f"seed {seed}: the {failed} failed")
    for number, kinds, outcome, verdict, detail in lines:
        said = codes.get(int(number), {})
        fused = "aot" in outcome
        reasons = sorted({o.rsplit(", ", 1)[1].split(" ")[0] for o in outcome.split("; ") if o.startswith("unfused")})
        table["regions"] += 1
        if "SF3032" in said:
            table["regions that crashed the compiler (SF3032)"] += 1
            wrong.append(f"seed {seed} region {number}: CRASH | {kinds}")
        if verdict == "REFERENCE":
            table["unfused differs from the host"] += 1
        elif verdict == "WRONG":
            table[wrongness(kinds, said, detail)] += 1
        elif fused:
            table["right, fused" if not reasons else "right, fused for some sizes"] += 1
        else:
            table[f"right, unfused: {' '.join(reasons)}"] += 1
        if verdict != "right":
            wrong.append(f"seed {seed} region {number}: {verdict}{detail} | {kinds} | {' '.join(sorted(said)) or 'silent'}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seeds", required=True, help="first..last; a number alone: so many, from SYCLFUSE_SEED or a random one on")
    options.add_argument("--prefix", required=True, help="where SyclFuse is installed")
    options.add_argument("--regions", type=int, default=10)
    options.add_argument("--kernels", type=int, default=0)
    options.add_argument("--jobs", type=int, default=1, help="programs at a time")
    options.add_argument("--minutes", type=float, default=1e9, help="begins no program after that time")
    options.add_argument("--work", help="the folder for programs and their logs (default: a new one)")
    options.add_argument("--lean", action="store_true", help="as the generator's option")
    options.add_argument("--cxx", help="how SYCL programs are compiled (default: clang++-22 with the installed plugin)")
    options.add_argument("--keep", action="store_true", help="keep objects and executables")
    options.add_argument("--fuser-args", nargs=argparse.REMAINDER, default=["--no-error", "SF3009,SF3026"])
    given = options.parse_args()
    given.cxx = given.cxx or f"clang++-22 -std=c++17 -O2 -fsycl -fplugin={given.prefix}/lib/sycl-fuse-plugin.so -isystem {given.prefix}/include"
    given.work = given.work or tempfile.mkdtemp(prefix="natural-")
    os.makedirs(given.work, exist_ok=True)
    if ".." in given.seeds:
        first, last = map(int, given.seeds.split(".."))
    else:
        first = int(os.environ.get("SYCLFUSE_SEED") or random.randrange(10**6, 10**9))
        last = first + int(given.seeds) - 1
    print(f"seeds {first}..{last}", flush=True)
    table, wrong, until = collections.Counter(), [], time.monotonic() + 60 * given.minutes
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for result in pool.map(lambda seed: one_seed(given, seed) if time.monotonic() < until else None, range(first, last + 1)):
            if not result:
                continue
            before = len(wrong)
            tally(result, table, wrong)
            print("\n".join([f"seed {result[0]}: {len(result[3])} regions"] + ["  " + w for w in wrong[before:]]), flush=True)
    print(f"\nprograms, messages and results are in {given.work}")
    for name, count in sorted(table.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:6} {name}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
