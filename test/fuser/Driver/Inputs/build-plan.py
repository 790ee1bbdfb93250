# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# build-plan.py <plan> <options…>: builds every job of the plan by itself, and links the results in several orders.
import json
import random
import subprocess
import sys

plan = json.load(open(sys.argv[1]))
options = sys.argv[2:]
jobs = plan["jobs"]
random.seed(11)
random.shuffle(jobs)
for i, job in enumerate(jobs):
    inputs = [file for file in job["inputs"] if file.endswith(".o")]
    subprocess.run(["sycl-fuse", "build", "--job", job["id"], "-o", job["output"], "-j{}".format(1 + i % 3)] + inputs + options, check=True)
files = [job["output"] for job in jobs]
seen = set()
for order in (files, sorted(files), sorted(files, reverse=True)):
    subprocess.run(["sycl-fuse", "link", "-o", "linked.fusion.o"] + order, check=True)
    seen.add(open("linked.fusion.o", "rb").read())
print("{} results, 3 orders: {}".format(len(files), "all the same" if len(seen) == 1 else "they differ"))
