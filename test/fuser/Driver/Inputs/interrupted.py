# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sycl-fuse build is interrupted while its tools run: interrupted.py <object> <tool> <folder>. The tool writes the number of its process into
<folder>/running and sleeps."""
import os
import signal
import subprocess
import sys
import time

program, tool, folder = sys.argv[1:]
running, files = os.path.join(folder, "running"), os.path.join(folder, "files")
failures = 0


def alive(process):
    try:
        return open("/proc/%d/stat" % process).read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def tools():
    return [int(name) for name in os.listdir(running)]


def until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def interrupted(number):
    """What is wrong afterwards."""
    for path in (running, files):
        os.makedirs(path, exist_ok=True)
        for name in os.listdir(path):
            os.remove(os.path.join(path, name))
    process = subprocess.Popen(["sycl-fuse", "build", program, "-o", os.path.join(folder, "x.o"), "--target=cuda:sm_90", "--ptxas=" + tool, "-j2"],
                               stderr=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=files, RUNNING=running))
    if not until(lambda: len(tools()) >= 2, 60):
        return ["no tool was started"]
    process.send_signal(number)
    problems = [] if process.wait(60) == -number else ["it ended with %d" % process.returncode]
    # Nobody waits for the processes of one that was killed.
    patience = 20 if number == signal.SIGKILL else 1
    if not until(lambda: not any(alive(p) for p in tools()), patience):
        problems.append("tools are left")
    if not until(lambda: not os.listdir(files), patience):
        problems.append("files are left: %s" % os.listdir(files))
    return problems


for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGXCPU", "SIGKILL"):
    number = getattr(signal, name)
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)  # whatever started the tests may have had them ignored
    problems = interrupted(number)
    print("%s: %s" % (name, "; ".join(problems) or "ok"), flush=True)
    failures += bool(problems)
    for left in tools():
        if alive(left):
            os.kill(left, signal.SIGKILL)
print("%d failures" % failures)
sys.exit(1 if failures else 0)
