# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a page of sycl-fuse report: check-page.py <file>. Elements are closed in order, links lead to elements of the page, nothing is
loaded, pictures have texts, controls have names. Prints what is wrong, or the text of the page, an element a line."""
import html.parser
import sys

VOID = {"meta", "br", "input"}
LOADING = {"src", "srcset", "data", "poster", "action", "style"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.links, self.lines, self.labels = [], [], set(), [], [], set()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.wrong += [f"two elements have the id {given['id']}"] if given["id"] in self.ids else []
            self.ids.add(given["id"])
        if "href" in given:
            self.links.append(given["href"])
        self.wrong += [f"{tag} has {name}" for name in given if name in LOADING or name.startswith("on")]
        if tag in ("link", "img", "iframe", "object", "base"):
            self.wrong.append(f"there is an element {tag}")
        if tag == "svg" and (given.get("role") != "img" or not given.get("aria-label")):
            self.wrong.append("a picture has no text")
        if tag == "label":
            self.labels.add(given.get("for"))
        if tag == "input" and given.get("id") not in self.labels:
            self.wrong.append("an input has no label")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"line {self.getpos()[0]}: {tag} is closed out of order")

    def handle_data(self, data):
        if data.strip() and not {"style", "script"} & set(self.open):
            self.lines.append(f"{self.open[-1] if self.open else ''}: {data.strip()}")


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
page.wrong += [f"{link} leads nowhere" for link in page.links if not link.startswith("#") or link[1:] not in page.ids]
page.wrong += [f"there is a control character {ord(c):#x}" for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c == "\u202e"]
page.wrong += [f"{tag} stays open" for tag in page.open]
print("\n".join(page.wrong or page.lines))
sys.exit(1 if page.wrong else 0)
