# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of bench-submit and bench-copy, shared by the benchmark scripts."""
import report

SUBMIT_BUDGET, RAW_BUDGET = 3.0, 2.0  # µs: submit and wait on the CPU; above the driver's own launch on CUDA


def cost_table(objects):
    """µs of a submission, and with the wait for it; on CUDA beside the driver's own launch of the same kernel."""
    rows, problems = [], []
    by_name = {}
    for o in objects:
        if "by" in o:
            by_name.setdefault(o["name"], {})[o["by"]] = o
    for name, peers in by_name.items():
        ours, raw = peers.get("this project"), peers.get("the driver")
        if not ours:
            problems.append(f"{name}: was not measured")
            continue
        cells = [name, f"{ours['submit_us']:.2f}", f"{ours['submit_wait_us']:.2f}"]
        if raw:
            above, above_wait = (ours[k] - raw[k] for k in ("submit_us", "submit_wait_us"))
            cells += [f"{raw['submit_us']:.2f}", f"{raw['submit_wait_us']:.2f}", f"{above:.2f}", f"{above_wait:.2f}",
                      "✓" if max(above, above_wait) <= RAW_BUDGET else f"✗ (budget {RAW_BUDGET:g} above)"]
        else:
            cells += ["–"] * 4 + ["✓" if ours["submit_wait_us"] <= SUBMIT_BUDGET else f"✗ (budget {SUBMIT_BUDGET:g})"]
        rows.append(cells)
    header = ["µs on the host, medians", "submit", "submit + wait", "driver: launch", "driver: launch + wait", "above: submit",
              "above: submit + wait", "budget"]
    return report.table(header, rows), problems


def row_table(objects):
    """Many submissions in a row: what the first and the last tenth cost each, and how the process grew."""
    rows = []
    for o in objects:
        if "row" not in o:
            continue
        grown = o["resident_after_kib"] - o["resident_before_kib"]
        waits = "at the end" if o["wait_every"] >= o["row"] else f"every {o['wait_every']}"
        rows.append([o["name"], f"{o['row']:,}", o["events"], waits, f"{o['first_tenth_us']:.2f}", f"{o['last_tenth_us']:.2f}",
                     f"{grown / 1024:.1f} MiB", f"{grown * 1024 / o['row']:.0f} bytes"])
    return report.table(["in a row", "submissions", "events", "waits", "µs each, first tenth", "last tenth", "memory grew", "each"], rows)


def copy_table(objects):
    rows = {}
    sizes = []
    for o in objects:
        if "copy" in o:
            sizes += [o["bytes"]] if o["bytes"] not in sizes else []
            rows.setdefault((o["direction"], o["copy"]), {})[o["bytes"]] = o
    text = lambda o: "–" if o is None else f"{report.number(o['median_us'])} ({report.number(o['submit_us'])})"
    header = ["µs until the data is there (until the host goes on)"] + [size(n) for n in sizes]
    return report.table(header, [[f"{direction}: {name}"] + [text(cells.get(n)) for n in sizes] for (direction, name), cells in rows.items()])


def size(n):
    return f"{n >> 20} MiB" if n >= 1 << 20 else f"{n >> 10} KiB"
