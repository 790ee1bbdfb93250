# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JIT when something is wrong: jit_faults.py <program> <folder>. Results are right, time is bounded, and the warning names the fault."""
import ctypes
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from jit_tests import *

program, folder = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
UNKNOWN, CUT, FUSED = "unfused unknown_region", "unfused region_cut", "jit nd_range_not_listed"
LIMIT = 3   # seconds for an answer
SLACK = 12  # what else may take time on a busy machine


def faulty(fault, arguments, cache, mode="sync", **variables):
    return run(program, arguments, cache, mode, SYCL_FUSE_TOOL=here + "/faulty-worker.py", FAULT=fault, REAL_TOOL=tool(),
               **variables)


# The worker.
cache = fresh(folder + "/worker")
for fault, code in (("silent", "SF7009"), ("short", "SF7009"), ("deaf", "SF7009"), ("stops", "SF7009"), ("drops", "SF7009")):
    check("worker: " + fault, faulty(fault, "0123 1000 again", cache, SYCL_FUSE_JIT_TIMEOUT=LIMIT), within=LIMIT + SLACK, codes=[code],
          first=UNKNOWN, again=UNKNOWN)
for fault, code in (("garbage", "SF7002"), ("ends", "SF7002"), ("version", "SF7004"), ("protocol", "SF7002"), ("dies", "SF7002"),
                    ("closes", "SF7002")):
    check("worker: " + fault, faulty(fault, "0123 1000 again", cache), within=2 * SLACK, codes=[code], first=UNKNOWN, again=UNKNOWN)
check("worker: endless", faulty("endless", "0123 1000 again", cache), within=2 * SLACK, codes=["SF7002"], says="a message has a damaged header",
      first=UNKNOWN, again=UNKNOWN)
for fault in ("flip", "cut", "forged"):
    check("worker: " + fault, faulty(fault, "0123 1000 again", "", SYCL_FUSE_CACHE_SIZE="0"), codes=["SF7002"], first=UNKNOWN, again=UNKNOWN)
check("worker: other", faulty("other", "0123 1000 reversed", "", SYCL_FUSE_CACHE_SIZE="0"), codes=["SF7002"], first=FUSED, reversed=UNKNOWN)
check("worker: silent, async", faulty("silent", "0123 1000 again", cache, mode="async"), within=LIMIT + SLACK, codes=["SF7009"], first=UNKNOWN,
      again=UNKNOWN)
for name in ("yes", "cat", "true", "sleep"):
    os.symlink(shutil.which(name), folder + "/worker-" + name)
    for mode in ("sync", "async", "auto"):
        check("worker: %s, %s" % (name, mode), run(program, "0123 1000 again", cache, mode, SYCL_FUSE_TOOL=folder + "/worker-" + name,
              SYCL_FUSE_JIT_TIMEOUT=LIMIT), within=LIMIT + SLACK, codes=["SF7009" if name == "yes" else "SF7002"], first=UNKNOWN, again=UNKNOWN)
log = folder + "/starts"
if os.path.exists(log):
    os.remove(log)
check("worker: dies each time", faulty("dies", "012301 1000 many", cache, FAULT_LOG=log), codes=["SF7002"] * 3 + ["SF7003"], first=UNKNOWN,
      beginning=UNKNOWN)
starts = open(log).read().count("started")
report("worker: asked no more after three failures", [] if starts == 3 else ["%d starts" % starts])
for name, path in (("missing", "/nowhere/sycl-fuse"), ("a folder", folder)):
    check("worker: " + name, run(program, "0123 1000 again", cache, "sync", SYCL_FUSE_TOOL=path), within=SLACK, codes=["SF7001"],
          says="which is no program", first=UNKNOWN, again=UNKNOWN)
broken = folder + "/broken-tool"
open(broken, "wb").write(b"\x7fELF is what it is not")
os.chmod(broken, 0o755)
check("worker: no program", run(program, "0123 1000 again", cache, "sync", SYCL_FUSE_TOOL=broken), within=SLACK,
      first=UNKNOWN, again=UNKNOWN, codes=["SF7001"])
check("worker: missing, auto", run(program, "0123 1000 again", cache, "auto", SYCL_FUSE_TOOL="/nowhere"), within=SLACK, first=UNKNOWN,
      again=UNKNOWN)
result = run(program, "0123 1000 again", cache, "sync", TMPDIR="/nowhere")
check("worker: no room for temporary files", result, codes=["SF7002"], says="[SF7020]", first=UNKNOWN, again=UNKNOWN)
report("worker: nothing wrong got into the cache", [str(os.listdir(cache))] if os.listdir(cache) else [])

# One that ends and leaves processes behind: they end too.
leaver, seconds = folder + "/leaver", "7%05d" % os.getpid()
open(leaver, "w").write("#!/bin/sh\nsleep %s &\nsleep %s &\nexit 0\n" % (seconds, seconds))
os.chmod(leaver, 0o755)
check("worker: leaves processes", run(program, "0123 1000 again", cache, "sync", SYCL_FUSE_TOOL=leaver), within=SLACK, codes=["SF7002"],
      first=UNKNOWN, again=UNKNOWN)


def sleepers(word=seconds):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if word.encode() in open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0"):
                found.append(int(pid))
        except OSError:
            pass
    return found


end = time.monotonic() + SLACK
while sleepers() and time.monotonic() < end:
    time.sleep(0.05)
report("worker: the processes that it left", ["%s sleep" % sleepers()] if sleepers() else [])
for pid in sleepers():
    os.kill(pid, signal.SIGKILL)
silent = folder + "/worker-yes"
report("worker: yes, ended with the programs", ["%s" % sleepers(silent)] if sleepers(silent) else [])
for pid in sleepers(silent):
    os.kill(pid, signal.SIGKILL)

# Programs that close what they have not opened, that have no standard error, that go elsewhere.
check("program: closes all descriptors", run(program, "0123 1000 closes", fresh(folder + "/closes"), "sync"), first=FUSED, reversed=FUSED,
      its_own="unharmed")
check("program: no standard error", run(program, "0123 1000 silent", fresh(folder + "/silent"), "sync", SYCL_FUSE_LOG="trace"), first=FUSED,
      reversed=FUSED)
fresh(folder + "/relative")
os.chdir(folder)
check("program: relative paths", run(program, "0123 1000 goes", "relative/cache", "sync", SYCL_FUSE_TOOL=os.path.relpath(tool())), first=FUSED,
      reversed=FUSED)
report("program: relative paths, the cache", [] if len(os.listdir(folder + "/relative/cache")) == 2 else [str(os.listdir(folder + "/relative"))])

# With rights that its user does not have, a program asks nobody, writes nothing where it is told to, and says nothing of itself.
if os.geteuid() == 0:
    shared = fresh(folder + "/shared")
    os.chmod(shared, 0o777)
    trusted = shutil.copy(program, folder + "/trusted")
    os.chown(trusted, 12345, -1)
    os.chmod(trusted, 0o4755)
    settings = dict(SYCL_FUSE_LOG="trace", SYCL_FUSE_TRACE="1", SYCL_FUSE_STATS=shared + "/run.json", SYCL_FUSE_RECORD=shared)
    result = run(trusted, "0123 1000 secure", shared + "/cache", "sync", **settings)
    if result.line("secure") == "1":
        check("other rights", result, first=UNKNOWN)
        report("other rights: what it has written and said", os.listdir(shared) + [line for line in result.err.splitlines() if "sycl-fuse" in line])
    else:
        print("other rights: ok (not tried: files do not give them here)")
    result = run(program, "0123 1000 secure", shared + "/cache", "off", **settings)
    report("other rights: the settings would be heard", [] if len(os.listdir(shared)) == 2 and "sycl-fuse: launch" in result.err else [result.err])
else:
    print("other rights: ok (not tried: not ours to give)")

# What cannot be fused is found out once.
refused = fresh(folder + "/refused")
why = "accesses elements that other work-groups access in 'Scale'"
check("refused", run(program, "14 1000 again", refused, "sync"), codes=["SF7005"], says=why, first=CUT, again=CUT)
check("refused, cached", run(program, "14 1000 again", refused, "sync", SYCL_FUSE_TOOL="/nowhere"), codes=["SF7005"], says=why, first=CUT,
      again=CUT)


# The cache.
def damaged(name, damage):
    cache = fresh(folder + "/damaged")
    run(program, "0123 1000 once", cache, "sync")
    run(program, "3210 1000 once", cache, "sync")
    for entry in os.listdir(cache):
        damage(cache + "/" + entry)
    check("entry: " + name, run(program, "0123 1000 once", cache, "sync"), codes=["SF7007"], first=FUSED)
    check("entry: %s, made again" % name, run(program, "0123 1000 once", cache, "sync", SYCL_FUSE_TOOL="/nowhere"), first=FUSED)


def library(name):
    """Where the dynamic linker has it."""
    ctypes.CDLL(name)
    return next(line.split()[-1] for line in open("/proc/self/maps") if line.rstrip().endswith("/" + name))


def change(path, edit):
    data = bytearray(open(path, "rb").read())
    edit(data)
    open(path, "wb").write(data)


def flip(data):
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def exchange(path):
    names = sorted(os.listdir(os.path.dirname(path)))
    if path.endswith(names[0]):
        other = os.path.dirname(path) + "/" + names[1]
        shutil.move(other, path + ".other")
        shutil.move(path, other)
        shutil.move(path + ".other", path)


def link(path):
    os.rename(path, path + ".real")
    os.symlink(path + ".real", path)


def repack(path, payload):
    """The entry with another payload, and a checksum that fits."""
    data = open(path, "rb").read()
    header, body, texts = bytearray(data[:120]), data[120:], b""
    for _ in range(4):  # region, producer, target, driver
        size = 8 + int.from_bytes(body[:8], "little")
        texts, body = texts + body[:size], body[size:]
    body = texts + len(payload).to_bytes(8, "little") + payload
    header[80:88] = len(body).to_bytes(8, "little")
    header[48:80] = bytes(32)
    header[48:80] = hashlib.sha256(bytes(header) + body).digest()
    open(path, "wb").write(bytes(header) + body)


def unusable(name, payload):
    cache = fresh(folder + "/unusable")
    run(program, "0123 1000 once", cache, "sync")
    repack(cache + "/" + os.listdir(cache)[0], payload)
    check("entry: " + name, run(program, "0123 1000 again", cache, "sync"), codes=["SF7008"], first=UNKNOWN, again=UNKNOWN)


unusable("no library", b"\x7fELF is what it is not")
unusable("a library without a bundle", open(library("libm.so.6"), "rb").read())
damaged("truncated", lambda path: os.truncate(path, os.path.getsize(path) * 2 // 3))
damaged("empty", lambda path: os.truncate(path, 0))
damaged("one bit", lambda path: change(path, flip))
damaged("longer", lambda path: change(path, lambda data: data.extend(b"x")))
damaged("of another region", exchange)
damaged("writable for others", lambda path: os.chmod(path, 0o666))
damaged("a symbolic link", link)

cache = fresh(folder + "/refused")
os.chmod(cache, 0o755)
check("folder: others may read it", run(program, "0123 1000 once", cache, "sync"), codes=["SF7006"], first=FUSED)
os.chmod(cache, 0o700)
if os.path.lexists(folder + "/link"):
    os.remove(folder + "/link")
os.symlink(cache, folder + "/link")
check("folder: a symbolic link", run(program, "0123 1000 once", folder + "/link", "sync"), codes=["SF7006"], first=FUSED)
if os.geteuid() == 0:
    os.chown(cache, 12345, -1)
    check("folder: another owner", run(program, "0123 1000 once", cache, "sync"), codes=["SF7006"], first=FUSED)
    os.chown(cache, 0, -1)
report("folder: nothing in it", [str(os.listdir(cache))] if os.listdir(cache) else [])
check("folder: cannot be made", run(program, "0123 1000 once", "/proc/sycl-fuse", "sync"), codes=["SF7011"], first=FUSED)

# File systems of our own, where that is allowed.
mounted = "mount -t tmpfs -o size=8k,mode=700 none %s/disk && " % folder
fresh(folder + "/disk")
if subprocess.run(["unshare", "-m", "sh", "-c", mounted + "true"], capture_output=True).returncode == 0:
    for name, options in (("full", "true"), ("read-only", "mount -o remount,ro %s/disk" % folder)):
        process = subprocess.run(["unshare", "-m", "sh", "-c", mounted + options + ' && exec "$@"', "sh", program, "0123", "1000", "once"],
                                 env=environment(folder + "/disk", "sync"), capture_output=True, text=True, timeout=100)
        check("disk: " + name, Result(process, 0), codes=["SF7011"], first=FUSED)
else:
    print("disk: full: ok (not tried: no file systems of our own)\ndisk: read-only: ok (not tried)")


# A worker that is killed at any moment leaves a cache that can be used.
def workers(parent):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
            if fields[1] == str(parent):
                found.append(int(pid))
        except OSError:
            pass
    return found


cache = fresh(folder + "/killed")
problems, killed = [], 0
for attempt in range(8):
    process = subprocess.Popen([program, "0123", "1000", "once"], env=environment(cache, "sync"), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 10
    while not workers(process.pid) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(random.uniform(0, 0.08 * attempt))
    for pid in workers(process.pid):
        try:
            os.killpg(pid, signal.SIGKILL)
            killed += 1
        except OSError:
            pass
    out, err = process.communicate(timeout=60)
    if process.returncode != 0 or "all results right" not in out:
        problems.append(out + err)
    verified = subprocess.run([tool(), "cache", "verify", "--cache-dir", cache], capture_output=True, text=True)
    if verified.returncode != 0:
        problems.append(verified.stdout + verified.stderr)
report("killed at any moment", problems + ([] if killed else ["nothing was killed"]))
check("killed at any moment: afterwards", run(program, "0123 1000 once", cache, "sync"), first=FUSED)
finish()
