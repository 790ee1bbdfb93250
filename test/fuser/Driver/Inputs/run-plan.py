# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run-plan.py <plan> <folder>: runs the jobs of a plan as an executor does that knows nothing but the plan, the last one first."""
import json
import subprocess
import sys

for job in reversed(json.load(open(sys.argv[1]))["jobs"]):
    subprocess.run(["sycl-fuse", "job", "-o", job["output"], job["input"]], cwd=sys.argv[2], check=True)
