# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_programs.py seed count schema output folders -- compiler...: records programs in and below the folders, so many as the seed draws
them, each in the dialect that its RUN line names, and checks the manifest of each by the schema, that it holds no absolute path of the
root, and that what it says fits together."""
import json
import pathlib
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import jsonschema

split = sys.argv.index("--")
seed, count, schema_path, output, *folders = sys.argv[1:split]
seed = int(seed or random.randrange(1 << 30))
print("seed", seed)
compiler = sys.argv[split + 1:]
with open(schema_path) as file:
    validator = jsonschema.Draft202012Validator(json.load(file))
root = pathlib.Path(schema_path).resolve().parent.parent


def problems(doc):
    yield from (e.message for e in validator.iter_errors(doc))
    kernels = {k["symbol"]: k for k in doc["kernels"]}
    ways = [dict(w, name=f["symbol"]) for f in doc.get("functions", []) for w in f["ways"]]
    for r in doc["regions"] + doc.get("open_regions", []) + ways:
        for s in r["submissions"]:
            if s["kernel"] not in kernels:
                yield "region %s: unknown kernel" % r["name"]
            for a in s.get("arguments", []):
                if a["parameter"] >= len(kernels[s["kernel"]]["parameters"]) or a.get("identity", 0) >= max(1, len(r.get("buffers", []))):
                    yield "region %s: index out of range" % r["name"]
        if not r["submissions"] and "open" not in r and "barriers" in r:
            yield "region %s: empty" % r["name"]
    if str(root) in json.dumps(doc):
        yield "not relocatable: it names %s" % root


def check(numbered):
    number, source = numbered
    manifest = "%s.%d.json" % (output, number)
    folders = [folder / part for folder in (source.parent, source.parent.parent) for part in ("", "Inputs", "include")]
    dialect = re.findall(r"-std=\S+", source.read_text())[:1]
    command = [*compiler, *dialect, "-fsycl-host-only", "-fsyntax-only", *("-I%s" % f for f in folders),
               "-fplugin-arg-sycl-fuse-root=%s" % root, "-fplugin-arg-sycl-fuse-output=%s" % manifest, str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return ["%s: %s" % (source, run.stderr)], 0
    with open(manifest) as file:
        doc = json.load(file)
    return ["%s: %s" % (source, p) for p in problems(doc)], len(doc["regions"])


# What is compiled with other options is left to its own test. An application of a library that hides SYCL is no SYCL program.
SKIPPED = ("headers-alone", "device-api-compiles", "libraries-come-and-go")
sources = sorted(p for f in folders for p in pathlib.Path(f).rglob("*.cpp") if p.stem not in SKIPPED and p.parent.name not in ("Inputs", "application"))
sources = random.Random(seed).sample(sources, min(int(count), len(sources)))
with ThreadPoolExecutor(2) as pool:
    results = list(pool.map(check, enumerate(sources)))
for lines, _ in results:
    print("".join(line + "\n" for line in lines), end="")
print("%d programs, %d regions, %d problems" % (len(sources), sum(n for _, n in results), sum(len(l) for l, _ in results)))
