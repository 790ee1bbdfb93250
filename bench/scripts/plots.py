#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tables and plots of docs/performance.md, and the numbers of README.md, from tables in bench/results: plots.py [--check] [<source root>].

A figure is a table of medians, with a row for each peer and a column for each size, and a plot of the same. With --check nothing is
written; what differs is named, and the exit status is 1."""
import dataclasses
import html
import pathlib
import re
import sys

RESULTS = "bench/results"
IMAGES = "docs/images"


@dataclasses.dataclass
class Row:
    label: str  # of the table and the plot
    key: str = ""  # first cell of its row in the results, the label if there is none; {} stands for the key of the panel
    column: str = "{}"
    ours: bool = False

    def cell(self, panel):
        return (self.key or self.label).format(panel.key), self.column.format(panel.key)


@dataclasses.dataclass
class Panel:
    title: str
    key: str
    section: str = ""  # heading in the results; "": before the first one


@dataclasses.dataclass
class Figure:
    name: str
    title: str
    source: str  # in bench/results
    machine: str
    rows: list
    panels: list
    unit: float = 1.0  # of the results, in µs
    table: str = ""  # the first cell of the heading row, if another table has the same rows


def ours(label, key="", column="{}"):
    return Row(label, key, column, ours=True)


SIZES = [Panel(f"n = {n}", f"n={n}") for n in ("4,096", "1,000,000", "100,000,000")]
TIME = "launch and wait: median (best)"
INTERNALIZED = "this project, fused and internalized"
FIGURES = [
    Figure("chain-h100", "Four kernels in a chain, on an NVIDIA H100", "2026-11-27-nvidia-h100-chain.md", "NVIDIA H100 80GB HBM3",
           [Row("4 CUDA kernels"), Row("the same as a CUDA graph", "CUDA graph of 4 kernels"),
            Row("CUDA, fused by hand", "hand-fused CUDA, float4"), Row("torch.compile"), ours("this project, unfused"),
            ours("this project, fused"), ours(INTERNALIZED, "this project, internalized"),
            Row("on the device: CUDA, fused by hand", "on the device: hand-fused CUDA, float4"),
            ours("on the device: this project, internalized")], SIZES),
    Figure("sequences-h100", "Other sequences, on an NVIDIA H100", "2026-11-26-nvidia-h100-by-hand.md", "NVIDIA H100 80GB HBM3",
           [Row("CUDA, kernel by kernel", column=TIME), Row("CUDA, fused by hand", column=TIME), Row("torch.compile", column=TIME),
            ours("this project, unfused", column=TIME), ours(INTERNALIZED, "this project, internalized", TIME)],
           [Panel("MLP, 64 × 64", "", "Tail of an MLP, 64 x 64"), Panel("MLP, 1024 × 1024", "", "Tail of an MLP, 1024 x 1024"),
            Panel("MLP, 8192 × 4096", "", "Tail of an MLP, 8192 x 4096"), Panel("Black-Scholes", "", "Black-Scholes")]),
    Figure("graphs-h100", "Executions of a graph, on an NVIDIA H100", "2026-11-27-nvidia-h100-graphs.md", "NVIDIA H100 80GB HBM3",
           [Row("CUDA graph of 4 kernels"), Row("CUDA graph of one kernel, fused by hand", "CUDA graph of the hand-fused kernel"),
            Row("torch.compile in a CUDA graph"), ours("this project, unfused"), ours("this project, fused")],
           [Panel(f"chain, {panel.title}", panel.key, "Chain") for panel in SIZES]),
    Figure("graphs-100-h100", "A graph of 100 kernels in a row, on an NVIDIA H100", "2026-11-27-nvidia-h100-graphs.md", "NVIDIA H100 80GB HBM3",
           [Row("CUDA graph of the kernels"), ours("this project, unfused"), ours("this project, fused")],
           [Panel("n = 4,096", "n=4,096", "100 kernels in a row")]),
    Figure("chain-cpu", "Four kernels in a chain, on 2 threads of an AMD EPYC", "2026-11-27-amd-epyc-2-threads.md",
           "AMD EPYC of family 26, 2 threads",
           [Row("4 OpenMP loops"), Row("one OpenMP loop, fused by hand", "hand-fused OpenMP loop"), ours("this project, unfused"),
            ours("this project, fused"), ours(INTERNALIZED, "this project, internalized")], SIZES),
    Figure("automatic-h200", "Four kernels of an unmodified program, on an NVIDIA H200", "2026-11-30-automatic.md", "NVIDIA H200",
           [ours("unfused", "four, {}", "off"), ours("fused automatically", "four, {}", "built"), Row("one kernel by hand", "by hand, {}", "off")],
           [Panel(f"{n} work-items", n) for n in ("1", "1,000,000", "16,000,000")], unit=0.001, table="NVIDIA H200"),
]


class Results:
    """The tables of a file, by section."""

    def __init__(self, path):
        # Of the measurement: files are named after it.
        self.day = path.name[:len("2026-11-30")]
        self.tables = []  # (section, rows)
        section, rows = "", []
        for line in path.read_text().splitlines() + [""]:
            if line.startswith("|"):
                rows.append([cell.strip() for cell in line.strip("|").split("|")])
                continue
            if rows:
                self.tables.append((section, rows))
            rows = []
            if line.startswith("## "):
                section = line[3:]

    def find(self, section, first, row, column):
        """The text of a cell, or None."""
        for name, (head, _, *rows) in self.tables:
            if name == section and head[0].startswith(first) and column in head:
                for cells in rows:
                    if cells[0] == row:
                        return cells[head.index(column)]
        return None


def median(text, unit):
    """µs of a cell such as '26.6 (24.6)', '120.3 ms (107.0 ms)' or '19,322'."""
    number, milli = re.match(r"([\d,.]+)( ms)?", text.replace("*", "")).groups()
    return float(number.replace(",", "")) * (1000 if milli else 1) * unit


def shown(microseconds):
    """Three digits, four beyond 1000, as the results have them."""
    if microseconds >= 10000:
        return f"{round(microseconds, -2):,.0f}"
    if microseconds >= 1000:
        return f"{microseconds:,.0f}"
    return f"{microseconds:.{0 if microseconds >= 100 else 1 if microseconds >= 10 else 2}f}"


def times(figure, results):
    """Of each row, the time of each panel or None; a row that has none at all is a mistake."""
    out = []
    for row in figure.rows:
        cells = [results.find(panel.section, figure.table, *row.cell(panel)) for panel in figure.panels]
        if not any(cells):
            sys.exit(f"error: {figure.source}: no row '{row.cell(figure.panels[0])[0]}' for {figure.name}")
        out.append([median(cell, figure.unit) if cell else None for cell in cells])
    return out


STYLE = """text{font:13px system-ui,sans-serif;fill:#24292f}.t{font-weight:600}.n{font-size:12px}.p{fill:#8c959f}.o{fill:#1a7f64}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.p{fill:#6e7681}.o{fill:#3fb68b}}"""
LABELS, PANEL, LINE, TOP, BAR = 290, 190, 24, 34, 120


def plot(figure, values):
    """Bars, each panel with a scale of its own."""
    width, height = LABELS + PANEL * len(figure.panels), TOP + LINE * len(figure.rows) + 6
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
           "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
           "<!-- Written by bench/scripts/plots.py. Do not edit. -->",
           f"<title>{html.escape(figure.title)}, µs</title>", f"<style>{STYLE}</style>"]
    for y, row in enumerate(figure.rows):
        out.append(f'<text x="{LABELS - 10}" y="{TOP + y * LINE + 15}" text-anchor="end">{html.escape(row.label)}</text>')
    for x, panel in enumerate(figure.panels):
        left, largest = LABELS + x * PANEL, max(line[x] for line in values if line[x] is not None)
        out.append(f'<text class="t" x="{left}" y="18">{html.escape(panel.title)}</text>')
        for y, (row, line) in enumerate(zip(figure.rows, values)):
            if line[x] is None:
                continue
            length, top = max(1, round(BAR * line[x] / largest, 1)), TOP + y * LINE
            out.append(f'<rect class="{"o" if row.ours else "p"}" x="{left}" y="{top + 2}" width="{length:g}" height="16" rx="2"/>')
            out.append(f'<text class="n" x="{left + length + 5:g}" y="{top + 15}">{shown(line[x])}</text>')
    return "\n".join(out + ["</svg>", ""])


def section(figure, values, results):
    """The part of docs/performance.md between the markers of a figure."""
    head = f"| µs | {' | '.join(panel.title for panel in figure.panels)} |"
    rows = [f"| {row.label} | {' | '.join('–' if v is None else shown(v) for v in line)} |" for row, line in zip(figure.rows, values)]
    return "\n".join([f"![{figure.title}]({pathlib.Path(IMAGES).name}/{figure.name}.svg)", "", head, "|---|" + "--:|" * len(figure.panels), *rows, "",
                      f"{figure.machine}, {results.day} ([results](../{RESULTS}/{figure.source}))."])


# The numbers of the README: figure, column, the row that is compared, ours, the peer by hand.
NUMBERS = [
    ("automatic-h200", 1, "an unmodified program, four kernels over 1,000,000 elements", "unfused", "fused automatically", "one kernel by hand"),
    ("chain-h100", 2, "a region of four kernels, 100,000,000 elements, temporaries in registers", "4 CUDA kernels", INTERNALIZED, "CUDA, fused by hand"),
    ("chain-cpu", 2, "the same region", "4 OpenMP loops", INTERNALIZED, "one OpenMP loop, fused by hand"),
]


def numbers(figures):
    """The part of README.md between its markers."""
    out = ["| µs | kernel by kernel | fused by this project | fused by hand | measured |", "|---|--:|--:|--:|---|"]
    for name, column, what, before, after, hand in NUMBERS:
        figure, values, results = figures[name]
        at = {row.label: shown(line[column]) for row, line in zip(figure.rows, values)}
        out.append(f"| {what} | {at[before]} | **{at[after]}** | {at[hand]} | {figure.machine}, {results.day} |")
    return "\n".join(out)


def replaced(text, name, content, path):
    marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not marked.search(text):
        sys.exit(f"error: {path}: no line <!-- {name} -->")
    return marked.sub(lambda match: f"{match[1]}{content}\n{match[2]}", text)


def outputs(root):
    """The files that this script writes, with their text."""
    out, figures, page = {}, {}, (root / "docs/performance.md").read_text()
    for figure in FIGURES:
        results = Results(root / RESULTS / figure.source)
        values = times(figure, results)
        figures[figure.name] = figure, values, results
        out[f"{IMAGES}/{figure.name}.svg"] = plot(figure, values)
        page = replaced(page, figure.name, section(figure, values, results), "docs/performance.md")
    out["docs/performance.md"] = page
    out["README.md"] = replaced((root / "README.md").read_text(), "numbers", numbers(figures), "README.md")
    return out


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parents[2]
    stale = []
    for name, text in outputs(root).items():
        path = root / name
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"error: {', '.join(stale)}: not what bench/scripts/plots.py writes; run it and commit")


if __name__ == "__main__":
    main()
