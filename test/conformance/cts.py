#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the SYCL conformance test suite from a checkout of it, and prints a table by category.

Each test file is compiled, built with sycl-fuse and run by itself. --syntax only compiles for the host, without code.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

import suite

HERE = pathlib.Path(__file__).resolve().parent
# What a file needs in its program: the file that the second one names, in the same category, which is no program of its own.
COMPANIONS = ((r"sycl_external\.cpp", "sycl_external_separate_unit.cpp"),
              (r"kernel_features_device_has_exceptions\.cpp", "kernel_features_separate_unit.cpp"),
              (r"exceptions_sycl_category\w*\.cpp", "exceptions_test_result_checker.cpp"),
              (r"spec_constants_external_\w+\.cpp", "spec_constants_separate_unit.cpp"),
              (r"(\w+)_1st_tu_(\w+\.cpp)", r"\1_2nd_tu_\2"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=pathlib.Path, help="folder of SYCL-CTS, with vendor/Catch2")
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build", help="build folder of this project")
    parser.add_argument("--work", type=pathlib.Path, default=HERE.parent.parent / "build" / "cts-build", help="folder for everything written")
    parser.add_argument("--category", action="append", help="pattern of categories (folders below tests), may be repeated")
    parser.add_argument("--file", action="append", help="pattern of file names, may be repeated")
    parser.add_argument("--sample", type=int, help="at most so many files of a category, drawn with --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=300, help="seconds of processor time for each step of a file")
    parser.add_argument("--syntax", action="store_true", help="only see what compiles")
    parser.add_argument("--target", help="what to build for, as for sycl-fuse build --target")
    parser.add_argument("--json", type=pathlib.Path, help="results of every file")
    parser.add_argument("--resume", action="store_true", help="keep what --json has, and run the other files")
    return parser.parse_args()


def configure(args):
    """Has CMake write the compile commands, generate the tests that are templates, and build the suite's own libraries."""
    options = ["-DCTS=%s" % args.suite.resolve(), "-DSyclFuse_DIR=%s" % (args.build.resolve() / "lib/cmake/SyclFuse"),
               "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_C_COMPILER=clang-22"]
    if not (args.work / "build.ninja").exists():
        subprocess.run(["cmake", "-G", "Ninja", "-S", HERE / "cts", "-B", args.work] + options, check=True, stdout=subprocess.DEVNULL)
    targets = ["generate_test_sources"] + ([] if args.syntax else ["Catch2", "util", "oclmath", "main_function_object"])
    subprocess.run(["ninja", "-C", args.work, "-j%d" % args.jobs] + targets, check=True, stdout=subprocess.DEVNULL)


def tests(args):
    """The chosen programs by category, each a list of files with their compile commands."""
    by_category = collections.defaultdict(dict)
    for entry in json.loads((args.work / "compile_commands.json").read_text()):
        command = shlex.split(entry["command"])
        match = re.match(r"tests/([^/]+)/CMakeFiles/test_", command[command.index("-o") + 1])
        if match and chosen(match[1], args.category):
            by_category[match[1]][pathlib.Path(entry["file"]).name] = command
    programs = {}
    for category, commands in by_category.items():
        needed = {name: companion(name) for name in commands}
        files = [name for name in commands if name not in needed.values() and chosen(name, args.file)]
        if args.sample and len(files) > args.sample:
            files = random.Random(args.seed).sample(files, args.sample)
        programs[category] = [[(file, commands[file]) for file in (name, needed[name]) if file] for name in files]
    return programs


def companion(name):
    """The file that has to be built with this one, or None."""
    return next((re.sub(pattern, other, name) for pattern, other in COMPANIONS if re.fullmatch(pattern, name)), None)


def chosen(name, patterns):
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def precompile_common(args, command):
    """The header that nearly all tests include, as the options of this file's compile command have it."""
    header = args.work / "common.pch"
    options = command[:command.index("-o")] + ["-fsycl-host-only", "-x", "c++-header"]
    subprocess.run(options + [args.suite.resolve() / "tests/common/common.h", "-o", header], cwd=args.work, check=True)
    return ["-include-pch", header]


class Step(Exception):
    """A step of a file that failed: its name and what it wrote."""


def step(name, command, args):
    status, output, _ = suite.step(command, args.work, args.limit, None)
    if status is None:
        raise Step(name, "longer than %g s" % args.limit)
    if status:
        raise Step(name, output or "exit code %d" % status)


def check_syntax(name, command, args):
    command = command + ["-fsycl-host-only", "-fsyntax-only"]
    try:
        step(name, command + args.common, args)
    except Step:  # some define macros before they include the header
        step(name, command, args)


def run_unit(args, category, files):
    """Builds and runs one program of one or more files; the result is what --json writes."""
    result = {"category": category, "files": [name for name, _ in files], "failed": "", "cases": {}, "seconds": {}}
    stem = "%s/%s" % (category, re.sub(r"\W", "_", files[0][0]))
    (args.work / "run" / category).mkdir(parents=True, exist_ok=True)
    start = time.monotonic()

    def timed(name, command, run=step):
        nonlocal start
        start = time.monotonic()
        try:
            return run(name, command, args)
        finally:
            result["seconds"][name] = round(time.monotonic() - start, 1)

    objects = []
    try:
        for name, command in files:
            if args.syntax:
                timed("compile", command, check_syntax)
            else:
                objects.append("run/%s.%s.o" % (stem, re.sub(r"\W", "_", name)))
                timed("compile", command + ["-o", objects[-1]])
        if not args.syntax:
            build_and_run(args, "run/" + stem, objects, timed, result)
    except Step as error:
        result["failed"], result["output"] = error.args
    return result


def build_and_run(args, stem, objects, timed, result):
    build, program, report = args.build.resolve(), stem + ".exe", stem + ".xml"
    target = ["--target", args.target] if args.target else []
    timed("sycl-fuse", [build / "bin/sycl-fuse", "build"] + target + objects + ["-o", stem + ".fusion.o"])
    # Objects without kernels leave nothing to link.
    fused = [stem + ".fusion.o"] if (args.work / (stem + ".fusion.o")).exists() else []
    libraries = ["util/libutil.a", "oclmath/liboclmath.a", "catch2/src/libCatch2.a"]
    main = "tests/common/CMakeFiles/main_function_object.dir/main.cpp.o"
    timed("link", ["clang++-22", main] + objects + fused + libraries +
          ["-L%s/lib" % build, "-Wl,-rpath,%s/lib" % build, "-lsycl-fuse-rt", "-lpthread", "-o", program])
    try:
        timed("run", ["./" + program, "-r", "xml::out=" + report, "-r", "console"])
    except Step as error:
        if not read_cases(args.work / report, result):
            raise
        result["output"] = error.args[1][-20000:]
    else:
        read_cases(args.work / report, result)
    for file in [program] + objects + fused:
        (args.work / file).unlink()


def read_cases(report, result):
    """Notes what became of each case; false when the program ended before its report was complete."""
    try:
        cases = xml.etree.ElementTree.parse(report).iter("TestCase")
        for case in cases:
            outcome = case.find("OverallResult")
            state = "skipped" if int(outcome.get("skips", 0)) else "passed" if outcome.get("success") == "true" else "failed"
            result["cases"][case.get("name")] = state
        return True
    except (OSError, xml.etree.ElementTree.ParseError, AttributeError):
        return False


def print_table(results):
    head = ("category", "files", "built", "passed", "failed", "skipped", "ended early")
    lines = []
    for category in sorted({result["category"] for result in results}):
        of_category = [result for result in results if result["category"] == category]
        states = collections.Counter(state for result in of_category for state in result["cases"].values())
        lines.append((category, sum(len(result["files"]) for result in of_category),
                      sum(len(result["files"]) for result in of_category if result["failed"] in ("", "run")),
                      states["passed"], states["failed"], states["skipped"],
                      sum(1 for result in of_category if result["failed"] == "run")))
    lines.append(("all",) + tuple(sum(column) for column in list(zip(*lines))[1:]))
    print("| " + " | ".join(head) + " |\n|---" + "|--:" * (len(head) - 1) + "|")
    for line in lines:
        print("| " + " | ".join(str(value) for value in line) + " |")


def first_error(output):
    lines = [line for line in output.splitlines() if re.search(r"error|assertion|what\(\)|undefined|longer than", line)]
    return (lines or output.splitlines() or [""])[0].strip()[:300]


def main():
    args = arguments()
    args.work = args.work.resolve()
    configure(args)
    units = [(category, files) for category, programs in tests(args).items() for files in programs]
    if args.sample:  # so that a run that is broken off has seen all kinds
        random.Random(args.seed).shuffle(units)
    if args.syntax and units:
        args.common = precompile_common(args, units[0][1][0][1])
    results = json.loads(args.json.read_text()) if args.resume and args.json.exists() else []
    done = {(result["category"], result["files"][0]) for result in results}
    units = [(category, files) for category, files in units if (category, files[0][0]) not in done]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run_unit, args, *unit) for unit in units]):
            result = future.result()
            results.append(result)
            failed = [name for name, state in result["cases"].items() if state == "failed"]
            if result["failed"] or failed:
                print("%s/%s: %s %s" % (result["category"], result["files"][0], result["failed"],
                                        first_error(result["output"]) if result["failed"] else failed), file=sys.stderr, flush=True)
            results.sort(key=lambda result: (result["category"], result["files"]))
            if args.json:
                args.json.write_text(json.dumps(results, indent=1))
    print_table(results)


main()
