# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sycl-fuse build under the jobserver of a make: jobserver.py <object> <ptxas.sh> <folder>. What runs at a time is what the stand-in for ptxas has
noted; each job of the target runs it once. Make is real; servers that make does not have are made here, with tokens that can be told apart."""
import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import time

program, ptxas, folder = sys.argv[1:]
os.chdir(folder)
TOKENS = b"abc"
failures = 0


def report(name, problems):
    global failures
    print("%s: %s" % (name, "; ".join(problems) if problems else "ok"), flush=True)
    failures += bool(problems)


def command(output, *more):
    return ["sycl-fuse", "build", program, "-o", output, "--target=cuda:sm_90", "--ptxas=" + ptxas, *more]


def most_at_a_time(log):
    """And how many there were."""
    now = most = count = 0
    for line in sorted(open(log), key=lambda line: float(line.split()[0])):
        now += 1 if "begin" in line else -1
        most, count = max(most, now), count + ("begin" in line)
    return most, count


def again(attempt):
    """Fewer at a time than there may be is no mistake on a machine that has other things to do: it is tried again. More always is one."""
    for _ in range(2):
        most, least, problems = attempt()
        if problems or most >= least:
            break
    return problems + (["%d at a time, needed: %d" % (most, least)] if most < least else [])


def clean_environment(log, **variables):
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return dict(env, PTXAS_LOG=os.path.join(folder, log), **variables)


def make(name, options, wanted, recipe="+", builds=2):
    """Make with several builds as its targets."""
    stem = name.replace(" ", "-")
    log, file = stem + ".log", stem + ".mk"
    with open(file, "w") as out:
        out.write("all: %s\n" % " ".join("t%d" % i for i in range(builds)))
        for i in range(builds):
            out.write("t%d:\n\t%s%s\n" % (i, recipe, " ".join(command("%s.%d.o" % (stem, i)))))

    def attempt():
        open(log, "w").close()
        done = subprocess.run(["make", "-f", file, *options], env=clean_environment(log), capture_output=True, text=True, timeout=300)
        problems = [] if done.returncode == 0 and "jobserver" not in done.stderr else [done.stdout + done.stderr]
        return judged(log, wanted, 4 * builds, problems)

    report("make: " + name, again(attempt))


def judged(log, wanted, jobs, problems):
    most, count = most_at_a_time(log)
    if count < jobs or most > max(wanted):
        problems.append("%d at a time of %d, needed: at most %d of %d" % (most, count, max(wanted), jobs))
    return most, min(wanted), problems


class Server:
    """A pipe, or a FIFO, with tokens in it."""

    def __init__(self, fifo, tokens=TOKENS):
        if fifo:
            path = os.path.join(folder, "fifo")
            if os.path.exists(path):
                os.remove(path)
            os.mkfifo(path)
            self.read = self.write = os.open(path, os.O_RDWR)
            self.flags, self.descriptors = " -j --jobserver-auth=fifo:" + path, ()
        else:
            self.read, self.write = self.descriptors = os.pipe()
            self.flags = " -j --jobserver-auth=%d,%d" % self.descriptors
        os.write(self.write, tokens)

    def there(self):
        return struct.unpack("i", fcntl.ioctl(self.read, termios.FIONREAD, b"\0" * 4))[0]

    def content(self):
        return bytes(sorted(os.read(self.read, 100))) if self.there() else b""


def start(log, flags, descriptors, *more):
    open(log, "w").close()
    return subprocess.Popen(command(log + ".o", *more), env=clean_environment(log, MAKEFLAGS=flags), pass_fds=descriptors,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def served(name, flags, descriptors, wanted, *more):
    """Without a word, and with so many jobs at a time."""
    log = name.replace(" ", "-") + ".log"

    def attempt():
        process = start(log, flags, descriptors, *more)
        out, err = process.communicate(timeout=300)
        return judged(log, wanted, 4, [] if process.returncode == 0 and not out + err else [out + err])

    return again(attempt)


def left(server, wanted):
    got = server.content()
    return [] if got == wanted else ["tokens afterwards: %s" % got]


def interrupted(name, server, signal_number):
    process = start(name.replace(" ", "-") + ".log", server.flags, server.descriptors)
    end = time.monotonic() + 60
    while server.there() == len(TOKENS) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.001)
    problems = [] if server.there() < len(TOKENS) else ["no token was taken"]
    process.send_signal(signal_number)
    process.communicate(timeout=60)
    if process.returncode != -signal_number:
        problems.append("it ended with %d" % process.returncode)
    report(name, problems + left(server, TOKENS))


if len(os.sched_getaffinity(0)) < 2:
    print("not tried: one thread\n0 failures")
    sys.exit(0)
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXCPU, signal.SIGXFSZ)
for signal_number in SIGNALS:
    signal.signal(signal_number, signal.SIG_DFL)  # whatever started the tests may have had them ignored
several = range(2, len(os.sched_getaffinity(0)) + 1)  # as if there were no make
make("one build", ["-j2"], [2], builds=1)
make("two builds", ["-j2"], [2])
make("two builds, four jobs", ["-j4"], [3, 4])
# What make does not take for a call of make gets descriptors that are closed, or of something else.
make("two builds, unmarked", ["-j2"], range(2, 2 * several[-1] + 1), recipe="")
for fifo, kind in ((False, "pipe"), (True, "fifo")):
    server, empty = Server(fifo), None
    report(kind, served(kind, server.flags, server.descriptors, several) + left(server, TOKENS))
    for signal_number in SIGNALS:
        interrupted(kind + " " + signal.Signals(signal_number).name, Server(fifo), signal_number)
    empty = Server(fifo, b"")
    report(kind + " without a token", served(kind + " empty", empty.flags, empty.descriptors, [1]) + left(empty, b""))
    report(kind + " and -j2", served(kind + " j2", empty.flags, empty.descriptors, [2], "-j2") + left(empty, b""))
    report(kind + " named last", served(kind + " last", " --jobserver-auth=98,99" + empty.flags, empty.descriptors, [1]))

# What cannot be used does not count, and costs no word.
ordinary = os.open("file", os.O_RDWR | os.O_CREAT)
one, other = os.pipe(), os.pipe()
os.write(one[1], TOKENS)
everything = (ordinary, *one, *other)
for name, value in (("closed", "98,99"), ("no FIFO", "fifo:/nowhere/fifo"), ("a file for a FIFO", "fifo:" + os.path.abspath("file")),
                    ("a file for a pipe", "%d,%d" % (ordinary, ordinary)), ("two pipes", "%d,%d" % (one[0], other[1])),
                    ("the ends exchanged", "%d,%d" % (one[1], one[0])), ("no numbers", "x,-1"), ("one number", str(one[0])), ("nothing", "")):
    report("damaged: " + name, served("damaged " + name, " -j2 --jobserver-auth=" + value, everything, several))
report("of a variable", served("variable", " -j2 -- NOTE=x --jobserver-auth=%d,%d" % one, everything, several))
report("left alone", [] if os.read(one[0], 100) == TOKENS else ["tokens are gone"])
print("%d failures" % failures)
sys.exit(1 if failures else 0)
