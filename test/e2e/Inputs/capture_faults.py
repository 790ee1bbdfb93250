# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SYCL_FUSE_RECORD when something is wrong: capture_faults.py <program> <folder> <library of kill_at.cpp>."""
import json
import os
import resource
import signal
import subprocess
import sys

from jit_tests import *

program, folder, killer = sys.argv[1:]
UNKNOWN = "unfused unknown_region"
ARGUMENTS = "012301230123 1000 many"  # several regions


def record(directory, before=None, arguments=ARGUMENTS):
    return run(program, arguments, "", "off", before=before, SYCL_FUSE_RECORD=directory)


def manifests(directory):
    return sorted(name for name in os.listdir(directory) if name.endswith(".fusion.json"))


def text_of(directory, name):
    return open(directory + "/" + name).read()


# What is right, and that repeats are the same.
good = fresh(folder + "/good")
check("recorded", record(good), first=UNKNOWN)
wanted = text_of(good, manifests(good)[0])
report("it has regions", [] if len(json.loads(wanted)["regions"]) > 1 else [wanted])

made = folder + "/made"
fresh(made)
check("the last part is made", record(made + "/new"), first=UNKNOWN)
report("it is complete", [] if [text_of(made + "/new", name) for name in os.listdir(made + "/new")] == [wanted] else os.listdir(made))
check("others are not", record(made + "/a/b/c"), first=UNKNOWN, codes=["SF6170"], says="/a/b/c'")
open(folder + "/file", "w").write("mine")
check("a file is there", record(folder + "/file"), first=UNKNOWN, codes=["SF6170"])
report("it is left alone", [] if open(folder + "/file").read() == "mine" else ["it is not"])
os.chmod(fresh(folder + "/closed"), 0o500)
if os.geteuid() != 0:
    check("no permission", record(folder + "/closed"), first=UNKNOWN, codes=["SF6170"])


# A limit of the size of files. The signal that comes with it ends nothing.
def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


small = fresh(folder + "/small")
check("files may not be that large", record(small, before=limited), first=UNKNOWN, codes=["SF6170"])
report("nothing is left of it", os.listdir(small))

# File systems of our own, where that is allowed.
disk = fresh(folder + "/disk")
script = "mount -t tmpfs -o size=8k,mode=700 none {0} && {1} && \"$@\"; code=$?; ls -A {0} >&2; exit $code"
if subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none " + disk], capture_output=True).returncode == 0:
    for name, fault in (("full", "head -c 8000 /dev/zero > %s/full" % disk), ("read-only", "mount -o remount,ro " + disk)):
        process = subprocess.run(["unshare", "-m", "sh", "-c", script.format(disk, fault), "sh", program] + ARGUMENTS.split(),
                                 env=environment("", "off", SYCL_FUSE_RECORD=disk), capture_output=True, text=True, timeout=100)
        result = Result(process, 0)
        check("disk: " + name, result, codes=["SF6170"], first=UNKNOWN)
        left = [line for line in result.err.splitlines() if line.startswith(os.path.basename(program))]
        report("disk: %s: nothing is left of it" % name, left)
else:
    print("disk: full, read-only: ok (not tried: no file systems of our own)")

# Several programs at once: a file for each.
many = fresh(folder + "/many")
started = [subprocess.Popen([program] + ARGUMENTS.split(), env=environment("", "off", SYCL_FUSE_RECORD=many), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True) for _ in range(8)]
problems = [err for out, err in (process.communicate(timeout=100) for process in started) if "warning" in err or "all results right" not in out]
names = os.listdir(many)
if len(names) != 8 or any(text_of(many, name) != wanted for name in names):
    problems.append(str(names))
report("eight programs at once", problems)

# Processes of one number, as the first ones of containers are: none replaces what another has written, and repeats are the same.
one = fresh(folder + "/one-number")
numbered = ["unshare", "-p", "-f"]
if subprocess.run(numbered + ["true"], capture_output=True).returncode == 0:
    problems = []
    for arguments in (ARGUMENTS, "32 1000 once", ARGUMENTS, "32 1000 once"):
        process = subprocess.run(numbered + [program] + arguments.split(), env=environment("", "off", SYCL_FUSE_RECORD=one),
                                 capture_output=True, text=True, timeout=100)
        if "warning" in process.stderr or "all results right" not in process.stdout:
            problems.append(process.stderr + process.stdout)
    if os.listdir(one) != manifests(one) or len(manifests(one)) != 2 or text_of(one, manifests(one)[1]) != wanted:
        problems.append(str(os.listdir(one)))
    report("processes of one number", problems)
else:
    print("processes of one number: ok (not tried: no numbers of our own)")
links = fresh(folder + "/links")
check("no links", run(program, ARGUMENTS, "", "off", SYCL_FUSE_RECORD=links, LD_PRELOAD=killer, KILL_AT="never:", NO_LINKS="1"),
      first=UNKNOWN)
report("no links: the record", [] if [text_of(links, name) for name in os.listdir(links)] == [wanted] else os.listdir(links))

# Killed at each step of writing: what has the name of a manifest is one, and there is one after the last step only.
for call, when in (("open", "before"), ("open", "after"), ("write", "before"), ("write", "within"), ("write", "after"), ("close", "before"),
                   ("close", "after"), ("link", "before"), ("link", "after"), ("unlink", "before"), ("unlink", "after"), ("never", "")):
    killed = fresh(folder + "/killed")
    result = run(program, ARGUMENTS, "", "off", SYCL_FUSE_RECORD=killed, LD_PRELOAD=killer, KILL_AT=call + ":" + when)
    problems = []
    if result.code != (0 if call == "never" else -signal.SIGKILL):
        problems.append("exit code %d" % result.code)
    found = [text_of(killed, name) == wanted for name in manifests(killed)]
    if found != ([True] if call in ("never", "unlink") or (call, when) == ("link", "after") else []):
        problems.append("manifests %s, in all %s" % (found, os.listdir(killed)))
    if when == "within" and [0 < len(text_of(killed, name)) < len(wanted) for name in os.listdir(killed)] != [True]:
        problems.append("it is not half written: %s" % os.listdir(killed))
    report("killed %s %s" % (when, call), problems, result.err)
finish()
