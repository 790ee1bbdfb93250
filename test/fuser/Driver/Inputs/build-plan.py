# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# build-plan.py <plan> <options…>: builds every job of the plan by itself, every other one in another directory, and links the results
# in several orders.
import json
import os
import random
import subprocess
import sys
import tempfile

plan = json.load(open(sys.argv[1]))
options = sys.argv[2:]
jobs = plan["jobs"]
random.seed(11)
random.shuffle(jobs)
for i, job in enumerate(jobs):
    inputs = [file for file in job["inputs"] if file.endswith(".o")]
    output = job["output"]
    with tempfile.TemporaryDirectory() as elsewhere:
        if i % 2:
            inputs, output = [os.path.abspath(file) for file in inputs], os.path.abspath(output)
        subprocess.run(["sycl-fuse", "build", "--job", job["id"], "-o", output, "-j{}".format(1 + i % 3)] + inputs + options,
                       check=True, cwd=elsewhere if i % 2 else None)
files = [job["output"] for job in jobs]
seen = set()
for order in (files, sorted(files), sorted(files, reverse=True)):
    subprocess.run(["sycl-fuse", "link", "-o", "linked.fusion.o"] + order, check=True)
    seen.add(open("linked.fusion.o", "rb").read())
print("{} results, 3 orders: {}".format(len(files), "all the same" if len(seen) == 1 else "they differ"))
