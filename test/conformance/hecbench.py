#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws programs of HeCBench with a seed, builds each by its makefile, and runs it as its makefile does.

Programs that need a library beyond SYCL, or data that is not there, are not drawn. The last number of a command line, which is how often things are repeated, becomes 1 (--repeat);
a program that takes too long is run again with its other large numbers divided by --shrink, and with 1 for a small number that is its only one.
If that takes too long as well, and the suite's OpenMP variant of the program does too, on the CPU, it is "too large" for the machine.

--in-loop N draws among programs with N kernels or more in a loop, by what their text looks like. --automatic builds for automatic fusion,
runs each program without it, with it and in its stress mode in turns, and compares what they print and write (hecbench_automatic.py); with
--repeat, since a time loop of one round shows little.

--only build leaves the programs in --work with their command lines; --only run runs what lies there. --pack FILE.tgz makes an archive of what lies there,
to be run on another machine, which needs neither a compiler nor make but python3:
  tar xf FILE.tgz && python3 hecbench/hecbench.py hecbench --only run --work hecbench/programs --clock-limit 20
"""
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import sys
import time

import hecbench_automatic
import hecbench_loops
import suite

FOREIGN_HEADER = re.compile(
    r'#\s*include\s*[<"](oneapi/|oneapi\.|mkl|dpct|mpi\.h|omp\.h|boost/|gsl/|cuda|nvml|cublas|thrust|opencv|png|jpeg|zlib|hdf5|netcdf|CL/cl\.h'
    r'|level_zero|sycl/ext/intel/(experimental/)?(esimd|fpga)|sycl/ext/oneapi/experimental/(cuda|bindless)|immintrin|tbb/|nccl|ccl|dnnl|gdal/)')
FOREIGN_FLAG = re.compile(r"-q?mkl|-lmpi|mpicxx|-fopenmp|-qopenmp|-lgsl|-lboost|-ldnnl|-lcuda|onedpl|DPL_ROOT|ONEDPL|PYTHON_CMD", re.IGNORECASE)
LINES = "command-lines.json"


def is_foreign(folder):
    if FOREIGN_FLAG.search((folder / "Makefile").read_text(errors="replace")):
        return True
    sources = [path for path in folder.rglob("*") if path.suffix in (".cpp", ".cc", ".h", ".hpp", ".dp.cpp", ".inc")]
    return any(FOREIGN_HEADER.search(path.read_text(errors="replace")) for path in sources)


def neighbours(folder):
    """Folders beside it that its makefile names."""
    names = re.findall(r"\.\./(\w[\w+.-]*)", (folder / "Makefile").read_text(errors="replace"))
    return [folder.parent / name for name in names if (folder.parent / name).is_dir()]


def lacks_data(folder):
    """Whether its command lines name files that are not there, or there are archives that are to be downloaded."""
    for path in (path for place in [folder] + neighbours(folder) for path in place.rglob("*.dvc")):
        if not path.with_name(re.sub(r"(\.tar)?(\.\w+)?\.dvc$", "", path.name)).exists():
            return True
    words = [word for line in commands(folder, dict(os.environ)) for word in shlex.split(line)[1:]]
    return any(re.search(r"[a-zA-Z]", word) and ("/" in word or re.search(r"\.[a-z]{2,4}$", word)) and not (folder / word).exists()
               for word in words)


def candidates(src, in_loop):
    found = [path for path in sorted(src.glob("*-sycl")) if (path / "Makefile").exists() and not is_foreign(path)]
    return [path for path in found if not lacks_data(path) and (in_loop == 0 or hecbench_loops.most_kernels(path) >= in_loop)]


def prepare(src, work):
    """A folder like src for programs to lie in: links to everything, so that ../other-cuda/file.h is found."""
    work.mkdir(parents=True, exist_ok=True)
    for path in src.iterdir():
        link = work / path.name
        if not path.name.endswith("-sycl") and not link.exists():
            link.symlink_to(path.resolve())


def commands(folder, env):
    """The lines of the makefile's target run that start programs."""
    status, output, _ = suite.step(["make", "-n", "-o", "main", "CC=:", "LAUNCHER=", "run"], folder, 60, env)
    lines = [line.strip() for line in output.replace("\\\n", " ").splitlines()]
    starts = [line for line in lines if re.match(r"(\S+=\S+ )*\./", line)]
    return starts[:3] if status == 0 else []


def quicker(line, divisor, repeat):
    """The command with its last number as repeat, if it was more, and other numbers from 512 on divided."""
    words = shlex.split(line)
    numbers = [n for n, word in enumerate(words) if n and word.isdigit()]
    if len(numbers) > 1 or (divisor > 1 and numbers and int(words[numbers[0]]) < 512):
        last = numbers.pop()
        words[last] = str(min(int(words[last]), repeat))
    for n in numbers:
        if divisor > 1 and int(words[n]) >= 512:
            words[n] = str(int(words[n]) // divisor)
    return words


def categories(benchmarks):
    """By program, from benchmarks.yaml, whose form is regular."""
    text = benchmarks.read_text() if benchmarks.exists() else ""
    return {name + "-sycl": category for name, category in re.findall(r"^(\S+):\n  categories: \[([^],]+)", text, re.MULTILINE)}


def run_line(line, folder, args, env, result):
    """Quick first; as it is written where that is refused, smaller where it takes too long, or for comparisons."""
    def run(words):
        status, result["output"], result["seconds"]["run"] = suite.step(words, folder, args.limit, env, args.clock_limit)
        result["outcome"], result["command"] = suite.outcome_of_run(status, result["output"]), shlex.join(words)

    if not args.automatic:  # which runs it many times
        run(quicker(line, 1, args.repeat))
        if result["outcome"] in ("complained", "run failed"):
            run(shlex.split(line))
    if args.automatic or result["outcome"] == "timed out":
        run(quicker(line, args.shrink, args.repeat))
    if result["outcome"] == "timed out" and not args.no_openmp and openmp_takes_as_long(folder.name, shlex.split(result["command"]), args, env):
        result["outcome"] = "too large"


def openmp_takes_as_long(name, words, args, env):
    """Whether the same program with OpenMP, built for the CPU, does not end within the limit either."""
    name = name.replace("-sycl", "-omp")
    source, folder = args.suite.resolve() / "src" / name, args.work / name
    if not (source / "Makefile").exists() or not shutil.which("make"):
        return False
    if folder.is_symlink():
        folder.unlink()
    shutil.copytree(source, folder, ignore_dangling_symlinks=True, dirs_exist_ok=True)
    make = ["make", "-B", "CC=%s" % (suite.HERE / "omp-cxx"), "DEVICE=cpu"]
    return suite.step(make, folder, args.build_limit, env)[0] == 0 and suite.step(words, folder, args.limit, env)[0] is None


def copy_program(path, work):
    """A new copy of the program's folder in work, with the folders beside it that it needs."""
    shutil.rmtree(work / path.name, ignore_errors=True)
    for name in (path.name, path.name.replace("-sycl", "-cuda"), *(place.name for place in neighbours(path))):
        if (path.parent / name).exists() and not (work / name).exists():
            shutil.copytree(path.parent / name, work / name, ignore_dangling_symlinks=True)
    return work / path.name


def build_program(path, args, env, result):
    """Leaves the program in its folder, beside a file with its command lines."""
    folder = copy_program(path, args.work)
    # Everything anew: in the checkout another compiler may have left its objects.
    make = ["make", "-B", "CC=%s" % (suite.HERE / "sycl-cxx"), "CUDA=no", "HIP=no",
            "GPU=%s" % ("yes" if args.gpu or args.any_device else "no")]
    status, result["output"], result["seconds"]["build"] = suite.step(make, folder, args.build_limit, env, args.build_clock_limit)
    result["diagnostics"] = sorted(set(re.findall(r"\[SF\d+\]", result["output"])))
    if status == 0:
        (folder / LINES).write_text(json.dumps(commands(folder, env)))
        result["outcome"] = "passed"


def run_built(path, args, env, result):
    folder = args.work / path.name
    lines = json.loads((folder / LINES).read_text())
    if not lines:
        result["outcome"], result["output"] = "not built", "the makefile runs nothing"
    for line in lines:
        run_line(line, folder, args, dict(env, SYCL_FUSE_AUTO="off") if args.automatic else env, result)
        if args.automatic and result["outcome"] in ("passed", "complained"):
            result.setdefault("automatic", []).append(hecbench_automatic.compare(shlex.split(result["command"]), folder, args, env))
        if result["outcome"] != "passed":
            break


def run_program(path, args, env):
    if args.stop_after and time.monotonic() - args.begun > args.stop_after:
        return {"program": path.name, "category": args.category_of.get(path.name, "hecbench"), "outcome": "not run", "seconds": {}}
    result = {"program": path.name, "category": args.category_of.get(path.name, "hecbench"), "outcome": "not built", "seconds": {}}
    if args.only != "run":
        build_program(path, args, env, result)
    if args.only != "build" and (args.work / path.name / LINES).exists():
        run_built(path, args, env, result)
    result["output"] = result.get("output", "")[-20000:]
    return result


def main():
    parser = suite.parser(__doc__, "HeCBench", "hecbench-build")
    parser.add_argument("--count", type=int, default=30, help="how many programs are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", action="append", help="this one instead, may be repeated")
    parser.add_argument("--shrink", type=int, default=16)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--in-loop", type=int, default=0, help="only programs that seem to have so many kernels in a loop")
    parser.add_argument("--automatic", action="store_true", help="with and without automatic fusion")
    parser.add_argument("--turns", type=int, default=3, help="how often for that")
    parser.add_argument("--gpu", action="store_true", help="programs choose a GPU")
    parser.add_argument("--any-device", action="store_true", help="programs take the default device instead, so that they run on a CPU as well")
    parser.add_argument("--no-openmp", action="store_true", help="don't look how long the OpenMP variant takes")
    parser.add_argument("--stop-after", type=float, help="seconds on the clock after which no further program is begun")
    parser.add_argument("--only", choices=("build", "run"), help="half of the work")
    parser.add_argument("--pack", type=pathlib.Path, help="make this archive of what lies in --work")
    parser.add_argument("--list", action="store_true", help="only say what would be drawn")
    args = parser.parse_args()
    args.begun = time.monotonic()
    src, args.work = args.suite.resolve() / "src", args.work.resolve()
    drawn = [src / name for name in args.program or []]
    if args.only == "run" and not drawn:
        drawn = sorted(path.parent for path in args.work.glob("*/" + LINES))
    elif not drawn:
        all_programs = candidates(src, args.in_loop)
        drawn = random.Random(args.seed).sample(all_programs, min(args.count, len(all_programs)))
    if args.list:
        print("\n".join(path.name for path in drawn))
        return 0
    if args.pack:
        import hecbench_pack
        return hecbench_pack.pack(args)
    args.category_of = categories(args.suite / "benchmarks.yaml")
    if args.only != "run":
        prepare(src, args.work)
    if args.any_device:
        args.cxxflags = "-include %s %s" % (suite.HERE / "any-device.hpp", args.cxxflags)
    env = suite.environment(args)
    if args.automatic:
        env["SYCLFUSE_AUTOMATIC"] = "1"
    if (suite.HERE / "libsycl-fuse-rt.so.0").exists():  # an unpacked archive
        env["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(suite.HERE), env.get("LD_LIBRARY_PATH")]))
    results = suite.run_all(drawn, lambda path: run_program(path, args, env), args)
    if args.automatic:
        hecbench_automatic.report(results)
    return suite.report(results, args)


if __name__ == "__main__":
    sys.exit(main())
