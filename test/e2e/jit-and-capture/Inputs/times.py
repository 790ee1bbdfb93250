# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""times.py <file>: says what was timed, and that it can be. times.py <file> <fused> <unfused> [rounds]: the file with these nanoseconds."""
import json
import sys

run = json.load(open(sys.argv[1]))
for time in run["times"]:
    if len(sys.argv) > 2:
        time["fused_ns"], time["unfused_ns"] = map(int, sys.argv[2:4])
        if len(sys.argv) > 4:
            time["fused"] = time["unfused"] = int(sys.argv[4])
        continue
    assert len(time["code"]) == 16 and int(time["code"], 16) and time["arch"] in (2, 3, 4), time
    assert 100 < time["fused_ns"] < 1e8 and 100 < time["unfused_ns"] < 1e8, time
    kind = "specialized" if time["specialized"] else "generic"
    print(f"{time['region']} {kind} of {time['items']}: {time['fused']} fused, {time['unfused']} unfused, on {time['target']}")
if len(sys.argv) > 2:
    print(json.dumps(run, indent=2))
