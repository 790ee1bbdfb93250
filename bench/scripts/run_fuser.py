# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Benchmarks of sycl-fuse; bench/run-fuser.sh says how to call it. Writes device IR and manifests of the wanted sizes, builds
them, and takes the CPU times that the kernel counts for the process and its workers."""
import argparse
import json
import math
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import fuser_programs as programs

def cpu_seconds(command, allowed=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode or (allowed is None and "warning" in run.stderr):
        sys.exit("{} gave {}: {}".format(" ".join(command), run.returncode, run.stderr[-2000:]))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def fuse_time(tool, folder, target, name, rounds, limit):
    """CPU time of one job, the generic variant of a kernel or region; None if it takes longer than the limit."""
    jobs = folder / ("jobs-" + target.replace(":", "-"))
    plan = [tool, "plan", str(folder / "k.ll"), "--manifest", str(folder / "m.json"), "--target", target, "--ptxas=none", "--job-dir", str(jobs)]
    (job,) = [j for j in json.loads(cpu_seconds(plan)[1])["jobs"] if j["id"].startswith(name + ".")]
    command = ["prlimit", "--cpu=%d" % limit, tool, "job", "-o", str(folder / "out.job"), "--time-limit=0", "--ptxas=none", str(jobs / job["input"])]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    return min(cpu_seconds(command)[0] for _ in range(rounds))


def exponent(sizes, times):
    """Slope of the line through (log size, log time); n log n fits 1 and a little more."""
    xs, ys = [math.log(s) for s in sizes], [math.log(t) for t in times]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def passes(output, target=""):
    """The table of --time-passes for a whole target."""
    rows, inside = [], False
    for line in output.splitlines():
        if line.startswith("==="):
            inside = "all jobs for " + target in line
        elif inside and "pass" not in line.split()[-1:]:
            rows.append((float(line.split()[0]), " ".join(line.split()[3:])))
    return rows


def curve(tool, folder, target, row, sizes, end, limit):
    """The row of one target. Sizes at which the time is up are left out, and those beyond one that takes longer than the limit."""
    make, name = row
    times = []
    for size in sizes:
        make(folder, size)
        seconds = fuse_time(tool, folder, target, name, 1, limit) if time.time() < end else None
        if seconds is None:
            break
        times.append(seconds)
    cells = ["{:.2f}".format(t) for t in times] + ([f"> {limit}"] if len(times) < len(sizes) and time.time() < end else [])
    cells += ["–"] * (len(sizes) - len(cells))
    slope = "{:.2f}".format(exponent(sizes[:len(times)], times)) if len(times) > 2 else "–"
    return "| {} | {} | {} |".format(target, " | ".join(cells), slope)


CURVES = {
    "kernels in a region": ([25, 50, 100, 200], lambda f, n: programs.one_region(f, n, 4, 4), "r0"),
    "instructions in a kernel": ([1250, 2500, 5000, 10000], lambda f, n: programs.one_region(f, 1, 8, n), "r0"),
    "arguments of a region": ([16, 32, 64, 128], lambda f, n: programs.one_region(f, 1, n, 2 * n), "r0"),
    "sums with carry in a kernel": ([400, 800, 1600, 3200], lambda f, n: programs.one_kernel(f, programs.carries(n // 2), "range"), "K0"),
    "exchanges of sub-groups in a kernel": ([16, 32, 64, 128], lambda f, n: programs.one_kernel(f, programs.sub_groups(n), "nd_range"), "K0"),
    "exchanges of sub-groups, each in a loop": ([16, 32, 64, 128], lambda f, n: programs.one_kernel(f, programs.sub_groups(n, True), "nd_range"), "K0"),
    "barriers in a kernel": ([16, 32, 64, 128], lambda f, n: programs.one_kernel(f, programs.barriers(n // 2), "nd_range"), "K0")}
PROGRAMS = [(75, 12), (150, 25), (300, 50)]


def whole_program(tool, folder, targets, kernels, regions):
    """The row of one program, and its seconds of CPU. One build for all targets, with a process for each of two cores."""
    programs.whole_program(folder, kernels, regions)
    command = [tool, "build", str(folder / "k.ll"), "--manifest", str(folder / "m.json"), "-o", str(folder / "out.o"), "-j2", "--time-passes", "--no-cost-model"]
    for target in targets:
        command += ["--target", target]
    started = time.time()
    seconds, output = cpu_seconds(command, allowed="")
    wall = time.time() - started
    jobs = sorted(((float(ms) / 1000, name) for name, ms in re.findall(r"^=== (?!all jobs)(\S+): ([0-9.]+) ms of CPU", output, re.M)), reverse=True)
    total, most, count = sum(s for s, _ in jobs), 0, 0
    while count < len(jobs) and most < 0.8 * total:
        most += jobs[count][0]
        count += 1
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print("{} kernels, where the time goes: {}".format(kernels, "; ".join(where_it_goes(output, targets))), file=sys.stderr)
    return "| {} | {} | {} | {:.1f} | {:.0f} | {} | {:.2f} ({}) | {} |".format(
        kernels, regions, len(jobs), seconds, wall, memory, jobs[0][0], jobs[0][1], "{:.0f} %".format(100 * count / len(jobs))), seconds


def where_it_goes(output, targets):
    """For each target, its share of the time and its most expensive passes."""
    for target in targets:
        rows = passes(output, target)
        total = sum(ms for ms, _ in rows)
        yield "{} {:.1f} s ({})".format(target, total / 1000, ", ".join("{} {:.0f} %".format(what, 100 * ms / max(total, 1)) for ms, what in rows[:6]))


def programs_table(options, tool, folder, end):
    lines = ["", "## Whole programs", "", "Kernels of several kinds, the first of which are in regions of six, for all targets at once with `-j2`. Memory is that of the largest process.", "",
             "| kernels | regions | jobs | s of CPU | s of the clock | MiB | s of the worst job | jobs that take 80 % |", "|---|---|---|---|---|---|---|---|"]
    sizes, times = [], []
    for kernels, regions in options.programs or PROGRAMS:
        if time.time() < end:
            row, seconds = whole_program(tool, folder, options.targets.split(","), kernels, regions)
            lines.append(row)
            sizes.append(kernels)
            times.append(seconds)
            print(row, file=sys.stderr, flush=True)
    return lines + ["", "Exponent of the CPU time over the kernels: {:.2f}".format(exponent(sizes, times)) if len(times) > 1 else ""]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--build", default=None)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--targets", default="native,cuda:sm_90,hip:gfx90a,spirv")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--bound", type=float, default=900)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--programs", type=lambda text: [tuple(map(int, p.split("/"))) for p in text.split(",")])
    parser.add_argument("--tool")
    options = parser.parse_args()
    tool = options.tool or str(pathlib.Path(options.build or options.root / "build") / "bin/sycl-fuse")
    with tempfile.TemporaryDirectory() as name:
        text = "\n".join(["# Throughput of sycl-fuse"] + tables(options, tool, pathlib.Path(name))) + "\n"
    if options.out:
        options.out.write_text(text)
    print(text, end="")


def tables(options, tool, folder):
    end = time.time() + options.bound
    lines = chain_table(options, tool, folder) if options.only in "chain" else []
    for title, (sizes, make, name) in CURVES.items():
        if options.only not in title:
            continue
        sizes = sizes[:-1] if options.quick else sizes
        lines += ["", "## " + title[0].upper() + title[1:], "", "Seconds of CPU for one job.", "", "| target | " + " | ".join(map(str, sizes)) + " | exponent |",
                  "|---" * (len(sizes) + 2) + "|"]
        for target in options.targets.split(","):
            lines.append(curve(tool, folder, target, (make, name), sizes, end, options.limit))
    return lines + (programs_table(options, tool, folder, end) if options.only in "programs" else [])


def chain_table(options, tool, folder):
    programs.one_region(folder, 4, 4, 2)
    lines = ["", "Four kernels like the chain's and their region (sizes known at run time only), CPU time of everything: start, reading, all jobs, the object.", "",
             "| target | jobs | ms of CPU per job, all in | most expensive passes (ms, all jobs) |", "|---|---|---|---|"]
    for target in options.targets.split(","):
        inputs = [str(folder / "k.ll"), "--manifest", str(folder / "m.json"), "--target", target, "--ptxas=none"]
        command = [tool, "build", *inputs, "-o", str(folder / "out.o")]
        jobs = len(json.loads(cpu_seconds([tool, "plan", *inputs])[1])["jobs"])
        seconds = min(cpu_seconds(command)[0] for _ in range(3))
        _, output = cpu_seconds(command + ["--time-passes"])
        worst = ", ".join("{} {:.1f}".format(what, ms) for ms, what in passes(output)[:5])
        lines.append("| {} | {} | {:.1f} | {} |".format(target, jobs, 1000 * seconds / jobs, worst))
    return lines


main()
