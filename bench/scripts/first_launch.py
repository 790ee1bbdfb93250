# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of first fused launches: built ahead of time, found in the cache, made by the JIT worker."""
import json
import os
import shutil
import statistics
import subprocess
import tempfile

import report

RUNS = 7


def has_worker(env):
    """Whether there is a sycl-fuse that runs here: it needs libLLVM."""
    tool = env.get("SYCL_FUSE_TOOL") or shutil.which("sycl-fuse", path=env.get("PATH"))
    return bool(tool) and subprocess.run([tool, "--version"], capture_output=True).returncode == 0


def run(program, order, env, problems, name, patience=30):
    done = subprocess.run([program, order, "4096", str(patience)], env=env, capture_output=True, text=True, timeout=patience + 60)
    if done.returncode != 0 or not done.stdout.startswith("{"):
        problems.append(f"first launch, {name}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
        return None
    result = json.loads(done.stdout)
    if not result["right"]:
        problems.append(f"first launch, {name}: wrong results")
    if result["compiler_mapped"]:
        problems.append(f"first launch, {name}: a compiler in the process")
    return result


def cases(cache, worker):
    """Name, order, environment, the outcome that is needed."""
    none = {"SYCL_FUSE_CACHE_SIZE": "0"}
    yield "ahead of time", "listed", {"SYCL_FUSE_JIT": "off"}, "aot"
    if worker or os.listdir(cache):
        yield "from the cache, sync", "unlisted", {"SYCL_FUSE_JIT": "sync", "SYCL_FUSE_CACHE_DIR": cache}, "jit"
        yield "from the cache, async", "unlisted", {"SYCL_FUSE_JIT": "async", "SYCL_FUSE_CACHE_DIR": cache}, "jit"
    if worker:
        yield "JIT worker, async", "unlisted", dict(none, SYCL_FUSE_JIT="async"), "jit"
        yield "JIT worker, sync", "unlisted", dict(none, SYCL_FUSE_JIT="sync"), "jit"
    yield "no worker", "unlisted", dict(none, SYCL_FUSE_JIT="async", SYCL_FUSE_TOOL="/nowhere/sycl-fuse"), "unfused"


def table(program, problems, environment=None, cache=None):
    """`cache`: a folder with entries that were made elsewhere, for a machine without a worker."""
    base = dict(environment or os.environ, SYCL_FUSE_JIT_TIMEOUT="60")
    worker = has_worker(base)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        if cache and os.path.isdir(cache):
            for name in os.listdir(cache):
                shutil.copy(os.path.join(cache, name), folder)
                os.chmod(os.path.join(folder, name), 0o600)
        if worker:  # once, to fill the cache
            run(program, "unlisted", dict(base, SYCL_FUSE_JIT="sync", SYCL_FUSE_CACHE_DIR=folder), problems, "filling the cache")
        if not worker:
            # What another tool made counts only where there is none.
            base["SYCL_FUSE_TOOL"] = "/nowhere/sycl-fuse"
        for name, order, env, needed in cases(folder, worker):
            patience = 0.5 if needed == "unfused" else 30
            results = [run(program, order, dict(base, **env), problems, name, patience) for _ in range(RUNS)]
            results = [r for r in results if r]
            wrong = {r["outcome"] for r in results} - {needed}
            if wrong:
                problems.append(f"first launch, {name}: outcome {', '.join(wrong)}, needed: {needed}")
            if results:
                rows.append(row(name, results))
    header = ["first fused launch", "after the first submission", "worst of %d" % RUNS, "unfused before", "slowest submission until then"]
    return report.table(header, rows)


def row(name, results):
    median = lambda key: statistics.median(r[key] for r in results)
    first = "never" if results[0]["outcome"] == "unfused" else report.with_unit(median("first_us"))
    worst = "–" if results[0]["outcome"] == "unfused" else report.with_unit(max(r["first_us"] for r in results))
    return [name, first, worst, round(median("before")), report.with_unit(median("slowest_submission_us"))]
