# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Benchmarks of sycl-fuse; bench/run-fuser.sh says how to call it. Writes device IR and manifests of the wanted sizes, builds
them, and takes the CPU times that the kernel counts for the process and its workers."""
import argparse
import json
import math
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

POINTER = 8


def kernel_ir(name, arguments, instructions, first):
    """A kernel that reads all pointers but the last, does `instructions` floating-point operations, and writes the last."""
    pointers = ", ".join(["ptr addrspace(1)"] * arguments)
    lines = [f"define spir_kernel void @{name}(ptr byval({{{pointers}}}) align 8 %c) {{",
             "  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)"]
    for i in range(arguments):
        lines += [f"  %f{i} = getelementptr i8, ptr %c, i64 {i * POINTER}", f"  %p{i} = load ptr addrspace(1), ptr %f{i}",
                  f"  %e{i} = getelementptr float, ptr addrspace(1) %p{i}, i64 %id"]
    for i in range(arguments - 1):
        lines.append(f"  %v{i} = load float, ptr addrspace(1) %e{i}")
    value = "%v0"
    for i in range(instructions):
        operation = ("fadd", "fmul", "fsub")[(i + first) % 3]
        lines.append(f"  %x{i} = {operation} float {value}, %v{(i * 7 + 1) % (arguments - 1)}")
        value = f"%x{i}"
    return "\n".join(lines + [f"  store float {value}, ptr addrspace(1) %e{arguments - 1}", "  ret void", "}"])


def program(folder, kernels, arguments, instructions):
    """One region of `kernels` kernels, each with its own code."""
    where = {"file": "bench.cpp", "line": 1, "column": 1}
    names = [f"K{i}" for i in range(kernels)]
    text = "\n".join(kernel_ir(name, arguments, instructions, i) for i, name in enumerate(names))
    (folder / "k.ll").write_text('target triple = "spirv64-unknown-unknown"\ndeclare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)\n' + text)
    parameters = [{"name": f"p{i}", "kind": "pointer", "type": "float", "offset": i * POINTER, "size": POINTER} for i in range(arguments)]
    (folder / "m.json").write_text(json.dumps({
        "schema": "sycl-fuse-manifest", "version": 1, "sources": [], "targets": [],
        "kernels": [{"symbol": name, "name": name, "location": where, "kind": "range", "dimensions": 1, "closure_size": arguments * POINTER,
                     "closure_align": 8, "parameters": parameters} for name in names],
        "regions": [{"name": "r", "kind": "fusion_wrapper", "source": {"begin": where, "end": where}, "barriers": True, "nd_ranges": [],
                     "submissions": [{"kernel": name, "kind": "range", "dimensions": 1, "arguments": []} for name in names]}]}))


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode or "warning" in run.stderr:
        sys.exit("{} gave {}: {}".format(" ".join(command), run.returncode, run.stderr[-2000:]))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def fuse_time(tool, folder, target, rounds):
    """CPU time of one job, the region's generic variant; the inputs are prepared as well."""
    command = [tool, "build", str(folder / "k.ll"), "--manifest", str(folder / "m.json"), "--target", target, "--ptxas=none",
               "--job", "r.generic." + target.replace(":", "-"), "-o", str(folder / "out.job")]
    return min(cpu_seconds(command)[0] for _ in range(rounds))


def exponent(sizes, times):
    """Slope of the line through (log size, log time); n log n fits 1 and a little more."""
    xs, ys = [math.log(s) for s in sizes], [math.log(t) for t in times]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def passes(output):
    """The table of --time-passes for the whole target."""
    rows, inside = [], False
    for line in output.splitlines():
        if line.startswith("==="):
            inside = "all jobs for" in line
        elif inside and "pass" not in line.split()[-1:]:
            rows.append((float(line.split()[0]), " ".join(line.split()[3:])))
    return rows


def curve(tool, folder, target, sizes, shape, end):
    """The row of one target. Sizes at which the time is up are left out."""
    times = []
    for size in sizes:
        if time.time() > end:
            break
        program(folder, *shape(size))
        times.append(fuse_time(tool, folder, target, 1 if size == sizes[-1] else 2))
    cells = ["{:.2f}".format(t) for t in times] + ["–"] * (len(sizes) - len(times))
    slope = "{:.2f}".format(exponent(sizes[:len(times)], times)) if len(times) > 2 else "–"
    return "| {} | {} | {} |".format(target, " | ".join(cells), slope)


CURVES = [("kernels in a region", [25, 50, 100, 200], lambda n: (n, 4, 4)),
          ("instructions in a kernel", [1250, 2500, 5000, 10000], lambda n: (1, 8, n)),
          ("arguments of a region", [16, 32, 64, 128], lambda n: (1, n, 2 * n))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--build", default=None)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--targets", default="native,cuda:sm_90,hip:gfx90a,spirv")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--bound", type=float, default=900)
    options = parser.parse_args()
    end = time.time() + options.bound
    tool = str(pathlib.Path(options.build or options.root / "build") / "bin/sycl-fuse")
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program(folder, 4, 4, 2)
        lines += ["# Throughput of sycl-fuse", "", "Four kernels like the chain's and their region (sizes known at run time only), CPU time of everything: start, reading, all jobs, the object.", "",
                  "| target | jobs | ms of CPU per job, all in | most expensive passes (ms, all jobs) |", "|---|---|---|---|"]
        for target in options.targets.split(","):
            inputs = [str(folder / "k.ll"), "--manifest", str(folder / "m.json"), "--target", target, "--ptxas=none"]
            command = [tool, "build", *inputs, "-o", str(folder / "out.o")]
            jobs = len(json.loads(cpu_seconds([tool, "plan", *inputs])[1])["jobs"])
            seconds = min(cpu_seconds(command)[0] for _ in range(3))
            _, output = cpu_seconds(command + ["--time-passes"])
            worst = ", ".join("{} {:.1f}".format(what, ms) for ms, what in passes(output)[:5])
            lines.append("| {} | {} | {:.1f} | {} |".format(target, jobs, 1000 * seconds / jobs, worst))
        for title, sizes, shape in CURVES:
            sizes = sizes[:-1] if options.quick else sizes
            lines += ["", "## " + title[0].upper() + title[1:], "", "Seconds of CPU for one job of the region.", "",
                      "| target | " + " | ".join(map(str, sizes)) + " | exponent |", "|---" * (len(sizes) + 2) + "|"]
            for target in options.targets.split(","):
                lines.append(curve(tool, folder, target, sizes, shape, end))
    text = "\n".join(lines) + "\n"
    if options.out:
        options.out.write_text(text)
    print(text, end="")


main()
