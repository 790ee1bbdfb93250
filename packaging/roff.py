# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown, as far as the pages of docs/ use it, as the source of a manual page."""
import re

SPAN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)")


def escape(text):
    text = text.replace("\\", "\\(rs").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga")
    # At the begin of a line these would be a request.
    return "\\&" + text if text.startswith((".", "'")) else text


def inline(text):
    """One line of text with spans of code, emphasis and links; a link becomes its text."""
    text = text.replace("\\|", "|")
    out, at = [], 0
    for match in SPAN.finditer(text):
        out.append(escape(text[at:match.start()]))
        code, strong, emphasis, link, _ = match.groups()
        if link:
            out.append(inline(link))
        else:
            out.append(("\\fI" if emphasis else "\\fB") + escape(code or strong or emphasis) + "\\fR")
        at = match.end()
    return "".join(out) + escape(text[at:])


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def blocks(text):
    """The blocks of a page as (kind, lines): heading, code, table, item or paragraph. A kind of heading has its depth behind it."""
    lines, found = text.splitlines(), []
    while lines:
        line = lines.pop(0)
        if line.startswith("```"):
            end = next(n for n, other in enumerate(lines) if other.startswith("```"))
            found.append(("code", lines[:end]))
            del lines[:end + 1]
        elif line.startswith("#"):
            found.append((f"heading{len(line) - len(line.lstrip('#'))}", [line.lstrip("# ")]))
        elif line.startswith("|"):
            found.append(("table", [line]))
            while lines and lines[0].startswith("|"):
                found[-1][1].append(lines.pop(0))
        elif line.strip() and not line.startswith("<!--"):
            item = re.match(r" *- ", line)
            found.append(("item" if item else "paragraph", [line]))
            while lines and lines[0].strip() and not re.match(r" *- |\||#|```", lines[0]):
                found[-1][1].append(lines.pop(0))
    return found


def joined(lines):
    return " ".join(line.strip() for line in lines)


def table(lines):
    """A list in which the first cell is the tag of what stands in the others."""
    for row in [cells(line) for line in lines[2:]]:
        yield ".TP"
        yield inline(row[0])
        yield inline("; ".join(cell for cell in row[1:] if cell)) or "\\&"


def render(found):
    """The lines of a manual page for blocks. Headings below the second level become subsections."""
    out = []
    for kind, lines in found:
        if kind.startswith("heading"):
            out += [f".SS {inline(lines[0])}"]
        elif kind == "code":
            out += [".PP", ".RS 4", ".EX", *(escape(line) for line in lines), ".EE", ".RE"]
        elif kind == "table":
            out += table(lines)
        elif kind == "item":
            depth = (len(lines[0]) - len(lines[0].lstrip())) // 2
            text = inline(re.sub(r"^ *- ", "", joined(lines)))
            out += [".RS 4"] * depth + [".IP \\(bu 2", text] + [".RE"] * depth
        else:
            out += [".PP", inline(joined(lines))]
    return out
