# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts for suites of single programs share: steps with a time limit, outcomes, the table, the JSON file."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# A program that ends with 0 and without such words has "passed"; one that other compilers' code is as slow for is "too large".
OUTCOMES = ("passed", "too large", "complained", "run failed", "timed out", "not built", "not run")
COMPLAINT = re.compile(r"\bFAIL|\bfail(ed|ure)?\b|mismatch|\bincorrect|\bwrong\b|\bERROR\b|\binvalid result", re.IGNORECASE)
# Such words beside a number that is small, and names of what is measured.
SMALL = r"[-+]?(0(\.0*)?|0\.000\d+|\d+(\.\d+)?e-(0[4-9]|[1-9]\d))(?![.\d])"
HARMLESS = re.compile(r"\b(0|no) (errors?|failures?|failed|mismatch(es)?)|(errors?|failures?|failed|mismatch(es)?)\b[^:=\n]{0,40}[:=] *" + SMALL +
                      r"|error (rate|after iteration)|(relative|absolute) error|mean square error|error is " + SMALL + r"|error statistics", re.IGNORECASE)


def parser(doc, suite, work):
    p = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("suite", type=pathlib.Path, help="folder of %s" % suite)
    p.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build", help="build folder of this project")
    p.add_argument("--work", type=pathlib.Path, default=HERE.parent.parent / "build" / work,
                   help="folder for everything written")
    p.add_argument("--target", action="append", default=[], help="what to build for, as for sycl-fuse build --target; may be repeated")
    p.add_argument("--cxxflags", default="", help="options for the compiler that come last, such as -O1")
    p.add_argument("--limit", type=float, default=60, help="seconds of processor time for a run")
    p.add_argument("--clock-limit", type=float, help="seconds on the clock for a run (default: ten times --limit)")
    p.add_argument("--build-limit", type=float, default=600, help="the same for each process that builds")
    p.add_argument("--build-clock-limit", type=float, help="seconds on the clock for a build (default: ten times --build-limit)")
    p.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    p.add_argument("--json", type=pathlib.Path, help="results of every program")
    return p


def environment(args):
    return dict(os.environ, SYCLFUSE_BUILD=str(args.build.resolve()), SYCLFUSE_CXXFLAGS=args.cxxflags,
                SYCLFUSE_TARGET=" ".join(args.target))


def step(command, folder, limit, env, clock_limit=None):
    """Exit status (None: the limit ended it), output, seconds. The limit is seconds of processor time, and ten times as many on the clock if no
    other number is given: other work on the machine is not the program's fault."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))

    start = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True, preexec_fn=limited)
    try:
        output, _ = process.communicate(timeout=clock_limit or 10 * limit)
        status = None if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        status = None
    return status, output, round(time.monotonic() - start, 1)


def complaint(output):
    """The first line in which a program says that its results are wrong."""
    return next((line.strip() for line in output.splitlines() if COMPLAINT.search(HARMLESS.sub("", line))), "")


def outcome_of_run(status, output):
    if status is None:
        return "timed out"
    if status:
        return "run failed"
    return "complained" if complaint(output) else "passed"


def reason(result):
    output = result.get("output", "")
    if result["outcome"] == "complained":
        return complaint(output)
    lines = [line for line in output.splitlines() if re.search(r"error|terminate|what\(\)|undefined|Segmentation|Assert", line)]
    return (lines or output.splitlines()[-1:] or [""])[0].strip()[:250]


def run_all(programs, run_one, args):
    """Results of run_one(program), in the order of programs; what did not pass is told at once."""
    def guarded(program):
        result = run_one(program)
        if result["outcome"] != "passed":
            notes = " ".join(result.get("diagnostics", []))
            print("%s: %s: %s %s" % (result["program"], result["outcome"], reason(result), notes), file=sys.stderr, flush=True)
        return result

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return list(pool.map(guarded, programs))


def report(results, args):
    """Prints the table by category, writes the JSON file, and gives the exit status."""
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    table = collections.defaultdict(collections.Counter)
    for result in results:
        for row in (result["category"], "all"):
            table[row][result["outcome"]] += 1
    print("| category | programs | " + " | ".join(OUTCOMES) + " |\n|---" + "|--:" * (len(OUTCOMES) + 1) + "|")
    for row in sorted(table, key=lambda name: (name == "all", name)):
        numbers = [sum(table[row].values())] + [table[row][outcome] for outcome in OUTCOMES]
        print("| %s | %s |" % (row, " | ".join(str(number) for number in numbers)))
    return 0 if table["all"]["passed"] + table["all"]["too large"] == len(results) else 1
