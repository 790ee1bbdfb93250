# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JIT when all is well: jit_modes.py <program> <program without IR> <folder>."""
import os
import subprocess
import sys
import time

from jit_tests import *

program, without_ir, folder = sys.argv[1:]
UNKNOWN, FUSED = "unfused unknown_region", "jit nd_range_not_listed"


def entries(cache):
    return sorted(name for name in os.listdir(cache) if len(name) == 64)


cache = fresh(folder + "/modes")
check("off", run(program, "0123 1000 again", cache, "off"), first=UNKNOWN, again=UNKNOWN)
report("off leaves the cache alone", ["it has files"] if os.listdir(cache) else [])
check("sync", run(program, "0123 1003 sizes", cache, "sync"), first=FUSED, then=FUSED, size_1=FUSED, size_504=FUSED, size_3010=FUSED)
report("one entry for all sizes", [] if len(entries(cache)) == 1 and os.listdir(cache) == entries(cache) else [str(os.listdir(cache))])
check("cached, worker missing", run(program, "0123 77 once", cache, "sync", SYCL_FUSE_TOOL="/nowhere"), first=FUSED)
check("async", run(program, "0132 1000 until", cache, "async"), first=UNKNOWN, then=FUSED)
check("auto is async", run(program, "0321 1000 until", cache, "auto"), first=UNKNOWN, then=FUSED, thread_of_the_JIT="yes")
# What is cached serves the first submission, without a thread, and without a compiler: what is started as one would say that it is none.
for mode in ("auto", "async", "sync"):
    check(mode + ", cached", run(program, "0132 1000 once", cache, mode), first=FUSED, thread_of_the_JIT="no")
check("auto, cached, other sizes", run(program, "0321 77 again", cache, "auto"), first=FUSED, again=FUSED, thread_of_the_JIT="no")
check("auto, cached, worker missing", run(program, "0321 1000 once", cache, "auto", SYCL_FUSE_TOOL="/nowhere"), first=FUSED, thread_of_the_JIT="no")
check("a long sequence", run(program, "01233210123321012332", cache, "sync"), first=FUSED)
check("the same kernel twice", run(program, "0113 513 once", cache, "sync"), first=FUSED)
check("no IR in the bundle", run(without_ir, "0123 1000 again", cache, "sync"), within=20, first=UNKNOWN, again=UNKNOWN)
check("cache off", run(program, "0221 1000 once", cache, "sync", SYCL_FUSE_CACHE_SIZE="0"), first=FUSED)
report("cache off writes nothing", [] if len(entries(cache)) == 5 else [str(entries(cache))])

idle = folder + "/idle-worker"
open(idle, "w").write('#!/bin/sh\nexec %s "$@" --idle 1\n' % tool())
os.chmod(idle, 0o755)
check("a worker that was idle", run(program, "0123 1000 linger", "", "sync", SYCL_FUSE_CACHE_SIZE="0", SYCL_FUSE_TOOL=idle), first=FUSED,
      children="none", reversed=FUSED)
cache = fresh(folder + "/script")
check("a script around the worker", run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_TOOL=idle), first=FUSED)
result = run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_TOOL=idle, SYCL_FUSE_LOG="info")
report("its entries are found", [] if "region 'run' is in the cache" in result.err else [result.err])
result = run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_LOG="info")
report("those of another tool are not", ["they are"] if "is in the cache" in result.err else [])
# A forked process has no thread for it, does not wait for what nobody does, and leaves its parent's worker alone.
check("a forked process", run(program, "0123 1000 fork", "", "sync", SYCL_FUSE_CACHE_SIZE="0"), within=40, first=FUSED, in_the_child=UNKNOWN)

home = fresh(folder + "/home")
check("XDG_CACHE_HOME", run(program, "0123 10 once", "", "sync", XDG_CACHE_HOME=home + "/xdg", HOME=home), first=FUSED)
check("HOME", run(program, "0123 10 once", "", "sync", XDG_CACHE_HOME="", HOME=home), first=FUSED)
problems = []
for made in (home + "/xdg/sycl-fuse", home + "/.cache/sycl-fuse"):
    if len(entries(made)) != 1 or os.stat(made).st_mode & 0o777 != 0o700:
        problems.append(made)
report("folders of the cache", problems)

# Another target is another entry; a smaller x86-64 level runs here too.
cache = fresh(folder + "/targets")
check("level 2", run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_NATIVE_ISA="2"), first=FUSED)
check("level 3", run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_NATIVE_ISA="3"), first=FUSED)
report("an entry for each target", [] if len(entries(cache)) == 2 else [str(entries(cache))])

# Eight programs at once: one of them has it compiled, the others wait for it.
cache = fresh(folder + "/eight")
log = folder + "/eight.log"
if os.path.exists(log):
    os.remove(log)
started = [subprocess.Popen([program, "01230123", "1000", "once"], env=environment(cache, "sync", SYCL_FUSE_LOG="info"),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(8)]
problems = []
for process in started:
    out, err = process.communicate(timeout=120)
    if process.returncode != 0 or "first: " + FUSED not in out:
        problems.append(out + err)
inodes = {os.stat(cache + "/" + name).st_ino for name in entries(cache)}
if len(inodes) != 1 or os.listdir(cache) != entries(cache):
    problems.append(str(os.listdir(cache)))
report("eight programs at once", problems)

# The worker ends with its program, and does not outlive it when it is killed either.
pids = lambda: {pid for pid in os.listdir("/proc") if pid.isdigit() and worker(pid)}


def worker(pid):
    try:
        words = open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
        with open("/proc/%s/environ" % pid, "rb") as env:
            return words[1:2] == [b"jit"] and ("SYCL_FUSE_CACHE_DIR=" + folder).encode() in env.read()
    except OSError:
        return False


def wait_until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


report("workers end with their programs", [] if wait_until(lambda: not pids()) else [str(pids())])
process = subprocess.Popen([program, "3210", "1000", "until"], env=environment(fresh(folder + "/killed"), "async"), stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE)
problems = [] if wait_until(pids) else ["there was no worker"]
process.kill()
process.communicate()
if not wait_until(lambda: not pids()):
    problems.append("the worker outlives a program that was killed")
report("a program that is killed", problems)
# One that ends before its worker has is no better off the next time, but nothing is damaged.
cache = fresh(folder + "/early")
check("a program that ends early", run(program, "3210 1000 once", cache, "async"), first=UNKNOWN)
report("its worker ends", [] if wait_until(lambda: not pids()) else [str(pids())])
check("after it", run(program, "3210 1000 once", cache, "sync"), first=FUSED)
verified = subprocess.run([tool(), "cache", "verify", "--cache-dir", cache], capture_output=True, text=True)
report("after it, the cache", [] if verified.returncode == 0 and len(entries(cache)) == 1 else [verified.stdout + verified.stderr])
finish()
