#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of test/e2e that check themselves, on OpenCL through PoCL; programs.txt says what comes of each.

  programs.py run <build folder of the project> <output folder> [--ci] [--target=spirv|buffers|coarse] [<program>...]
  programs.py docs <docs/dev/targets.md>  writes the table there

`run` builds each for the target spir, runs it, and compares what it prints with what its own test expects of the CPU. One
line each, "<program>: right" or the reason; an outcome that programs.txt does not expect makes the exit code 1. --ci: those of
every run of the tests. --target=spirv: through the double of OpenCL that takes SPIR-V. --target=buffers: the target spir,
through the double that has no memory by pointers; coarse: that has none which the host reaches. Without programs: all of the
target."""
import argparse
import os
import re
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../../.."))
doubles = {"spir": "", "spirv": "usm il", "buffers": "no-pointers", "coarse": "coarse"}  # FAKE_OPENCL for a target
# What says that the device lacks what the program asks for.
refusals = re.compile("refuses the image|lacks aspect::usm_|has buffers alone|no device matches the selector")
longest_run = 900  # seconds, on a busy machine


class Row:
    """<program> | <run> | <outcome> | <part of the message> | <why>"""

    def __init__(self, line):
        fields = [field.strip() for field in line.split("|")] + ["", "", "", ""]
        name, run, self.outcome, self.text, self.why = fields[:5]
        self.target, _, self.name = ("spir:" + name).split(":")[-2:][0], None, name.split(":")[-1]
        self.ci = run.split()[0] == "ci"
        self.arguments = run.split()[1:]


def read_table():
    with open(os.path.join(here, "programs.txt")) as file:
        return [Row(line) for line in file if line.strip() and not line.startswith("#")]


def ask(function, source):
    """What a function of self_checking.sh says of a source, in lines."""
    script = 'source "$1"; shift; "$@"'
    helper = os.path.join(root, "test/e2e/Inputs/self_checking.sh")
    result = subprocess.run(["bash", "-c", script, "bash", helper, function] + source, capture_output=True, text=True)
    return result.stdout.splitlines()


def sources():
    folder = os.path.join(root, "test/e2e")
    every = [os.path.join(folder, room, name) for room in sorted(os.listdir(folder)) if room != "Inputs"
             and os.path.isdir(os.path.join(folder, room)) for name in sorted(os.listdir(os.path.join(folder, room)))
             if name.endswith(".cpp")]
    return {os.path.basename(path)[:-4]: path for path in ask("self_checking", every)}


class Expectations:
    """Of the test that the source is: the first line that runs the program for the lines it prints."""

    def __init__(self, source):
        with open(source) as file:
            text = file.read()
        lines = [line for line in re.findall(r"RUN: (.*)", text) if "FileCheck-22 %s" in line]
        ours = [line for line in lines if "--check-prefix=" not in line and "sycl-fuse" not in line]
        line = ours[0] if ours else ""
        options = [word for word in line.partition("FileCheck-22 %s")[2].split() if word.startswith("--")]
        self.with_errors = "2>&1" in line
        self.environment = dict(re.findall(r"\b(SYCL_RT_WARNING_LEVEL)=(\S+)", line))
        self.check = ["FileCheck-22", source, "--allow-unused-prefixes"] + options if ours else None


class Runner:
    def __init__(self, arguments):
        self.build, self.out = os.path.abspath(arguments.build), os.path.abspath(arguments.out)
        self.target = arguments.target
        self.double = doubles[self.target]
        os.makedirs(self.out, exist_ok=True)

    def environment(self):
        env = dict(os.environ, ONEAPI_DEVICE_SELECTOR="opencl:*", POCL_CACHE_DIR=os.path.join(self.out, "pocl-cache"))
        env.setdefault("SYCL_FUSE_JIT", "off")
        if self.double:
            env.update(LD_PRELOAD=os.path.join(self.build, "lib/libsycl-fuse-fake-opencl.so"), FAKE_OPENCL=self.double)
        return env

    def log(self, name, kind):
        return os.path.join(self.out, f"{name}.{self.target}.{kind}")

    def command(self, name, arguments, kind, **more):
        """Exit code and output, which is also in a file. None: it took too long."""
        with open(self.log(name, kind), "w+", errors="replace") as file:
            try:
                code = subprocess.run(arguments, stdout=file, stderr=more.pop("stderr", file), text=True, **more).returncode
            except subprocess.TimeoutExpired:
                code = None
            file.seek(0)
            return code, file.read()

    def images(self):
        return "spirv" if self.target == "spirv" else "spir"

    def objects(self, name, source):
        """Compiles what is newer than its object. Error: the message."""
        made = []
        for unit in ask("units", [source]) or [""]:
            made.append(os.path.join(self.out, name + unit + ".o"))
            if os.path.exists(made[-1]) and os.path.getmtime(made[-1]) > os.path.getmtime(source):
                continue
            includes = [f"-I{root}/{folder}" for folder in ("runtime-shim/include", "manifest/include", "test/e2e/Inputs")]
            # From ccache where it can be, as programs of test/e2e are (lit.local.cfg).
            code, text = self.command(name, [*filter(None, [shutil.which("ccache")]), "clang++-22", "-std=c++17", "-O1", "-Xarch_host", "-O0",
                                             "-fsycl", "-MD", f"-fplugin={self.build}/lib/sycl-fuse-plugin.so", *includes,
                                             *filter(None, [unit]), "-c", source, "-o", made[-1]], "compile",
                                      env={**os.environ, "CCACHE_DEPEND": "1"})
            if code:
                return [], text
        return made, ""

    def outcome(self, name, source, arguments):
        """What comes of it, and the message."""
        objects, text = self.objects(name, source)
        if not objects:
            return "not compiled", text
        fused, program = self.log(name, "fusion.o"), self.log(name, "run")
        code, text = self.command(name, [f"{self.build}/bin/sycl-fuse", "build", f"--target={self.images()}",
                                         *ask("build_options", [source]), *objects, "-o", fused], "build")
        if code:
            return "not built", text
        code, text = self.command(name, ["clang++-22", *objects, fused, f"-L{self.build}/lib", f"-Wl,-rpath,{self.build}/lib",
                                         "-lsycl-fuse-rt", "-ldl", "-o", program], "link")
        if code:
            return "not linked", text
        expected = Expectations(source)
        env = {**self.environment(), **expected.environment}
        with open(self.log(name, "errors"), "w+", errors="replace") as errors:
            code, text = self.command(name, [program, *arguments], "log", env=env, cwd=self.out, timeout=longest_run,
                                      **({} if expected.with_errors else {"stderr": errors}))
            errors.seek(0)
            everything = text + errors.read()
        if code is None:
            return "wrong", everything + f"not done in {longest_run} s"
        if code:
            return "refused" if refusals.search(everything) else "wrong", everything
        if expected.check:
            code, text = self.command(name, expected.check, "check", input=text)
        return ("other lines", text) if code else ("right", "")


def report(row, outcome, text):
    """The line to print, and whether it is what the table expects."""
    errors = [line for line in text.splitlines() if "error:" in line] or text.splitlines()[-3:]
    if row and outcome == row.outcome and row.text in text:
        return f"{row.name}: {outcome}" + (f", as expected: {row.why}" if row.why and outcome != "right" else ""), True
    return f"UNEXPECTED: {outcome}: {' '.join(errors)[:600]}", False


def cpu_seconds():
    times = os.times()
    return times.children_user + times.children_system


def run(arguments):
    rows = {row.name: row for row in read_table() if row.target == arguments.target}
    programs, names = sources(), arguments.programs
    if not names:
        names = [name for name in rows if rows[name].ci or not arguments.ci]
    runner, right = Runner(arguments), True
    for name in names:
        row, before = rows.get(name), cpu_seconds()
        outcome, text = runner.outcome(name, programs[name], row.arguments if row else [])
        line, expected = report(row, outcome, text)
        print(f"{line if expected else f'{name}: {line}'} ({cpu_seconds() - before:.0f} s of CPU)", flush=True)
        right &= expected
    print(f"{len(names)} programs, {cpu_seconds():.0f} s of CPU")
    return 0 if right else 1


def of_buffers():
    rows = [row for row in read_table() if row.target == "buffers"]
    reasons = {}
    for row in rows:
        reasons.setdefault(row.why, []).append(row.name)
    right = reasons.pop("")
    others = "; ".join(f"{why}: {', '.join(names)}" for why, names in reasons.items())
    return [f"Through a double of PoCL without memory by pointers, with buffers of OpenCL, {len(right)} of {len(rows)} programs are right, of those that are right with pointers: "
            f"{', '.join(right)}. The others are refused with the standard's error. {others}."]


def docs(path):
    rows = [row for row in read_table() if row.target == "spir"]
    if lost := {row.name for row in rows} ^ set(sources()):
        sys.exit("programs.txt and test/e2e differ: " + ", ".join(sorted(lost)))
    reasons = {}
    for row in rows:
        if row.outcome != "right":
            reasons.setdefault(row.why, []).append(row.name)
    right = [row.name + (f" ({row.why})" if row.why else "") for row in rows if row.outcome == "right"]
    lines = [f"Of {len(rows)} programs these {len(right)} are right, and print the lines that they print on the CPU:",
             ", ".join(right) + ". The others:", "", "| program | why not |", "|---|---|"]
    lines += [f"| {', '.join(names)} | {why} |" for why, names in reasons.items()]
    lines += ["", *of_buffers()]
    with open(path) as file:
        text = file.read()
    begin, end = "<!-- programs.txt -->\n", "<!-- end -->\n"
    head, _, rest = text.partition(begin)
    with open(path, "w") as file:
        file.write(head + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2])
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run")
    runs.add_argument("build")
    runs.add_argument("out")
    runs.add_argument("--ci", action="store_true")
    runs.add_argument("--target", choices=list(doubles), default="spir")
    runs.add_argument("programs", nargs="*")
    commands.add_parser("docs").add_argument("path")
    arguments = parser.parse_args()
    return run(arguments) if arguments.command == "run" else docs(arguments.path)


if __name__ == "__main__":
    sys.exit(main())
