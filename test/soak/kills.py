# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills programs while they and their JIT workers write one cache: kills.py <program> <cache> <kills> [<seed>]. Instead
of a number of kills, 600s kills for that long. What ends by itself must have right results, and every entry of the cache
must be whole."""
import os
import random
import shutil
import signal
import subprocess
import sys
import time

program, cache, end = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
kills, seconds = (float("inf"), float(end[:-1])) if end.endswith("s") else (int(end), float("inf"))
seed = int(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] else random.randrange(1 << 32)
rng = random.Random(seed)
print("seed", seed, flush=True)
AT_ONCE = 3


def children(pid):
    try:
        return [int(p) for p in open("/proc/%d/task/%d/children" % (pid, pid)).read().split()]
    except OSError:
        return []


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def start():
    # Few enough sequences that many are in the cache, and a cache so small that entries are removed.
    sequence = "".join(rng.choice("0123") for _ in range(rng.randint(2, 4)))
    environment = dict(os.environ, SYCL_FUSE_JIT="sync", SYCL_FUSE_CACHE_DIR=cache, SYCL_FUSE_CACHE_SIZE="1",
                       SYCL_RT_WARNING_LEVEL="0", SYCL_FUSE_JIT_TIMEOUT="60")
    return subprocess.Popen([program, sequence, "1000", "once"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process, complete):
    said = process.communicate()[0]
    if process.returncode == 0 and "all results right" not in said or process.returncode not in (0, -signal.SIGKILL):
        complete.append("exit code %d: %s" % (process.returncode, said))
    return process.returncode == -signal.SIGKILL


shutil.rmtree(cache, ignore_errors=True)
wrong, killed, ended, usual = [], 0, 0, 0.3
running = []
started = time.monotonic()
while killed < kills and time.monotonic() - started < seconds and not wrong:
    while len(running) < AT_ONCE:
        # Now and then one may end, which says how long that takes.
        running.append((start(), time.monotonic(), None if rng.random() < 0.05 else rng.random()))
    time.sleep(0.002)
    for entry in list(running):
        process, began, part = entry
        if process.poll() is None and (part is None or time.monotonic() - began < part * usual):
            continue
        if process.poll() is None:
            workers = children(process.pid)
            # The program, its worker, or both: the one that is left must cope with it.
            which = rng.randrange(3)
            if which != 1:
                kill(process.pid)
            if which != 0:
                for worker in workers:
                    kill(worker)
        elif part is None:
            usual = 0.8 * usual + 0.2 * (time.monotonic() - began)
        running.remove(entry)
        was_killed = finish(process, wrong)
        killed += was_killed
        ended += not was_killed
taken = time.monotonic() - started
for process, _, _ in running:
    ended += not finish(process, wrong)
verified = subprocess.run(["sycl-fuse", "cache", "verify", "--cache-dir", cache], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print("%d programs killed in %.0f seconds, %d ended by themselves; the cache: %s" %
      (killed, taken, ended, verified.stdout.strip() or "whole"))
if verified.returncode != 0:
    wrong.append("entries of the cache are damaged")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
