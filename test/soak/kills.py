# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills programs while they and their JIT workers write one cache: kills.py <program> <cache> <kills> [<seed>]. Instead
of a number of kills, 600s kills for that long; SIGTERM ends it before. What ends by itself must have right results, and
every entry of the cache must be whole."""
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
AT_ONCE = 4


def enough(*_):
    global kills
    kills = 0


signal.signal(signal.SIGTERM, enough)


def children(pid):
    """Of all its threads: the one that starts the worker is not the first."""
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            found += [int(p) for p in open("/proc/%d/task/%s/children" % (pid, task)).read().split()]
    except OSError:
        pass
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except OSError:
        return False


class Run:
    """A program that is under way. Now and then one may end, which says how long that takes."""

    def __init__(self, usual):
        # Few enough sequences that many are in the cache, and a cache so small that entries are removed.
        sequence = "".join(rng.choice("0123") for _ in range(rng.randint(2, 4)))
        environment = dict(os.environ, SYCL_FUSE_JIT="sync", SYCL_FUSE_CACHE_DIR=cache, SYCL_FUSE_CACHE_SIZE="1",
                           SYCL_RT_WARNING_LEVEL="0", SYCL_FUSE_JIT_TIMEOUT="60")
        self.process = subprocess.Popen([program, sequence, "1000", "once"], env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.began = time.monotonic()
        self.end = None if rng.random() < 0.05 else self.began + rng.random() * usual
        self.measures = self.end is None
        self.workers_killed = 0

    def kill_when_due(self):
        """The program, its worker, or both: the one that is left must cope with it. A program without its worker goes on
        beside the others, and is killed no more."""
        if self.end is None or time.monotonic() < self.end:
            return
        self.end = None
        workers = children(self.process.pid)
        which = rng.choice(("program", "program", "both", "both", "worker")) if workers else "program"
        if which != "worker":
            kill(self.process.pid)
        if which != "program":
            self.workers_killed += sum(map(kill, workers))

    def finish(self):
        """Whether it was killed."""
        said = self.process.communicate()[0]
        code = self.process.returncode
        if code == 0 and "all results right" not in said or code not in (0, -signal.SIGKILL):
            wrong.append("exit code %d: %s" % (code, said))
        return code == -signal.SIGKILL


shutil.rmtree(cache, ignore_errors=True)
wrong, killed, workers_killed, ended, usual = [], 0, 0, 0, 0.3
running = []
started = said_so = time.monotonic()
while not wrong:
    more = killed < kills and time.monotonic() - started < seconds
    if not more and not running:
        break
    while more and len(running) < AT_ONCE:
        running.append(Run(usual))
    time.sleep(0.002)
    for run in list(running):
        if run.process.poll() is None:
            run.kill_when_due()
            continue
        running.remove(run)
        if run.finish():
            killed += 1
        else:
            ended += 1
            # One that finds its entry in the cache takes no time to speak of.
            took = time.monotonic() - run.began
            if run.measures and took > usual / 4:
                usual = 0.8 * usual + 0.2 * took
        workers_killed += run.workers_killed
    if time.monotonic() - said_so > 60:
        said_so = time.monotonic()
        print("%.0f s: %d programs and %d workers killed" % (said_so - started, killed, workers_killed), flush=True)
taken = time.monotonic() - started
for run in running:
    run.finish()
verified = subprocess.run(["sycl-fuse", "cache", "verify", "--cache-dir", cache], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print("%d programs and %d workers killed in %.0f seconds, %d programs ended by themselves; the cache: %s" %
      (killed, workers_killed, taken, ended, verified.stdout.strip() or "whole"))
if verified.returncode != 0:
    wrong.append("entries of the cache are damaged")
if killed >= 15 and workers_killed == 0:
    wrong.append("no worker was found")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
