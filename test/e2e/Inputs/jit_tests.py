# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the JIT share: running the program, and checking that it was right and quick about it."""
import os
import shutil
import subprocess
import sys
import time

failures = []


def tool():
    return shutil.which("sycl-fuse")


def fresh(path):
    """An empty folder, for nobody else. Never one of the system's, whatever this was started with: tests' are deeper."""
    if os.path.abspath(path).count("/") < 3:
        sys.exit("no folder of a test: " + path)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path, mode=0o700)
    return path


class Result:
    def __init__(self, process, seconds):
        self.code, self.out, self.err, self.seconds = process.returncode, process.stdout, process.stderr, seconds

    def line(self, start):
        return next((line[len(start) + 2:] for line in self.out.splitlines() if line.startswith(start + ": ")), "nothing")


def environment(cache, mode, **variables):
    env = dict(os.environ, SYCL_FUSE_JIT=mode, SYCL_FUSE_CACHE_DIR=cache, SYCL_FUSE_JIT_TIMEOUT="60", SYCL_FUSE_NATIVE_THREADS="1")
    env.update({name: str(value) for name, value in variables.items()})
    return {name: value for name, value in env.items() if value != ""}


def run(program, arguments, cache, mode, timeout=120, before=None, **variables):
    start = time.monotonic()
    process = subprocess.run([program] + arguments.split(), env=environment(cache, mode, **variables), capture_output=True,
                             text=True, timeout=timeout, preexec_fn=before)
    return Result(process, time.monotonic() - start)


def check(name, result, within=None, codes=(), says="", **lines):
    """Right results, no compiler in the process, these lines, these warnings and no others, in time."""
    problems = []
    if result.code != 0 or "all results right" not in result.out:
        problems.append("exit code %d" % result.code)
    if result.line("compiler in the process") != "no":
        problems.append("a compiler in the process")
    for start, wanted in lines.items():
        got = result.line(start.replace("_", " "))
        if got != wanted:
            problems.append("%s: %s, needed: %s" % (start, got, wanted))
    warnings = [line[line.rindex("[SF") + 1:-1] for line in result.err.splitlines() if line.endswith("]") and "warning:" in line]
    if sorted(warnings) != sorted(codes):
        problems.append("warnings %s, needed: %s" % (warnings, list(codes)))
    if says not in result.err:
        problems.append("not a word of " + says)
    if within is not None and result.seconds > within:
        problems.append("%.1f s, needed: at most %.1f" % (result.seconds, within))
    report(name, problems, result.out + result.err)


def report(name, problems, text=""):
    line = "%s: %s" % (name, "; ".join(problems) if problems else "ok")
    print(line)
    if problems:
        failures.append(line + "\n" + text)
    sys.stdout.flush()


def finish():
    """The failures last, where a shortened log still shows them."""
    print("\n".join(failures + ["%d failures" % len(failures)]))
    sys.exit(1 if failures else 0)
