# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many kernels a program's loops submit, by what its text looks like: a guess, to draw programs by."""
import re

KERNEL = re.compile(r"\b(?:parallel_for|single_task)\b")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
FUNCTION = re.compile(r"\b(\w+)\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*(?:const\s*)?(?:noexcept\s*)?\{")
LOOP = re.compile(r"\b(?:for|while)\s*\(|\bdo\s*\{")
CALL = re.compile(r"\b(\w+)\s*(?:<[^<>;{}]*>)?\s*\(")
NO_FUNCTIONS = {"if", "for", "while", "switch", "catch", "submit", "parallel_for", "single_task"}
SOURCES = (".cpp", ".cc", ".h", ".hpp", ".inc", ".cxx", ".hh")


def closing(text, position, pair):
    """Behind what closes the bracket at position."""
    depth = 0
    for n in range(position, len(text)):
        depth += (text[n] == pair[0]) - (text[n] == pair[1])
        if depth == 0:
            return n + 1
    return len(text)


def body_of_loop(text, found):
    begin = found.end() - 1
    if text[begin] == "{":
        return text[begin:closing(text, begin, "{}")]
    begin = closing(text, begin, "()")
    rest = text[begin:]
    if rest.lstrip().startswith("{"):
        begin += len(rest) - len(rest.lstrip())
        return text[begin:closing(text, begin, "{}")]
    return rest.split(";", 1)[0]


def most_kernels(folder):
    """The largest number of kernels in a round of a loop, with those of the functions that it calls."""
    text = "\n".join(COMMENT.sub("", path.read_text(errors="replace"))
                     for path in sorted(folder.rglob("*")) if path.suffix in SOURCES)
    bodies = {}
    for found in FUNCTION.finditer(text):
        if found[1] not in NO_FUNCTIONS:
            bodies.setdefault(found[1], text[found.end() - 1:closing(text, found.end() - 1, "{}")])
    known = {}

    def kernels(part, depth):
        called = (name for name in CALL.findall(part) if name in bodies)
        return len(KERNEL.findall(part)) + (sum(in_function(name, depth - 1) for name in called) if depth else 0)

    def in_function(name, depth):
        if (name, depth) not in known:
            known[name, depth] = 0  # of a recursion
            known[name, depth] = kernels(bodies[name], depth)
        return known[name, depth]

    return max((kernels(body_of_loop(text, found), 4) for found in LOOP.finditer(text)), default=0)
