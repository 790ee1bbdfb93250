# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""startup.py <prefix> [<sequences> [<kernels> [<turns>]]]: what a program pays at its start for sequences that it was built with, and does not run. Writes one
with so many sequences of four kernels, builds it with and without them, and prints instructions (callgrind), processor time (medians of turns), page faults and
resident memory from the start of the process to its end, with one kernel that begins no sequence."""
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

prefix = pathlib.Path(sys.argv[1]).resolve()
sequences, kernels, turns = ([int(a) for a in sys.argv[2:]] + [1000, 64, 101][len(sys.argv) - 2:])[:3]

HEAD = """#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
template <int N> struct step { float *x; void operator()(sycl::id<1> i) const { x[i] = x[i] * (1.0f + N) + 0.5f; } };
struct stranger { float *x; void operator()(sycl::id<1> i) const { x[i] += 1.0f; } };
"""
MAIN = """int main(int argc, char **argv) {
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_shared<float>(64, q);
  q.parallel_for(64, stranger{x});
  q.wait();
  for (int i = 1; i < argc; ++i)
    all[std::atoi(argv[i])](q, x, 64);
  q.wait();
  char line[256];
  std::FILE *status = std::fopen("/proc/self/status", "r");
  while (std::fgets(line, sizeof line, status))
    if (std::strncmp(line, "VmRSS:", 6) == 0 || std::strncmp(line, "RssAnon:", 8) == 0)
      std::fputs(line, stdout);
}
"""


def program():
    chosen = random.Random(37).sample(range(kernels ** 4), sequences)
    text = HEAD
    for n, code in enumerate(chosen):
        steps = [code // kernels ** k % kernels for k in range(4)]
        text += f"void sequence{n}(sycl::queue &q, float *x, std::size_t n) {{\n"
        text += "".join(f"  q.parallel_for(n, step<{k}>{{x}});\n" for k in steps) + "}\n"
    names = ", ".join(f"sequence{n}" for n in range(sequences))
    return text + f"void (*const all[])(sycl::queue &, float *, std::size_t) = {{{names}}};\n" + MAIN


def once(path, env):
    process = subprocess.Popen([path], env=env, stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, process.returncode, used = os.wait4(process.pid, 0)
    anonymous = int(re.search(r"RssAnon:\s+(\d+)", out)[1])
    return (used.ru_utime + used.ru_stime) * 1e6, used.ru_minflt, int(re.search(r"VmRSS:\s+(\d+)", out)[1]), anonymous


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("many.cpp").write_text(program())
        subprocess.run(["clang++-22", "-std=c++17", "-O2", "-fsycl", f"-fplugin={prefix}/lib/sycl-fuse-plugin.so", "-fplugin-arg-sycl-fuse-automatic",
                        "-isystem", f"{prefix}/include", "-c", "many.cpp", "-o", "many.o"], check=True)
        cases = {}
        for name, options in (("none", []), (f"{sequences} sequences", ["--automatic"])):
            path = folder + "/" + name.replace(" ", "-")
            subprocess.run([f"{prefix}/bin/sycl-fuse", "build", *options, "many.o", "-o", path + ".fusion.o"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["clang++-22", "many.o", path + ".fusion.o", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-lsycl-fuse-rt", "-o", path], check=True)
            for mode in ("off", "built"):
                cases[f"{name}, SYCL_FUSE_AUTO={mode}"] = (path, {**os.environ, "SYCL_FUSE_AUTO": mode}, [])
        for _ in range(turns):
            for path, env, seen in cases.values():
                seen.append(once(path, env))
        print("| program | instructions | processor time, us | page faults | resident, KiB | of these anonymous, KiB |\n|---|--:|--:|--:|--:|--:|")
        for name, (path, env, seen) in cases.items():
            log = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path], env=env, check=True, capture_output=True, text=True).stderr
            numbers = " | ".join(f"{statistics.median(values):.0f}" for values in zip(*seen))
            print(f"| {name} | {re.search(r'Collected : ([0-9]+)', log)[1]} | {numbers} |")


main()
