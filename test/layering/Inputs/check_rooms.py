# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom within a part: check_rooms.py <source root>. A README.md with a table that has the columns `room` and
`may use` gives the rule for the folders beside it: each folder with sources has a row, a room includes only what its row allows, and
the rows have no cycle. A room inside of another one has a row of its own, as in `Native/Loops`; `.` is the folder of the README.
Within a room, units (a header and its source) include each other in one direction, but for those of UNIT_CYCLES."""
import collections
import pathlib
import re
import sys

# The folders that have rooms.
PARTS = ("manifest", "clang-plugin", "fuser", "runtime-shim/src")
SOURCES = {".c", ".h", ".cpp", ".hpp", ".def"}
# Units of a room that need each other, and why.
UNIT_CYCLES = {
    ("runtime-shim/src/core/events", "deferred event_impl"): "an event has what is deferred until it, which has its own event",
    ("runtime-shim/src/core/graphs", "dynamic_local dynamic_value graph_impl graph_node"): "a graph has nodes and parameters, which know it",
    ("runtime-shim/src/core/queue", "executable_graph queue_impl sequence"): "a queue runs a sequence, which submits to it",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def tables(root):
    """(folder, {room: rooms it may use}) of each README.md with such a table."""
    for part in PARTS:
        for page in sorted((root / part).rglob("README.md")):
            rows = [[cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
                    for line in page.read_text().splitlines() if line.startswith("|")]
            header = next((row for row in rows if "room" in row and "may use" in row), None)
            if header:
                room, uses = header.index("room"), header.index("may use")
                body = [row for row in rows[rows.index(header) + 1:] if not set(row[0]) <= set("-: ")]
                yield page, {row[room]: set(re.findall(r"[\w./-]*\w[\w/-]*|\.", row[uses])) for row in body}


def room_of(path, folder, rooms):
    """The row that a file belongs to: the longest that matches, None if it lies elsewhere."""
    if folder not in path.parents:
        return None
    name = str(path.parent.relative_to(folder))
    while name != "." and name not in rooms:
        name = str(pathlib.PurePath(name).parent)
    return name


def target_of(path, include, root):
    """The file that an include means: beside the file, or below one of the folders above it."""
    for folder in path.parents:
        if (folder / include).is_file():
            return (folder / include).resolve()
        if folder == root:
            return None
    return None


def wrong_includes(root, page, rooms):
    folder = page.parent.resolve()
    seen = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SOURCES:
            continue
        room = room_of(path, folder, rooms)
        seen.add(room)
        if room not in rooms:
            yield f"{page.relative_to(root)}: no row for the folder of {path.relative_to(folder)}"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            target = match and target_of(path, match[1], root)
            used = target and room_of(target, folder, rooms)
            if used and used != room and used not in rooms[room]:
                yield f"{path.relative_to(root)}:{number}: {room} must not include {match[1]}"
    yield from (f"{page.relative_to(root)}: {room} has no sources" for room in rooms if room not in seen)
    yield from (f"{page.relative_to(root)}: {room} may use {used}, which has no row"
                for room, uses in rooms.items() for used in sorted(uses) if used not in rooms)


def cycles(page, root, rooms):
    """Rows that can be reached from themselves."""
    for start in rooms:
        todo, reached = list(rooms[start]), set()
        while todo:
            room = todo.pop()
            if room not in reached:
                reached.add(room)
                todo += rooms.get(room, ())
        if start in reached:
            yield f"{page.relative_to(root)}: {start} may use itself through others"


def units(root):
    """{unit: units of the same room that it includes}; a unit is a path without its suffix."""
    found = collections.defaultdict(set)
    for part in PARTS:
        for path in sorted((root / part).rglob("*")):
            if path.suffix not in SOURCES or path.suffix == ".def":
                continue
            uses = found[path.with_suffix("")]
            for include in filter(None, map(INCLUDE.match, path.read_text().splitlines())):
                target = target_of(path, include[1], root)
                if target and target.suffix != ".def" and target.parent == path.parent:
                    uses.add(target.with_suffix(""))
            uses.discard(path.with_suffix(""))
    return found


def reached_from(start, uses):
    todo, reached = [start], set()
    while todo:
        for unit in uses[todo.pop()] - reached:
            reached.add(unit)
            todo.append(unit)
    return reached


def unit_cycles(root):
    """Rooms' units that include each other, other than in UNIT_CYCLES, and what is there without need."""
    uses = units(root)
    reached = {unit: reached_from(unit, uses) for unit in list(uses)}
    cycles = {tuple(sorted(other for other in reached[unit] if unit in reached[other])) for unit in reached if unit in reached[unit]}
    found = {(str(cycle[0].parent.relative_to(root)), " ".join(unit.name for unit in cycle)) for cycle in cycles}
    yield from (f"{room}: these include each other: {names}" for room, names in sorted(found - set(UNIT_CYCLES)))
    yield from (f"{room}: no cycle of {names}, take it from UNIT_CYCLES"
                for room, names in sorted(set(UNIT_CYCLES) - found) if (root / room).is_dir())


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, parts = [], set()
    for page, rooms in tables(root):
        parts.add(next(part for part in PARTS if (root / part) in page.parents))
        found += [*wrong_includes(root, page, rooms), *cycles(page, root, rooms)]
    found += unit_cycles(root)
    found += [f"{part}: no README.md has a table of rooms" for part in PARTS if part not in parts]
    print("\n".join(found) or "rooms are kept")
    sys.exit(1 if found else 0)


main()
