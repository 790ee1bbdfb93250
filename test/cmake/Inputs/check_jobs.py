# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_jobs.py <names before> <folder of job results> <stamp>: some results are new, those that are old stayed as they were."""
import pathlib
import sys

before = {name for name in pathlib.Path(sys.argv[1]).read_text().split() if name.endswith(".result")}
stamp = pathlib.Path(sys.argv[3]).stat().st_mtime_ns
now = {path.name: path.stat().st_mtime_ns for path in pathlib.Path(sys.argv[2]).glob("*.result")}
built = {name for name, time in now.items() if time > stamp}
print(f"{len(before)} before, {len(now)} now, {len(built)} built again")
assert built == set(now) - before, "a job ran again that has not changed"
assert built and len(built) < len(now), "all or nothing was built"
