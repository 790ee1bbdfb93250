# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs sycl-fuse-oracle over many kernels, each file in a process of its own, and adds up what it says:

run_oracle.py --build <build folder> [--ir] [--programs <n>|all] [--natural 1..30] [--sequences 1..5] [--ranges 1..5] [--seed N] [more files]
run_oracle.py --build <build folder> --kernels --hecbench <its folder> --count 40 [--seed N]

--ir         the modules of IR among the tests
--programs   so many of the programs of test/e2e, drawn by the seed, or all
--natural    the programs of natural_regions.py with these seeds, with the launches that they make
--sequences, --ranges   the programs of sycl_program.py
--hecbench   programs of HeCBench, --count of them drawn by the seed, compiled by their makefiles but not linked
More files are objects (.o) or modules of other programs, or sources of programs (.cpp), which --cxx-flags compiles.

The exit status is 1 if a claim is refuted, or if the oracle dies on a file."""
import argparse
import collections
import concurrent.futures
import glob
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
SOURCE = os.path.dirname(TESTS)
COUNT = re.compile(r"^(\d+) (kernels with promoted arguments|kernels recomputed|kernels not run: .*|kernels|draws skipped: .*|claims refuted|pairs of submissions: .*)|, (\d+) (of them cannot be run)|; (\d+) (runs compared|runs repeated|runs)", re.M)
TRAFFIC = re.compile(r"^TRAFFIC: .*: estimated (\d+), recorded ([\d.]+) bytes of each of \d+ work-items(, loops)?(, gathers)?$", re.M)


FLAGS = ("unproved", "kernels", "neighbours", "traffic")


def modules():
    """The IR of the tests; of files that are several, each."""
    folder = tempfile.mkdtemp(prefix="oracle-")
    for number, path in enumerate(sorted(glob.glob(TESTS + "/**/*.ll", recursive=True))):
        with open(path) as file:
            text = file.read()
        if "split-file" not in text:
            yield path
            continue
        parts = os.path.join(folder, str(number))
        if subprocess.run(["/usr/lib/llvm-22/bin/split-file", path, parts], capture_output=True).returncode == 0:
            yield from sorted(glob.glob(parts + "/**/*.ll", recursive=True))


def generated(options, work):
    """Sources of generated programs, with the launches they make where these are known."""
    def output(script, *args):
        return subprocess.run([sys.executable, "-B", f"{TESTS}/random/{script}", *args], capture_output=True, text=True, check=True).stdout

    def seeds(given):
        first, last = map(int, given.split("..")) if given else (1, 0)
        return range(first, last + 1)

    for seed in seeds(options.natural):
        base = f"{work}/natural-{seed}"
        for suffix, script in ((".cpp", "natural_regions.py"), (".json", "natural_sizes.py")):
            with open(base + suffix, "w") as file:
                file.write(output(script, "--seed", str(seed), "--regions", "10"))
        yield base + ".cpp", [f"--sizes={base}.json"]
    for kind in ("sequences", "ranges"):
        for seed in seeds(getattr(options, kind)):
            output("sycl_program.py", kind, f"{work}/{kind}-{seed}.cpp", str(seed))
            yield f"{work}/{kind}-{seed}.cpp", []


def of_hecbench(options, work):
    """The objects of programs of HeCBench; a line for a program that leaves none."""
    sys.path.insert(0, f"{TESTS}/conformance")
    import hecbench
    import suite
    src, work = pathlib.Path(options.hecbench).resolve() / "src", pathlib.Path(work).resolve() / "hecbench"
    hecbench.prepare(src, work)
    all_programs = hecbench.candidates(src)
    drawn = sorted(random.Random(options.seed).sample(all_programs, min(options.count, len(all_programs))))
    env = dict(os.environ, SYCLFUSE_BUILD=os.path.abspath(options.build), SYCLFUSE_CXXFLAGS=f"-gline-tables-only {options.cxx_flags}")

    def objects(path):
        folder = hecbench.copy_program(path, work)
        # Linking becomes a compilation of objects, which leaves nothing.
        make = ["make", "-B", "-k", f"CC={suite.HERE}/sycl-cxx -c", "CUDA=no", "HIP=no", "GPU=no"]
        _, output, _ = suite.step(make, folder, options.limit, env)
        found = [str(o) for o in sorted(folder.rglob("*.o")) if b".llvm.offloading" in o.read_bytes()]
        if not found:
            print(f"not compiled: {path.name}: {suite.reason({'outcome': 'not built', 'output': output})}", flush=True)
        return found

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return [(path, []) for found in pool.map(objects, drawn) for path in found]


def compiled(options, source, work):
    """The object of a program; None, and a line, if it does not compile."""
    target = os.path.join(work, re.sub(r"\W", "_", os.path.relpath(source, SOURCE)) + ".o")
    includes = [f"-I{SOURCE}/runtime-shim/include", f"-I{SOURCE}/manifest/include", f"-I{TESTS}/e2e/Inputs"]
    command = (["ccache"] if options.ccache else []) + ["clang++-22", "-std=c++17", "-O2", "-fsycl", f"-fplugin={options.build}/lib/sycl-fuse-plugin.so"]
    done = subprocess.run(command + includes + options.cxx_flags.split() + ["-c", source, "-o", target], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"not compiled: {source}: {done.stderr.strip().splitlines()[-1:]}")
    return target if done.returncode == 0 else None


def look(options, path, more, work):
    """The oracle's output and its exit status."""
    path = compiled(options, path, work) if path.endswith(".cpp") else path
    if not path:
        return "", 0
    command = [f"{options.build}/bin/sycl-fuse-oracle", f"--seed={options.seed}", f"--draws={options.draws}", *more]
    command += [f"--{name}" for name in FLAGS if getattr(options, name)]
    try:
        done = subprocess.run(command + [path], capture_output=True, text=True, errors="replace", timeout=options.limit)
        return done.stdout, done.returncode
    except subprocess.TimeoutExpired:
        return "", "too slow"


def print_traffic(lines):
    """How the estimate of what a kernel moves compares with what its largest launch touched."""
    ratios = collections.defaultdict(list)
    for estimated, recorded, loops, gathers in lines:
        kind = "with gathers" if gathers else "with loops" if loops else "others"
        if float(recorded) and int(estimated):
            ratios[kind].append(int(estimated) / float(recorded))
        else:
            ratios[kind + ", one of both zero"].append(0)
    for kind, found in sorted(ratios.items()):
        found.sort()
        at = [found[min(len(found) - 1, len(found) * percent // 100)] for percent in (5, 50, 95)]
        print(f"{len(found):8} kernels, traffic estimated / recorded, {kind}: " + " ".join(f"{ratio:.2f}" for ratio in at) + " (5 %, median, 95 %)")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", required=True)
    options.add_argument("--ir", action="store_true")
    options.add_argument("--programs", default="0")
    for name in ("natural", "sequences", "ranges"):
        options.add_argument("--" + name, help="first..last")
    options.add_argument("--seed", type=lambda text: int(text) if text else random.SystemRandom().randrange(1 << 20), default="")
    options.add_argument("--draws", type=int, default=12)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--limit", type=int, default=120, help="seconds for a file")
    for name in FLAGS:
        options.add_argument("--" + name, action="store_true", help="as the oracle's option")
    options.add_argument("--each", action="store_true", help="the counts of each file")
    options.add_argument("--cxx-flags", default="")
    options.add_argument("--ccache", action="store_true")
    options.add_argument("--hecbench", help="the folder of HeCBench")
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--work", help="the folder for programs and objects (default: a new one)")
    options.add_argument("files", nargs="*")
    given = options.parse_args()
    work = given.work or tempfile.mkdtemp(prefix="oracle-")
    os.makedirs(work, exist_ok=True)
    print("seed", given.seed, flush=True)
    files = [(path, []) for path in given.files + (list(modules()) if given.ir else [])] + list(generated(given, work))
    files += of_hecbench(given, work) if given.hecbench else []
    programs = sorted(glob.glob(TESTS + "/e2e/**/*.cpp", recursive=True))
    programs = [p for p in programs if "/Inputs/" not in p]
    count = len(programs) if given.programs == "all" else int(given.programs)
    files += [(path, []) for path in sorted(random.Random(given.seed).sample(programs, count))]
    sums, died, traffic = collections.Counter(), 0, []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for (path, _), (text, status) in zip(files, pool.map(lambda f: look(given, *f, work), files)):
            own = collections.Counter()
            for found in COUNT.finditer(text):
                number, what = (g for g in found.groups() if g is not None)
                sums[what] += int(number)
                own[what] += int(number)
            traffic += TRAFFIC.findall(text)
            told = [line for line in text.splitlines() if line.startswith(("REFUTED", "UNPROVED", "  ", "not read"))]
            print("\n".join([path] + told) if told else "", end="\n" if told else "", flush=True)
            if given.each:
                print(f"{os.path.relpath(path, work)}: " + ", ".join(f"{number} {what}" for what, number in own.items() if number), flush=True)
            if status not in (0, 1):
                died += 1
                print(f"{path}: the oracle ended with {status}", flush=True)
    print(f"{len(files)} files, of which the oracle died on {died}")
    for what, number in sums.items():
        print(f"{number:8} {what}")
    print_traffic(traffic)
    sys.exit(1 if died or sums["claims refuted"] else 0)


if __name__ == "__main__":
    main()
