# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the pictures of docs/what-fuses.md: draw.py <folder>. Each is one sequence of kernels: a row of boxes is memory, an arrow goes from an
element that a work-item reads to the one that it writes. Filled: what the work-item of the picture needs. Hatched: what is computed again. A
dashed line is where the sequence is cut. Colours are for light and dark pages."""
import pathlib
import sys

LEFT, STEP, CELL, HEIGHT, GAP = 64, 26, 20, 54, 10

STYLE = """<style>
text { font: 12px sans-serif; fill: #24292f } .arrow { stroke: #0969da; stroke-width: 1.5; fill: none } .head { fill: #0969da }
rect { fill: none; stroke: #6e7781 } .used { fill: #54aeff } .again { fill: url(#hatched) } .stripe { stroke: #54aeff; stroke-width: 3 }
.cut { stroke: #cf222e; stroke-dasharray: 5 3 } .why { fill: #cf222e }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .arrow { stroke: #79c0ff } .head { fill: #79c0ff } rect { stroke: #8b949e } .used { fill: #1f6feb }
.stripe { stroke: #1f6feb } .cut { stroke: #ff7b72 } .why { fill: #ff7b72 } }
</style>
<defs><pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe" d="M1.5 0V6"/></pattern>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
"""

LINE = range(8)
ROWS = [0, 1, 2, 3, 4.4, 5.4, 6.4, 7.4]  # two rows of an image
# Each: what it shows; rows of memory as (name, places of the elements, filled, hatched); arrows as (row, element, row, element); the rows
# before which it is cut; a note beside each row.
PICTURES = {
    "same-element": ("Each work-item reads the element that it wrote.",
                     [("x", LINE, [3], []), ("y", LINE, [3], []), ("z", LINE, [3], [])], [(0, 3, 1, 3), (1, 3, 2, 3)], [], {1: "in a register"}),
    "neighbours": ("A work-item reads three elements of y. It computes two of them again, from x.",
                   [("x", LINE, [2, 3, 4], []), ("y", LINE, [3], [2, 4]), ("z", LINE, [3], [])],
                   [(0, 2, 1, 2), (0, 3, 1, 3), (0, 4, 1, 4), (1, 2, 2, 3), (1, 3, 2, 3), (1, 4, 2, 3)], [], {1: "two of them again"}),
    "tiles": ("Three steps that read neighbours: five elements of x for one of z. What is computed again grows with each step.",
              [("x", LINE, [1, 2, 3, 4, 5], []), ("y", LINE, [3], [2, 4]), ("z", LINE, [3], [])],
              [(0, 1, 1, 2), (0, 2, 1, 2), (0, 3, 1, 2), (0, 3, 1, 4), (0, 4, 1, 4), (0, 5, 1, 4), (0, 2, 1, 3), (0, 4, 1, 3), (0, 3, 1, 3),
               (1, 2, 2, 3), (1, 3, 2, 3), (1, 4, 2, 3)], [], {1: "again, or cut"}),
    "row-then-elements": ("A work-group for each row writes s, and does the elements that read it.",
                          [("x", ROWS, [0, 1, 2, 3], []), ("s", [1.5, 5.9], [0], []), ("z", ROWS, [0, 1, 2, 3], [])],
                          [(0, k, 1, 0) for k in range(4)] + [(1, 0, 2, k) for k in range(4)], [], {1: "one group"}),
    "elements-then-row": ("A work-group for each row does its elements of y, then reads them for s.",
                          [("x", ROWS, [0, 1, 2, 3], []), ("y", ROWS, [0, 1, 2, 3], []), ("s", [1.5, 5.9], [0], [])],
                          [(0, k, 1, k) for k in range(4)] + [(1, k, 2, 0) for k in range(4)], [], {1: "one group"}),
    "one-number": ("Each element is computed and added up in one pass.",
                   [("x", LINE, LINE, []), ("y", LINE, LINE, []), ("sum", [3.5], [0], [])],
                   [(0, k, 1, k) for k in LINE] + [(1, k, 2, 0) for k in LINE], [], {1: "in a register"}),
    "from-one-number": ("All elements are needed for the number, and the number for all elements: two launches.",
                        [("x", LINE, LINE, []), ("sum", [3.5], [0], []), ("z", LINE, [2, 5], [])],
                        [(0, k, 1, 0) for k in LINE] + [(1, 0, 2, 2), (1, 0, 2, 5)], [2], {2: "two launches"}),
    "copies": ("A copy and a fill are kernels of one element each.",
               [("x", LINE, [3], []), ("y", LINE, [3], []), ("z", LINE, [3], [])], [(0, 3, 1, 3), (1, 3, 2, 3)], [], {1: "copied"}),
    "side-by-side": ("Two kernels that share nothing but what they read are one launch.",
                     [("x", LINE, [3], []), ("y, z", ROWS, [2, 5], [])], [(0, 3, 1, 2), (0, 3, 1, 5)], [], {1: "two results"}),
    "several-consumers": ("Two kernels read y, which is also needed later: it is written once.",
                          [("x", LINE, [3], []), ("y", LINE, [3], []), ("z, v", ROWS, [2, 5], [])],
                          [(0, 3, 1, 3), (1, 3, 2, 2), (1, 3, 2, 5)], [], {1: "written once"}),
    "other-shapes": ("The same element of an image by row and column, and by one number.",
                     [("y", ROWS, [5], []), ("z", LINE, [5], [])], [(0, 5, 1, 5)], [], {0: "2 rows", 1: "1 line"}),
    "gather": ("Which element is read is in memory, so nothing tells who wrote it.",
               [("index", LINE, [3], []), ("y", LINE, [6], []), ("z", LINE, [3], [])], [(1, 6, 2, 3)], [2], {2: "SF3049"}),
}


def place(rows, row, element):
    return LEFT + rows[row][1][element] * STEP, GAP + row * HEIGHT


def draw(what, rows, arrows, cuts, notes):
    width, height = LEFT + 9 * STEP + 120, 2 * GAP + (len(rows) - 1) * HEIGHT + CELL
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
           f"<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception; drawn by docs/pictures/draw.py -->\n<title>{what}</title>\n{STYLE}"]
    for row, (name, places, used, again) in enumerate(rows):
        out.append(f'<text x="{LEFT - 12}" y="{GAP + row * HEIGHT + 14}" text-anchor="end">{name}</text>')
        if row in notes:
            kind = ' class="why"' if row in cuts else ""
            out.append(f'<text{kind} x="{LEFT + 8.6 * STEP:g}" y="{GAP + row * HEIGHT + 14}">{notes[row]}</text>')
        for element in range(len(places)):
            x, y = place(rows, row, element)
            kind = ' class="used"' if element in used else ' class="again"' if element in again else ""
            out.append(f'<rect{kind} x="{x:g}" y="{y}" width="{CELL}" height="{CELL}" rx="3"/>')
    for cut in cuts:
        y = GAP + cut * HEIGHT - (HEIGHT - CELL) // 2
        out.append(f'<path class="cut" d="M{LEFT - 30} {y}H{width - 4}"/>')
    for above, first, below, second in arrows:
        (x1, y1), (x2, y2) = place(rows, above, first), place(rows, below, second)
        out.append(f'<path class="arrow" marker-end="url(#head)" d="M{x1 + CELL / 2:g} {y1 + CELL}L{x2 + CELL / 2:g} {y2 - 2}"/>')
    return "\n".join(out) + "\n</svg>\n"


for name, (what, rows, arrows, cuts, notes) in PICTURES.items():
    (pathlib.Path(sys.argv[1]) / f"{name}.svg").write_text(draw(what, [(label, list(places), used, again) for label, places, used, again in rows],
                                                              arrows, cuts, notes))
